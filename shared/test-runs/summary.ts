import type { ResultStatus } from '../test-results/result-status.ts'

/** How many results of a run stand at each status, and how many of the passed ones are flaky. */
export type Summary = Record<ResultStatus, number> & { total: number; flaky: number }

/** What a summary counts of a result. */
export type Counted = { status: ResultStatus; flaky: boolean }

/** The summary of a list of results. */
export function countResults(results: Iterable<Counted>): Summary {
  const summary = emptySummary()
  for (const { status, flaky } of results) addCount(summary, status, 1, flaky ? 1 : 0)
  return summary
}

/** The summary of results that were counted by status. */
export function sumCounts(counts: Iterable<{ status: ResultStatus; count: number; flaky: number }>): Summary {
  const summary = emptySummary()
  for (const { status, count, flaky } of counts) addCount(summary, status, count, flaky)
  return summary
}

/** What to add to each count of a summary when results change; `before` is null for one that joins the run. */
export function summaryChange(changes: Iterable<{ before: Counted | null; after: Counted }>): Summary {
  const change = emptySummary()
  for (const { before, after } of changes) {
    if (before) addCount(change, before.status, -1, before.flaky ? -1 : 0)
    addCount(change, after.status, 1, after.flaky ? 1 : 0)
  }
  return change
}

/** The sum of summaries, or of changes of one. */
export function sumSummaries(summaries: Iterable<Summary>): Summary {
  const sum = emptySummary()
  for (const summary of summaries) for (const key of Object.keys(sum) as (keyof Summary)[]) sum[key] += summary[key]
  return sum
}

/** The share of results that are no longer pending, from 0 to 1; an empty run is done. */
export function progress(summary: Summary): number {
  return summary.total === 0 ? 1 : (summary.total - summary.pending) / summary.total
}

function emptySummary(): Summary {
  return { total: 0, passed: 0, failed: 0, error: 0, pending: 0, skipped: 0, flaky: 0 }
}

function addCount(summary: Summary, status: ResultStatus, count: number, flaky: number): void {
  summary.total += count
  summary[status] += count
  summary.flaky += flaky
}
