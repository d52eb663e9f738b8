import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { formatResultFilter, isFiltered, matchInput, mayMatch, NO_FILTER, type ResultFilter } from './result-filter.ts'
import { FilterSnapshot } from './filter-snapshot.ts'
import { useResultCache } from './result-cache.ts'
import { drafts } from './drafts.ts'

type Run = Pick<TestRunOverview, 'id' | 'suites'>

type Application = { query: string; at: number }

export type FilteredList = {
  /** Null: the whole run. Undefined until the first list is read. While a filter is applied, the previous list. */
  snapshot: FilterSnapshot | null | undefined
  error: unknown
  /** Whether results that are not listed may match by now. */
  isOutdated: boolean
  apply: () => void
}

/** The results of a run that match a filter, as they were when it was applied. */
export function useFilterSnapshot({ id: testRunId, suites }: Run, filter: ResultFilter): FilteredList {
  const query = `${testRunId} ${formatResultFilter(filter)}`
  const begin = (): Application => ({ query, at: performance.now() })
  const [applied, setApplied] = useState(begin)
  if (applied.query !== query) setApplied(begin())
  const apply = useCallback(() => setApplied(({ query }) => ({ query, at: performance.now() })), [])
  const isWhole = !isFiltered(filter)
  const { data, error } = useQuery({
    queryKey: ['matching results', query, applied.at],
    queryFn: async () => {
      await drafts.settled()
      return await readMatches({ id: testRunId, suites }, filter)
    },
    enabled: !isWhole,
    staleTime: Infinity,
    structuralSharing: false,
  })
  const current = isWhole ? null : data
  const [shown, setShown] = useState({ testRunId, snapshot: current })
  if (current !== undefined && current !== shown.snapshot) setShown({ testRunId, snapshot: current })
  const before = shown.testRunId === testRunId ? shown.snapshot : undefined
  const isOutdated = useIsOutdated(testRunId, filter, current, applied.at)
  return {
    snapshot: current === undefined ? before : current,
    error,
    isOutdated: !isWhole && isOutdated,
    apply,
  }
}

/** The results that match now; without a filter, all results of the run. */
export async function readMatches({ id, suites }: Run, filter: ResultFilter = NO_FILTER): Promise<FilterSnapshot> {
  const input = matchInput(id, filter, suites)
  return new FilterSnapshot(input === null ? [] : await trpcClient.testResults.match.query(input))
}

/** Whether a result that is not listed may match by now. `snapshot`: undefined while it is read. */
function useIsOutdated(
  testRunId: string,
  filter: ResultFilter,
  snapshot: FilterSnapshot | null | undefined,
  appliedAt: number,
): boolean {
  const { onChanged } = useResultCache(testRunId)
  const [outdated, setOutdated] = useState(0)
  useEffect(() => {
    const isNew = (result: TestResult) => snapshot && !snapshot.placeOf(result.id) && mayMatch(filter, result)
    return onChanged((results) => {
      if (results === null || results.some(isNew)) setOutdated(appliedAt)
    })
  }, [onChanged, filter, snapshot, appliedAt])
  return outdated === appliedAt
}
