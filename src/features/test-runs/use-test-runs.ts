import { useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { RECENT_RUNS } from '#shared/test-runs/recent-runs.ts'
import { isSameSummary } from '#shared/test-runs/summary.ts'
import type { StartRun, TestRunOverview } from '#shared/test-runs/test-run.ts'
import { codeOf } from '#src/lib/errors.ts'
import { refetchQueries } from '#src/lib/live/fresh-queries.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { cacheOf } from '../test-results/store/result-cache.ts'
import { attentionKey } from '../test-results/store/use-attention.ts'

/** Polling interval of a running run while there is no live stream. */
const POLL_MS = 15_000

export function useRecentRuns(projectId: string, { enabled = true } = {}) {
  return trpc.testRuns.list.useQuery({ projectId, limit: RECENT_RUNS }, { enabled })
}

/**
 * Loads the data of the runs tab in parallel with the project. It does not subscribe to them: otherwise each verdict
 * would render the whole page.
 */
export function usePrefetchedRuns(projectId: string, isShown: boolean, runId: string | null): void {
  const silent = { notifyOnChangeProps: [] }
  trpc.testRuns.list.useQuery({ projectId, limit: RECENT_RUNS }, { ...silent, enabled: isShown })
  trpc.testRuns.overview.useQuery({ testRunId: runId ?? '' }, { ...silent, enabled: isShown && runId !== null })
}

export function useTestRun(testRunId: string, isLive: boolean) {
  const queryKey = getQueryKey(trpc.testRuns.overview, { testRunId }, 'query')
  return useQuery({
    queryKey,
    queryFn: async () => {
      const run = await trpcClient.testRuns.overview.query({ testRunId })
      const known = queryClient.getQueryData<TestRunOverview>(queryKey)
      // Without the stream, different counts are the only sign of changed results.
      if (!isLive && known && !isSameSummary(known.summary, run.summary)) {
        cacheOf(testRunId).noteUnlisted()
        void refetchQueries({ queryKey: attentionKey(testRunId) })
      }
      return run
    },
    refetchInterval: ({ state }) => (state.data?.status === 'running' && !isLive ? POLL_MS : false),
  })
}

/** A run, once loaded. Undefined if the project has no such run. */
export function useRunOfProject(projectId: string, testRunId: string | undefined, { enabled = true } = {}) {
  const { data, error } = trpc.testRuns.overview.useQuery(
    { testRunId: testRunId ?? '' },
    { enabled: enabled && testRunId !== undefined },
  )
  return data?.projectId === projectId && codeOf(error) !== 'NOT_FOUND' ? data : undefined
}

export function useStartRun(projectId: string) {
  const { testRuns } = trpc.useUtils()
  const { mutateAsync, isPending } = trpc.testRuns.start.useMutation(
    withToasts({
      onSuccess: () =>
        Promise.all([testRuns.list.invalidate({ projectId }), testRuns.values.invalidate({ projectId })]),
      success: 'Test run started successfully',
      failure: 'Failed to create test run',
    }),
  )
  return {
    /** Without a selection, the run has all cases of the project. */
    start: (run: Omit<StartRun, 'projectId'>) => mutateAsync({ ...run, projectId, omitResults: true }),
    isStarting: isPending,
  }
}

export function useEndRun(projectId: string, testRunId: string, onDeleted: () => void) {
  const { testRuns } = trpc.useUtils()
  const complete = trpc.testRuns.complete.useMutation(
    withToasts({
      onSuccess: () =>
        Promise.all([testRuns.overview.invalidate({ testRunId }), testRuns.list.invalidate({ projectId })]),
      success: 'Test run completed successfully',
      failure: 'Failed to complete test run',
    }),
  )
  const dropFromList = () => {
    testRuns.list.setData({ projectId, limit: RECENT_RUNS }, (runs) => runs?.filter(({ id }) => id !== testRunId))
    onDeleted()
    void testRuns.list.invalidate({ projectId })
  }
  const remove = trpc.testRuns.delete.useMutation(
    withToasts({
      onSuccess: dropFromList,
      success: 'Test run deleted successfully',
      failure: 'Failed to delete test run',
    }),
  )
  return {
    complete: () => complete.mutate({ testRunId, omitResults: true }),
    isCompleting: complete.isPending,
    remove: () => remove.mutate({ testRunId }),
    isRemoving: remove.isPending,
  }
}
