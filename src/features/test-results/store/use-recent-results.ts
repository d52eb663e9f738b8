import { useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { RecentResult } from '#shared/test-results/match.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { trpc } from '#src/lib/trpc.ts'
import { withCurrent } from './recent-results.ts'
import { cacheOf } from './result-cache.ts'
import { pageQuery, type ResultPosition } from './result-pages.ts'

type Run = { id: string; description: string | null }
type Recent = { results: RecentResult[] | undefined; isError: boolean }

/** Earlier runs seldom change: what they recorded is read again after this time. */
const FRESH_MS = 60_000

/**
 * The last results of the case at a position, newest run first, its own run included; undefined until they are read. The
 * rows of a page share one request.
 */
export function useRecentResults(run: Run, position: ResultPosition, current: TestResult | undefined): Recent {
  const cache = cacheOf(run.id)
  const { data: testCaseIds } = useQuery({
    ...pageQuery(run.id, position),
    select: (page) => page.flatMap((id) => cache.get(id)?.testCase.id ?? []),
  })
  return useRecentOf(run, testCaseIds ?? [], current)
}

export function useRecentResultsOfCase(run: Run, current: TestResult): Recent {
  return useRecentOf(run, [current.testCase.id], current)
}

function useRecentOf(run: Run, testCaseIds: string[], current: TestResult | undefined): Recent {
  const input = { testRunId: run.id, testCaseIds }
  const { data, isError } = useQuery({
    queryKey: getQueryKey(trpc.testCases.recentResults, input, 'query'),
    queryFn: () => trpcClient.testCases.recentResults.query(input),
    enabled: testCaseIds.length > 0,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    select: (cases) => cases.find(({ testCaseId }) => testCaseId === current?.testCase.id),
  })
  return { results: data && current && withCurrent(data.results, current, runName(run)), isError }
}
