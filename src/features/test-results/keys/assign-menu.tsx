import { Menu } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '#src/lib/errors.ts'
import { useSessionUser } from '#src/lib/session.ts'
import { toastError } from '#src/lib/toast.ts'
import { useHeldKeys } from '#src/ui/held-keys.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { useMembers } from '../../members/use-members.ts'
import { closeAssignMenu, useAssignMenu } from './assign-menu-state.ts'
import { focusCursor } from '../../keys/move.ts'
import { useSelectedCount } from '../../keys/selection.ts'
import { assignSelected, shareSelected } from './assign-selected.ts'

export function AssignMenu({ projectId }: { projectId: string }) {
  const anchor = useAssignMenu()
  return anchor && <Members projectId={projectId} anchor={anchor} />
}

function Members({ projectId, anchor }: { projectId: string; anchor: DOMRect }) {
  const list = useLatestRunList()
  const me = useSessionUser()
  const { data: members, error } = useMembers(projectId)
  const isForMany = useSelectedCount() > 1
  // The members may have to be read first.
  useHeldKeys(true)
  const failed = members ? null : error
  const close = () => {
    closeAssignMenu()
    focusCursor(list())
  }
  const fail = useEffectEvent((reason: unknown) => {
    close()
    toastError(messageOf(reason, 'Failed to fetch members'))
  })
  useEffect(() => {
    if (failed) fail(failed)
  }, [failed])
  const people = (members ?? [])
    .map(({ user }) => user)
    .toSorted((a, b) => Number(b.id === me?.id) - Number(a.id === me?.id))
  if (!members) return null
  return (
    <Menu opened onClose={close} returnFocus={false} position="bottom-start" trapFocus withInitialFocusPlaceholder>
      <Menu.Target>
        {/* At the edge of the window or beyond, it would count as out of sight, and the menu would be hidden. */}
        <span
          style={{
            position: 'fixed',
            left: `max(${anchor.left}px, var(--page-padding))`,
            top: `clamp(var(--column-heads-top), ${anchor.bottom}px, 100dvh - var(--page-bottom))`,
          }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label="Assign to" mah={320} style={{ overflowY: 'auto' }}>
        {people.map((person) => (
          <Menu.Item key={person.id} onClick={() => void assignSelected(list(), person)}>
            {person.id === me?.id ? `Me (${person.name})` : person.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {isForMany && people.length > 1 && (
          <Menu.Item
            onClick={() =>
              void shareSelected(
                list(),
                people.map(({ id, name }) => ({ id, name })),
              )
            }
          >
            Share evenly
          </Menu.Item>
        )}
        <Menu.Item onClick={() => void assignSelected(list(), null)}>Nobody</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
