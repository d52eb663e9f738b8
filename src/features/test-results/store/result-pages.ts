import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect } from 'react'
import type { ListRunResults, TestResult } from '#shared/test-results/test-result.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { trpc } from '#src/lib/trpc.ts'
import type { FilterSnapshot, SuitePosition } from './filter-snapshot.ts'
import { PAGE, pageInput } from './page-input.ts'
import { changesOf, newer, useRunChanges } from './run-changes.ts'

/** How long a page that is fetched ahead counts as fresh. Changes since then are in the changes of the run. */
const AHEAD_FRESH_MS = 30_000

/** The position of a result: a page of its suite, and an index in that page. */
export type ResultPosition = {
  suiteId: string
  start: number
  index: number
  /** The ids of the page, in a filtered list. */
  ids?: readonly string[]
}

export function positionAt(suiteId: string, position: number, snapshot?: FilterSnapshot | null): ResultPosition {
  const index = position % PAGE
  return { suiteId, start: position - index, index, ...(snapshot && { ids: snapshot.pageAt(suiteId, position) }) }
}

/** Returns the newest state of the result at a position. The first visible row of a page loads the page. */
export function useResultAt(testRunId: string, position: ResultPosition) {
  const { data, error, isSuccess, refetch } = useQuery({
    ...pageQuery(testRunId, position),
    select: (results) => resultIn(results, position),
  })
  const changed = useRunChanges(testRunId, ({ results }) => data && results.get(data.id))
  return { result: data && newer(data, changed), error, isSuccess, refetch }
}

/** The newest state of the result at a position; undefined while its page is not loaded. */
export function readResultAt(
  queryClient: QueryClient,
  testRunId: string,
  position: ResultPosition,
): TestResult | undefined {
  const page = queryClient.getQueryData<TestResult[]>(pageQuery(testRunId, position).queryKey)
  const result = page && resultIn(page, position)
  return result && newer(result, changesOf(queryClient, testRunId).results.get(result.id))
}

/** Loads the page of a position, if it is not loaded. */
export async function loadResultAt(
  queryClient: QueryClient,
  testRunId: string,
  position: ResultPosition,
): Promise<TestResult | undefined> {
  await queryClient.ensureQueryData(pageQuery(testRunId, position))
  return readResultAt(queryClient, testRunId, position)
}

/** Where a result of a loaded page is in the list; in a filtered list, where any result is. */
export function placeOfResult(
  queryClient: QueryClient,
  testRunId: string,
  resultId: string,
  snapshot: FilterSnapshot | null,
): SuitePosition | undefined {
  if (snapshot) return snapshot.placeOf(resultId)
  const queryKey = getQueryKey(trpc.testResults.listInRun, { testRunId })
  for (const [key, results] of queryClient.getQueriesData<TestResult[]>({ queryKey })) {
    const index = results?.findIndex(({ id }) => id === resultId) ?? -1
    const { suiteId = '', offset = 0 } = (key[1] as { input: Partial<ListRunResults> }).input
    if (index >= 0) return { suiteId, position: offset + index }
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
  const queryClient = useQueryClient()
  // Once per half page: each visible row would ask for the same pages.
  const [before, after] = [steps(first) - PAGE, steps(last) + PAGE]
  useEffect(() => {
    for (const row of [after, before]) {
      const position = positionOf(row)
      if (position) void queryClient.prefetchQuery({ ...pageQuery(testRunId, position), staleTime: AHEAD_FRESH_MS })
    }
  }, [queryClient, testRunId, positionOf, before, after])
}

const steps = (row: number) => Math.round(row / (PAGE / 2)) * (PAGE / 2)

export function pageQuery(testRunId: string, { suiteId, start, ids }: ResultPosition) {
  if (ids) {
    const named = { testRunId, resultIds: [...ids] }
    return {
      queryKey: getQueryKey(trpc.testResults.readMany, named, 'query'),
      queryFn: () => trpcClient.testResults.readMany.query(named),
    }
  }
  const page = pageInput(testRunId, suiteId, start)
  return {
    queryKey: getQueryKey(trpc.testResults.listInRun, page, 'query'),
    queryFn: () => trpcClient.testResults.listInRun.query(page),
  }
}

/** The server leaves out ids that it does not know, so a page by ids may be short. */
function resultIn(page: TestResult[], { index, ids }: ResultPosition): TestResult | undefined {
  const result = page[index]
  return !ids || result?.id === ids[index] ? result : page.find(({ id }) => id === ids[index])
}
