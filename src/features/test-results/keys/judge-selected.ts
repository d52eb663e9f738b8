import type { TestResult } from '#shared/test-results/test-result.ts'
import { formatCount } from '#src/lib/format.ts'
import { say, toastSuccess } from '#src/lib/toast.ts'
import { clearVerdicts, giveVerdict, refusalOf, type Verdict } from '../verdicts/give-verdict.ts'
import { needsNote } from '../verdicts/settle-note.ts'
import { shownResult } from '../verdicts/shown-result.ts'
import { askBulkNote } from './bulk-note.ts'
import { selectedResults } from './selected-results.ts'
import { undoAction } from './undo-action.ts'

/* Verdicts for all selected results as one act. Automated cases are left out. */

/** A verdict that contradicts recorded values first asks for one note for all. */
export const judgeSelected = async (testRunId: string, status: Verdict, note?: string) =>
  await act(testRunId, status, (manual) => {
    const isNoteMissing = note === undefined && manual.some((result) => needsNote(shownResult(result), { status }))
    if (isNoteMissing) askBulkNote(status)
    else giveVerdict(manual, status, note)
    return !isNoteMissing
  })

export const clearSelected = async (testRunId: string) =>
  await act(testRunId, 'cleared', (manual) => {
    clearVerdicts(manual)
    return true
  })

async function act(testRunId: string, done: string, give: (manual: TestResult[]) => boolean): Promise<void> {
  const selected = await selectedResults(testRunId)
  const manual = selected.filter((result) => refusalOf(result) === null)
  if (manual.length === 0) return say('All selected cases are automated: only their own executions set a verdict')
  if (!give(manual)) return
  const leftOut = selected.length - manual.length
  const text = `${formatCount(manual.length, 'case')} ${done}${leftOut > 0 ? `, ${leftOut} automated left out` : ''}`
  toastSuccess(text, { action: undoAction(testRunId, manual) })
}
