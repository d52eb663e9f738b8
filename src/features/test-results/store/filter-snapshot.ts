import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { ListRunResults, TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { changesOf, filteredKey, newer, useRunChanges } from './run-changes.ts'
import { sendsSettled } from './send-drafts.ts'

/*
 * The results of one status keep their rows until the filter is applied again. A tester who works through pending
 * results changes the status of each: if recorded rows left the list, it would move under the cursor.
 */

/** One application of a filter, identified by `appliedAt`. */
export type FilterSnapshot = { testRunId: string; status: ResultStatus; appliedAt: number }

export type SuiteCount = { suiteId: string; count: number }

/** Maximum reads of one page while results keep leaving the status. */
const READS = 4

/** The results of a status as they were when the filter was applied, and whether the list is out of date. */
export function useFilterSnapshot(run: TestRunOverview, status: ResultStatus) {
  const queryClient = useQueryClient()
  const unlisted = useRunChanges(run.id, (changes) => changes.unlisted)
  const apply = () => ({
    filter: { testRunId: run.id, status, appliedAt: performance.now() },
    counts: run.suites
      .map(({ id, summary }): SuiteCount => ({ suiteId: id, count: summary[status] }))
      .filter(({ count }) => count > 0),
    unlistedBefore: unlisted,
  })
  const [{ filter, counts, unlistedBefore }, setApplied] = useState(apply)
  const expected = counts.reduce((sum, { count }) => sum + count, 0) - countLeft(queryClient, filter)
  return {
    filter,
    counts,
    isOutdated: run.summary[status] !== expected || unlisted > unlistedBefore,
    apply: () => setApplied(apply()),
  }
}

export function filteredPageKey(filter: FilterSnapshot, suiteId: string, start: number): unknown[] {
  return [...filteredKey(filter.testRunId), filter, suiteId, start]
}

/**
 * Reads a page of a filtered list. The server no longer counts results that left the status, so the offset is reduced
 * by those on earlier pages. If more leave during the read, it is repeated: no result may be skipped.
 */
export async function readFilteredPage(
  queryClient: QueryClient,
  filter: FilterSnapshot,
  page: ListRunResults & { suiteId: string; offset: number },
): Promise<TestResult[]> {
  const leftBefore = () => countLeft(queryClient, filter, page.suiteId, page.offset)
  for (let reads = 1; ; reads += 1) {
    await sendsSettled()
    const left = leftBefore()
    const results = await trpcClient.testResults.listInRun.query({
      ...page,
      status: filter.status,
      offset: page.offset - left,
    })
    await sendsSettled()
    if (reads === READS || left === leftBefore()) return results
  }
}

/** Counts listed results that have left the status; optionally of one suite, on pages before a position. */
function countLeft(queryClient: QueryClient, filter: FilterSnapshot, suiteId?: string, before = Infinity): number {
  const { results } = changesOf(queryClient, filter.testRunId)
  const queryKey = [...filteredKey(filter.testRunId), filter, ...(suiteId === undefined ? [] : [suiteId])]
  return queryClient
    .getQueriesData<TestResult[]>({ queryKey })
    .filter(([key]) => (key.at(-1) as number) < before)
    .flatMap(([, page]) => page ?? [])
    .filter((result) => newer(result, results.get(result.id)).status !== filter.status).length
}
