import type { TestResult } from '#shared/test-results/test-result.ts'
import { formatCount } from '#src/lib/format.ts'
import { say, toastSuccess } from '#src/lib/toast.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { useVerdicts } from '../verdicts/give-verdict.ts'
import { needsNote } from '../verdicts/settle-note.ts'
import { shownResult } from '../verdicts/shown-result.ts'
import { askBulkNote, type BulkVerdict } from './bulk-note.ts'
import { selectedResults } from './selected-results.ts'
import { undoAction } from './undo-action.ts'

/** Verdicts for all selected results as one act. Automated cases are left out. */
export function useBulk() {
  const list = useLatestRunList()
  const verdicts = useVerdicts()
  const act = async (done: string, give: (manual: TestResult[]) => boolean) => {
    const selected = await selectedResults(list().run.id)
    const manual = selected.filter((result) => verdicts.refusal(result) === null)
    if (manual.length === 0) return say('All selected cases are automated: only their own executions set a verdict')
    if (!give(manual)) return
    const leftOut = selected.length - manual.length
    const text = `${formatCount(manual.length, 'case')} ${done}${leftOut > 0 ? `, ${leftOut} automated left out` : ''}`
    toastSuccess(text, { action: undoAction(verdicts, manual) })
  }
  return {
    /** A verdict that contradicts recorded values first asks for one note for all. */
    give: async (status: BulkVerdict, note?: string) =>
      await act(status, (manual) => {
        const isNoteMissing = note === undefined && manual.some((result) => needsNote(shownResult(result), { status }))
        if (isNoteMissing) askBulkNote(status)
        else verdicts.give(manual, status, note === undefined ? {} : { note })
        return !isNoteMissing
      }),
    clear: async () =>
      await act('cleared', (manual) => {
        verdicts.clear(manual)
        return true
      }),
  }
}
