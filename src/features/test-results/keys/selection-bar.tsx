import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { say } from '#src/lib/toast.ts'
import { isComposing } from '#src/ui/is-composing.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { openAssignMenu } from './assign-menu-state.ts'
import { ariaKeys } from '../../keys/key-names.ts'
import { VERDICTS, type Verdict } from '../verdicts/give-verdict.ts'
import { askBulkNote, useBulkNote } from './bulk-note.ts'
import { awaitedAct } from '../../keys/awaited-act.ts'
import { focusCursor } from '../../keys/move.ts'
import { clearSelection, useSelectedCount } from '../../keys/selection.ts'
import { SelectionToolbar } from '../../keys/selection-toolbar.tsx'
import { clearSelected, judgeSelected } from './judge-selected.ts'

/** Covers the filter bar, so that no row moves. */
export function SelectionBar() {
  const list = useLatestRunList()
  const count = useSelectedCount()
  const asked = useBulkNote()
  useEffect(() => {
    if (count === 0) askBulkNote(null)
  }, [count])
  if (count === 0) return null
  const { run, refusal } = list()
  const deselect = () => {
    clearSelection()
    focusCursor(list())
  }
  return (
    <SelectionToolbar count={count}>
      {refusal === null && asked && <BulkNote status={asked} />}
      {refusal === null && !asked && (
        <>
          {VERDICTS.map(({ status, label, act }) => (
            <Button
              key={status}
              size="compact-xs"
              variant="default"
              aria-keyshortcuts={ariaKeys(act)}
              onClick={() => void awaitedAct(() => judgeSelected(run.id, status))}
            >
              {label}
            </Button>
          ))}
          <Button size="compact-xs" variant="default" onClick={() => void awaitedAct(() => clearSelected(run.id))}>
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
function BulkNote({ status }: { status: Verdict }) {
  const list = useLatestRunList()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const note = event.currentTarget.value.trim()
    if (isComposing(event.nativeEvent) || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') {
      if (note === '') return say('A note is required: some recorded values say otherwise')
      void awaitedAct(() => judgeSelected(list().run.id, status, note))
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
