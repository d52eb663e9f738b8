import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { say } from '#src/lib/toast.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { openAssignMenu } from './assign-menu-state.ts'
import { askBulkNote, type BulkVerdict, useBulkNote } from './bulk-note.ts'
import { awaitedAct } from '../../keys/awaited-act.ts'
import { focusCursor } from '../../keys/move.ts'
import { clearSelection, useSelectedCount } from '../../keys/selection.ts'
import { SelectionToolbar } from '../../keys/selection-toolbar.tsx'
import { useBulk } from './use-bulk.ts'

const VERDICTS = [
  ['Pass', 'passed', 'p'],
  ['Fail', 'failed', 'f'],
  ['Skip', 'skipped', 's'],
] as const

/** Covers the filter bar, so that no row moves. */
export function SelectionBar() {
  const list = useLatestRunList()
  const count = useSelectedCount()
  const asked = useBulkNote()
  const bulk = useBulk()
  useEffect(() => {
    if (count === 0) askBulkNote(null)
  }, [count])
  if (count === 0) return null
  const isEditable = list().isEditable
  const deselect = () => {
    clearSelection()
    focusCursor(list())
  }
  return (
    <SelectionToolbar count={count}>
      {isEditable && asked && <BulkNote status={asked} />}
      {isEditable && !asked && (
        <>
          {VERDICTS.map(([label, status, key]) => (
            <Button
              key={status}
              size="compact-xs"
              variant="default"
              aria-keyshortcuts={key}
              onClick={() => void awaitedAct(() => bulk.give(status))}
            >
              {label}
            </Button>
          ))}
          <Button size="compact-xs" variant="default" onClick={() => void awaitedAct(bulk.clear)}>
            Clear
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-haspopup="menu"
            onClick={(event) => openAssignMenu(event.currentTarget)}
          >
            Assign
          </Button>
        </>
      )}
      <Button size="compact-xs" variant="subtle" onClick={deselect}>
        Deselect
      </Button>
    </SelectionToolbar>
  )
}

/** Some of the selected verdicts contradict the recorded value: one note explains all. */
function BulkNote({ status }: { status: BulkVerdict }) {
  const list = useLatestRunList()
  const bulk = useBulk()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const note = event.currentTarget.value.trim()
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') {
      if (note === '') return say('A note is required: some recorded values say otherwise')
      void awaitedAct(() => bulk.give(status, note))
    }
    askBulkNote(null)
    focusCursor(list())
  }
  return (
    <TextInput
      size="xs"
      aria-label="Note"
      placeholder="Why? Some recorded values say otherwise"
      flex={1}
      miw={160}
      ref={field}
      onKeyDown={press}
    />
  )
}
