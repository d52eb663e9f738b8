import { Textarea } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { moveCursor } from '../../keys/cursor.ts'
import { goTo } from '../../keys/move.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { usePanel } from '#src/ui/panel-state.ts'
import classes from './row-note.module.css'
import { useNoteEntry } from './use-note-entry.ts'

type Props = {
  /** With the tester's unsaved entry. */
  shown: TestResult
  row: number
}

/** The note of a result in its row, while it is asked for. An open panel has a field for it. */
export function RowNote({ className, ...props }: Props & { className: string | undefined }) {
  const { isOpen } = usePanel()
  if (isOpen) return null
  return (
    <div className={className} role="gridcell">
      <Field {...props} />
    </div>
  )
}

function Field({ shown, row }: Props) {
  const list = useLatestRunList()
  const { field } = useNoteEntry(shown, (goesOn) => (goesOn ? goTo(list(), row + 1) : moveCursor(row, { focus: true })))
  const input = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  return <Textarea ref={input} aria-label="Note" rows={1} classNames={{ input: classes.input }} {...field} />
}
