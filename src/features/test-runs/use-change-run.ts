import type { TestRunListItem, UpdateRun } from '#shared/test-runs/test-run.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

export function useChangeRun({ id: testRunId, projectId }: Pick<TestRunListItem, 'id' | 'projectId'>) {
  const { testRuns } = trpc.useUtils()
  const onSuccess = () =>
    Promise.all([
      testRuns.overview.invalidate({ testRunId }),
      testRuns.list.invalidate({ projectId }),
      testRuns.values.invalidate({ projectId }),
    ])
  const update = trpc.testRuns.update.useMutation(
    withToasts({ onSuccess, success: 'Test run updated successfully', failure: 'Failed to update test run' }),
  )
  const reopen = trpc.testRuns.reopen.useMutation(
    withToasts({ onSuccess, success: 'Test run reopened successfully', failure: 'Failed to reopen test run' }),
  )
  return {
    update: (run: Omit<UpdateRun, 'testRunId'>) => update.mutateAsync({ ...run, testRunId, omitResults: true }),
    isUpdating: update.isPending,
    pin: (isPinned: boolean) => update.mutate({ testRunId, isPinned, omitResults: true }),
    reopen: () => reopen.mutate({ testRunId, omitResults: true }),
  }
}
