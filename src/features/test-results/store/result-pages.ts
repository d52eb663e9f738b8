import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { trpc } from '#src/lib/trpc.ts'
import { filteredPageKey, type FilterSnapshot, readFilteredPage } from './filter-snapshot.ts'
import { PAGE, pageInput } from './page-input.ts'
import { changesOf, newer, useRunChanges } from './run-changes.ts'

/** Filtered pages stay cached for an hour, because the offsets of later pages depend on them. */
const FILTERED_GC_MS = 60 * 60_000

/** The position of a result: a page of its suite, and an index in that page. */
export type ResultPosition = {
  suiteId: string
  start: number
  index: number
  /** Set in a filtered list. */
  filter?: FilterSnapshot
}

export function positionAt(suiteId: string, position: number, filter?: FilterSnapshot): ResultPosition {
  const index = position % PAGE
  return { suiteId, start: position - index, index, ...(filter && { filter }) }
}

/** Returns the newest state of the result at a position. The first visible row of a page loads the page. */
export function useResultAt(testRunId: string, position: ResultPosition) {
  const queryClient = useQueryClient()
  const { index, filter } = position
  const { data, error, isSuccess, refetch } = useQuery({
    ...pageQuery(queryClient, testRunId, position),
    select: (results) => results[index],
    ...(filter && { staleTime: Infinity, gcTime: FILTERED_GC_MS }),
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
  const { queryKey } = pageQuery(queryClient, testRunId, position)
  const result = queryClient.getQueryData<TestResult[]>(queryKey)?.[position.index]
  return result && newer(result, changesOf(queryClient, testRunId).results.get(result.id))
}

/** Loads the page of a position, if it is not loaded. */
export async function loadResultAt(
  queryClient: QueryClient,
  testRunId: string,
  position: ResultPosition,
): Promise<TestResult | undefined> {
  await queryClient.ensureQueryData(pageQuery(queryClient, testRunId, position))
  return readResultAt(queryClient, testRunId, position)
}

function pageQuery(queryClient: QueryClient, testRunId: string, { suiteId, start, filter }: ResultPosition) {
  const page = pageInput(testRunId, suiteId, start)
  return {
    queryKey: filter ? filteredPageKey(filter, suiteId, start) : getQueryKey(trpc.testResults.listInRun, page, 'query'),
    queryFn: () =>
      filter ? readFilteredPage(queryClient, filter, page) : trpcClient.testResults.listInRun.query(page),
  }
}
