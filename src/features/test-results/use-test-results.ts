import { useQueryClient } from '@tanstack/react-query'
import type { ExecuteManual, TestResult } from '#shared/test-results/test-result.ts'
import { messageOf } from '#src/lib/errors.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { saveValue } from './send-unsaved.ts'
import { allUnsaved } from './unsaved.ts'

const PAGE = 50

/** The result at a position of a suite of a run; its page is read when the first of its results comes into view. */
export function useResultAt(testRunId: string, suiteId: string, position: number) {
  const offset = position - (position % PAGE)
  return trpc.testResults.listInRun.useQuery(
    { testRunId, suiteId, limit: PAGE, offset },
    { select: (page) => page[position - offset] },
  )
}

/** Saves the actual value of a result, unless it is there already. */
export function useSaveValue(result: TestResult, label: string) {
  const queryClient = useQueryClient()
  return (value: string | null) => {
    const { id: resultId, testRunId } = result
    if (!resultId) return toastError('Cannot create new test result: API endpoint not available')
    const kept = allUnsaved().find((entry) => entry.resultId === resultId)
    if (value === (kept ? kept.value : result.actualValue)) return
    void saveValue(queryClient, { resultId, testRunId, label, value })
  }
}

/** Records a case in a run, which it joins when it was made after the run started. */
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
  return { record: (execution: ExecuteManual) => mutateAsync(execution), isRecording: isPending }
}
