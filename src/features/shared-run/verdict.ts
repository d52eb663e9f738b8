import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { failingOf, failuresText, type Summary } from '#shared/test-runs/summary.ts'
import { formatNumber } from '#src/lib/format.ts'

type Verdict = { status: ResultStatus; text: string }

/** A run in a few words: failures first, then what is missing. */
export function verdictOf({ summary }: { summary: Summary }): Verdict {
  const { total, passed, failed, pending } = summary
  if (total === 0) return { status: 'pending', text: 'No test cases' }
  if (failingOf(summary) > 0) return { status: failed > 0 ? 'failed' : 'error', text: failuresText(summary) }
  if (pending > 0) return { status: 'pending', text: `${formatNumber(pending)} of ${formatNumber(total)} pending` }
  return passed === 0 ? { status: 'skipped', text: 'All skipped' } : { status: 'passed', text: 'No failures' }
}
