import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

/** The result of a case in one of the latest runs, never cached; null if the case is not in that run. */
export function useResultOfCase(
  testCaseId: string,
  runs: TestRunListItem[] | undefined,
  run: TestRunListItem | undefined,
) {
  // Results come newest run first, at most one per run.
  const limit = run && runs ? runs.indexOf(run) + 1 : 1
  return trpc.testCases.results.useQuery(
    { id: testCaseId, limit },
    {
      enabled: run !== undefined,
      gcTime: 0,
      refetchOnWindowFocus: false,
      select: (results) => results.find(({ testRunId }) => testRunId === run?.id) ?? null,
    },
  )
}

/** Records a case in a run, which it joins if it was created after the run started. */
export function useRecordCase() {
  const { testRuns, testResults } = trpc.useUtils()
  const refresh = ({ testRunId }: { testRunId: string }) =>
    Promise.all([
      testRuns.overview.invalidate({ testRunId }),
      testResults.listInRun.invalidate({ testRunId }),
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
