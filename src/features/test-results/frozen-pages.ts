import type { QueryClient } from '@tanstack/react-query'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'

/*
 * The results of one status, as they were when they were asked for. A tester who works through the pending ones
 * takes each out of the status by recording it; were the list to follow, its rows would move under the hands,
 * and the pages further down would begin behind results that were never shown.
 */

/** A status that a list of results was asked for; `opened` tells one time from the next. */
export type FrozenFilter = { testRunId: string; status: ResultStatus; opened: number }

export const FROZEN_PAGES = ['results of a status']

export function frozenPageKey(filter: FrozenFilter, suiteId: string, start: number): unknown[] {
  return [...FROZEN_PAGES, filter, suiteId, start]
}

let times = 0

/** Asks for the results of a status anew. */
export function freeze(testRunId: string, status: ResultStatus): FrozenFilter {
  times += 1
  return { testRunId, status, opened: times }
}

/** How many results of a suite have left the status by what was recorded here, on the pages before a position. */
export function countLeft(queryClient: QueryClient, filter: FrozenFilter, suiteId: string, before = Infinity): number {
  const pages = queryClient.getQueriesData<TestResult[]>({ queryKey: [...FROZEN_PAGES, filter, suiteId] })
  const earlier = pages.filter(([key]) => (key.at(-1) as number) < before).flatMap(([, page]) => page ?? [])
  return earlier.filter(({ status }) => status !== filter.status).length
}
