import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { failingOf, type Summary } from '#shared/test-runs/summary.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'

export type Direction = 'better' | 'worse' | 'same' | 'first'

export const baseOf = ({ branch }: Pick<TestRunListItem, 'branch'>) =>
  branch === null ? 'Last completed run' : `Last completed run of ${branch}`

/** Whether the pass rate of the last ended run is higher than that of the run before. */
export function directionOf(passRate: number | null, before: number | null): Direction {
  if (passRate === null || before === null) return 'first'
  if (passRate === before) return 'same'
  return passRate > before ? 'better' : 'worse'
}

const START: Record<Direction, string> = {
  better: 'Better than before: ',
  worse: 'Worse than before: ',
  same: 'No better, no worse: ',
  first: '',
}

/** The state of a project in a sentence: 'Worse than before: 3 of 46 cases fail, 2 of them new'. */
export function verdictOf(direction: Direction, summary: Summary, newFailures: number): string {
  const text = START[direction] + stateOf(summary, newFailures)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function stateOf(summary: Summary, newFailures: number): string {
  const failing = failingOf(summary)
  if (summary.total === 0) return 'the last run has no cases'
  if (failing === 0 && summary.passed === summary.total)
    return summary.total === 1 ? 'the only case passes' : `all ${formatCount(summary.total, 'case')} pass`
  if (failing === 0) return 'no case fails'
  if (summary.total === 1) return `the only case fails, ${partOf(newFailures, 1)}`
  const fail = `${formatNumber(failing)} of ${formatCount(summary.total, 'case')} ${failing === 1 ? 'fails' : 'fail'}`
  return `${fail}, ${partOf(newFailures, failing)}`
}

function partOf(newFailures: number, failing: number): string {
  if (newFailures === 0) return failing === 1 ? 'which is not new' : 'none of them new'
  if (newFailures >= failing) return failing === 1 ? 'and it is new' : 'all of them new'
  return `${formatNumber(newFailures)} of them new`
}
