import { Box, NativeSelect } from '@mantine/core'
import { useSessionUser } from '#src/lib/session.ts'
import { CheckRow } from '#src/ui/check-row.tsx'
import { toggled } from '#src/lib/toggled.ts'
import { useMembers } from '../../members/use-members.ts'

/** Who gets the cases of a run. `share` gives each of several people a part. */
export type Assignment =
  { kind: 'nobody' } | { kind: 'person'; userId: string } | { kind: 'share'; userIds: ReadonlySet<string> }

/** In the form of the API. */
export function assignedBy(assignment: Assignment): { assigneeId?: string; assigneeIds?: string[] } {
  if (assignment.kind === 'person') return { assigneeId: assignment.userId }
  if (assignment.kind === 'share' && assignment.userIds.size > 0) return { assigneeIds: [...assignment.userIds] }
  return {}
}

type Props = { projectId: string; assignment: Assignment; onChange: (assignment: Assignment) => void }

const [NOBODY, SHARE] = ['nobody', 'share']

export function AssignField({ projectId, assignment, onChange }: Props) {
  const me = useSessionUser()
  const people = (useMembers(projectId).data ?? []).map(({ user }) => user)
  const others = people.filter(({ id }) => id !== me?.id)
  const choose = (value: string) => {
    if (value === NOBODY) onChange({ kind: 'nobody' })
    else if (value === SHARE) onChange({ kind: 'share', userIds: new Set(people.map(({ id }) => id)) })
    else onChange({ kind: 'person', userId: value })
  }
  const toggle = (userId: string, userIds: ReadonlySet<string>) => {
    const next = toggled(userIds, userId)
    // In list order, which is the order of the parts.
    onChange({ kind: 'share', userIds: new Set(people.flatMap(({ id }) => (next.has(id) ? id : []))) })
  }
  return (
    <div>
      <NativeSelect
        label="Assign"
        data={[
          { value: NOBODY, label: 'Nobody' },
          ...(me ? [{ value: me.id, label: 'Me' }] : []),
          { value: SHARE, label: 'Share evenly' },
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={assignment.kind === 'person' ? assignment.userId : assignment.kind}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {assignment.kind === 'share' && (
        <Box component="fieldset" m="8px 0 0" p={0} bd={0}>
          <Box component="legend" mb={4} p={0} c="dimmed" fz="sm">
            Share among
          </Box>
          {people.map(({ id, name }) => (
            <CheckRow
              key={id}
              label={id === me?.id ? `${name} (me)` : name}
              isChecked={assignment.userIds.has(id)}
              onToggle={() => toggle(id, assignment.userIds)}
            />
          ))}
        </Box>
      )}
    </div>
  )
}
