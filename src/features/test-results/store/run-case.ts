import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { messageOf } from '#src/lib/errors.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

/** The result of a case in one of the latest runs, read anew; null when the case is not in that run. */
export function useResultOfCase(
  testCaseId: string,
  runs: TestRunListItem[] | undefined,
  run: TestRunListItem | undefined,
) {
  // The case has at most one result in each of the runs that are no older.
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
  const utils = trpc.useUtils()
  const { mutateAsync, isPending } = trpc.testResults.executeManual.useMutation({
    onSuccess: async (_, { testRunId }) => {
      toastSuccess('Test result saved successfully')
      await Promise.all([
        utils.testRuns.overview.invalidate({ testRunId }),
        utils.testResults.listInRun.invalidate({ testRunId }),
        utils.testResults.attempts.invalidate(),
      ])
    },
    onError: (error) => toastError(messageOf(error, 'Failed to save test result')),
  })
  return { recordCase: mutateAsync, isRecording: isPending }
}
