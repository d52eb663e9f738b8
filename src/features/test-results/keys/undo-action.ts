import type { TestResult } from '#shared/test-results/test-result.ts'
import { formatCount } from '#src/lib/format.ts'
import { say, type ToastAction } from '#src/lib/toast.ts'
import { nextUndo, undoLast } from '../verdicts/undo.ts'

/** The Undo of a toast about several results. It takes back the last act only. */
export function undoAction(testRunId: string, results: readonly TestResult[]): ToastAction {
  const about = results.map(({ id }) => id).join()
  const run = () => {
    if (nextUndo(testRunId).join() !== about) return say('Later acts come first: Z takes back the last one')
    undoLast(testRunId)
    say(`Undone: ${formatCount(results.length, 'case')}`)
  }
  return { label: 'Undo', run, about }
}
