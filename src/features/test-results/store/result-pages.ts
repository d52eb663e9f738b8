import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { takeArrivedAnswer } from '#src/early/early-answers.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { accessToken } from '#src/lib/session.ts'
import type { FilterSnapshot, SuitePosition } from './filter-snapshot.ts'
import { PAGE, pageInput, pageKey, pagesOf } from './pages.ts'
import { cacheId, cacheOf, useResult } from './result-cache.ts'
import { refetchCounts } from './show-results.ts'

/** How long a page that is fetched ahead counts as fresh. Changes since then are in the cache. */
const AHEAD_FRESH_MS = 30_000

/** The position of a result: a page of its suite, and an index in that page. */
export type ResultPosition = {
  suiteId: string
  start: number
  index: number
  ids?: readonly string[]
}

export function positionAt(suiteId: string, position: number, snapshot?: FilterSnapshot | null): ResultPosition {
  const index = position % PAGE
  return { suiteId, start: position - index, index, ...(snapshot && { ids: snapshot.pageAt(suiteId, position) }) }
}

/** Reads the results of a page into the cache. Its data are their ids. */
export function pageQuery(testRunId: string, { suiteId, start, ids }: ResultPosition) {
  return {
    queryKey: pageKey(testRunId, ids ? { ids } : { suiteId, start }),
    // The first render has the rows of a page that arrived before it.
    initialData: () => {
      if (ids) return undefined
      const early = takeArrivedAnswer('testResults.listInRun', pageInput(testRunId, suiteId, start), accessToken())
      if (!early) return undefined
      const results = early.data as TestResult[]
      cacheOf(testRunId).take(results, early)
      return results.map(cacheId)
    },
    queryFn: async () => {
      const askedAt = performance.now()
      const results = ids
        ? await trpcClient.testResults.readMany.query({ testRunId, resultIds: [...ids] })
        : await trpcClient.testResults.listInRun.query(pageInput(testRunId, suiteId, start))
      if (cacheOf(testRunId).take(results, { askedAt })) refetchCounts(testRunId)
      return results.map(cacheId)
    },
  }
}

/** Returns the newest state of the result at a position. The first visible row of a page loads the page. */
export function useResultAt(testRunId: string, position: ResultPosition) {
  const { data, error, isSuccess, refetch } = useQuery({
    ...pageQuery(testRunId, position),
    select: (page) => idIn(page, position),
  })
  return { result: useResult(testRunId, data), error, isSuccess, refetch }
}

/** The newest state of the result at a position; undefined while its page is not loaded. */
export function readResultAt(testRunId: string, position: ResultPosition): TestResult | undefined {
  const page = queryClient.getQueryData<string[]>(pageQuery(testRunId, position).queryKey)
  return page && cacheOf(testRunId).get(idIn(page, position))
}

/** Loads the page of a position, if it is not loaded. */
export async function loadResultAt(testRunId: string, position: ResultPosition): Promise<TestResult | undefined> {
  await queryClient.ensureQueryData(pageQuery(testRunId, position))
  return readResultAt(testRunId, position)
}

/** Where a result of a loaded page is in the list; in a filtered list, where any result is. */
export function placeOfResult(
  testRunId: string,
  resultId: string,
  snapshot: FilterSnapshot | null,
): SuitePosition | undefined {
  if (snapshot) return snapshot.placeOf(resultId)
  for (const { query, input } of pagesOf(testRunId)) {
    const index = query.state.data?.indexOf(resultId) ?? -1
    if (index >= 0 && 'suiteId' in input) return { suiteId: input.suiteId, position: input.start + index }
  }
  return undefined
}

/** Loads the pages next to the visible ones, so that a scrolling reader seldom sees a row without data. */
export function usePagesAhead(
  testRunId: string,
  positionOf: (row: number) => ResultPosition | undefined,
  first: number,
  last: number,
): void {
  // Once per half page: each visible row would ask for the same pages.
  const [before, after] = [steps(first) - PAGE, steps(last) + PAGE]
  useEffect(() => {
    for (const row of [after, before]) {
      const position = positionOf(row)
      if (position) void queryClient.prefetchQuery({ ...pageQuery(testRunId, position), staleTime: AHEAD_FRESH_MS })
    }
  }, [testRunId, positionOf, before, after])
}

const steps = (row: number) => Math.round(row / (PAGE / 2)) * (PAGE / 2)

/** The server leaves out ids that it does not know, so a page by ids may be short. */
function idIn(page: string[], { index, ids }: ResultPosition): string | undefined {
  const id = ids ? ids[index] : page[index]
  return !ids || page.includes(id as string) ? id : undefined
}
