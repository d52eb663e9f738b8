import { RECENT_RUNS } from '#shared/test-runs/recent-runs.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { pagesKey } from './pages.ts'

/** The result of a case in one of the recent runs, never cached; null if the case is not in that run. */
export function useResultOfCase(testCaseId: string, runId: string | undefined) {
  return trpc.testCases.results.useQuery(
    // Newest run first, at most one result per run.
    { id: testCaseId, limit: RECENT_RUNS },
    {
      enabled: runId !== undefined,
      gcTime: 0,
      refetchOnWindowFocus: false,
      select: (results) => results.find(({ testRunId }) => testRunId === runId) ?? null,
    },
  )
}

/** Records a case in a run, which it joins if it was created after the run started. */
export function useRecordCase() {
  const { testRuns, testResults } = trpc.useUtils()
  const refresh = ({ testRunId }: { testRunId: string }) =>
    Promise.all([
      testRuns.overview.invalidate({ testRunId }),
      queryClient.invalidateQueries({ queryKey: pagesKey(testRunId) }),
      testResults.attempts.invalidate(),
    ])
  const { mutateAsync, isPending } = trpc.testResults.executeManual.useMutation(
    withToasts({
      onSuccess: refresh,
      success: 'Test result saved successfully',
      failure: 'Failed to save test result',
    }),
  )
  return { recordCase: mutateAsync, isRecording: isPending }
}
