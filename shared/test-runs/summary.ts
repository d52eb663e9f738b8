import { formatCount, formatNumber } from '../format.ts'
import { RESULT_STATUSES, type ResultStatus } from '../test-results/result-status.ts'

export type Summary = Record<(typeof SUMMARY_COUNTS)[number], number>

export const SUMMARY_COUNTS = ['total', ...RESULT_STATUSES, 'flaky'] as const

export type Counted = { status: ResultStatus; flaky: boolean }

export function countResults(results: Iterable<Counted>): Summary {
  const summary = emptySummary()
  for (const { status, flaky } of results) addCount(summary, status, 1, flaky ? 1 : 0)
  return summary
}

export function sumCounts(counts: Iterable<{ status: ResultStatus; count: number; flaky: number }>): Summary {
  const summary = emptySummary()
  for (const { status, count, flaky } of counts) addCount(summary, status, count, flaky)
  return summary
}

/** The difference that changed results make to a summary. `before` is null for a result that joins the run. */
export function summaryChange(changes: Iterable<{ before: Counted | null; after: Counted }>): Summary {
  const change = emptySummary()
  for (const { before, after } of changes) {
    if (before) addCount(change, before.status, -1, before.flaky ? -1 : 0)
    addCount(change, after.status, 1, after.flaky ? 1 : 0)
  }
  return change
}

export function sumSummaries(summaries: Iterable<Summary>): Summary {
  const sum = emptySummary()
  for (const summary of summaries) for (const key of SUMMARY_COUNTS) sum[key] += summary[key]
  return sum
}

export function isSameSummary(one: Summary, other: Summary): boolean {
  return SUMMARY_COUNTS.every((count) => one[count] === other[count])
}

/** The share of results that are not pending, from 0 to 1; 0 for an empty run. */
export function progress(summary: Summary): number {
  return summary.total === 0 ? 0 : (summary.total - summary.pending) / summary.total
}

/** The share of passed among executed results (passed, failed, error), from 0 to 1; null if there are none. */
export function passRate({ passed, failed, error }: Summary): number | null {
  const executed = passed + failed + error
  return executed === 0 ? null : passed / executed
}

export const failingOf = ({ failed, error }: Pick<Summary, 'failed' | 'error'>) => failed + error

/** The failures of a run in words: '2 failed, 1 error'. Empty without failures. */
export function failuresText({ failed, error }: Pick<Summary, 'failed' | 'error'>): string {
  const parts = [failed > 0 && `${formatNumber(failed)} failed`, error > 0 && formatCount(error, 'error')]
  return parts.filter((part) => part !== false).join(', ')
}

export function emptySummary(): Summary {
  return { total: 0, passed: 0, failed: 0, error: 0, pending: 0, skipped: 0, flaky: 0 }
}

export function addCount(summary: Summary, status: ResultStatus, count: number, flaky: number): void {
  summary.total += count
  summary[status] += count
  summary.flaky += flaky
}
