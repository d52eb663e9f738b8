import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useMemo } from 'react'
import type { Comparison, RunChange } from '#shared/comparisons/comparison.ts'
import type { ChangeKind } from '#shared/test-runs/comparison.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { trpc } from '#src/lib/trpc.ts'

const CHANGES = 100
const POLL_MS = 15_000

/** The counts, the base and the first changes. `baseId` undefined: the server chooses the base. */
export function useComparison(testRunId: string | undefined, baseId: string | undefined) {
  const run = trpc.testRuns.overview.useQuery(
    { testRunId: testRunId ?? '' },
    {
      enabled: testRunId !== undefined,
      refetchInterval: ({ state }) => (state.data?.status === 'running' ? POLL_MS : false),
    },
  )
  const isRunning = run.data?.status === 'running'
  const comparison = trpc.comparisons.compare.useQuery(
    { testRunId: testRunId ?? '', ...(baseId && { with: baseId }), limit: CHANGES },
    {
      enabled: testRunId !== undefined,
      refetchInterval: ({ state }) => (isRunning || state.data?.with?.status === 'running' ? POLL_MS : false),
    },
  )
  return {
    run: run.data,
    comparison: comparison.data,
    error: run.error ?? comparison.error,
    retry: () => void Promise.all([run.refetch(), comparison.refetch()]),
  }
}

/** The changes of one kind, in pages. A small comparison is complete in the first answer. */
export function useChanges(
  testRunId: string,
  { with: base, counts, changes }: Comparison,
  kind: ChangeKind,
  isOpen: boolean,
) {
  const known = useMemo(() => changes.filter((change) => change.kind === kind), [changes, kind])
  const asked = { testRunId, ...(base && { with: base.id }), kind: [kind] }
  const { data, error, isFetching, fetchNextPage } = useInfiniteQuery({
    // Different counts mean different changes.
    queryKey: [...getQueryKey(trpc.comparisons.compare, asked, 'query'), JSON.stringify(counts), known.length],
    queryFn: async ({ pageParam }) =>
      (await trpcClient.comparisons.compare.query({ ...asked, limit: CHANGES, offset: pageParam })).changes,
    initialPageParam: known.length,
    getNextPageParam: (_, pages) => known.length + pages.flat().length,
    enabled: isOpen && known.length === 0 && counts[kind] > 0,
  })
  const shown = useMemo((): RunChange[] => [...known, ...(data?.pages.flat() ?? [])], [known, data])
  return { changes: shown, error, isFetching, loadMore: () => void fetchNextPage() }
}
