import type { ResultStatus } from '../test-results/result-status.ts'

/** How many results of a run stand at each status. */
export type Summary = Record<ResultStatus, number> & { total: number }

/** The summary of a list of statuses. */
export function countResults(statuses: Iterable<ResultStatus>): Summary {
  const summary: Summary = { total: 0, passed: 0, failed: 0, error: 0, pending: 0, skipped: 0 }
  for (const status of statuses) {
    summary.total += 1
    summary[status] += 1
  }
  return summary
}

/** The summary of results that were counted by status. */
export function sumCounts(counts: Iterable<{ status: ResultStatus; count: number }>): Summary {
  const summary = countResults([])
  for (const { status, count } of counts) {
    summary.total += count
    summary[status] += count
  }
  return summary
}

/** What to add to each count of a summary when one result changes its status. */
export function summaryChange(before: ResultStatus, after: ResultStatus): Partial<Record<ResultStatus, number>> {
  return before === after ? {} : { [before]: -1, [after]: 1 }
}

/** The share of results that are no longer pending, from 0 to 1; an empty run is done. */
export function progress(summary: Summary): number {
  return summary.total === 0 ? 1 : (summary.total - summary.pending) / summary.total
}

