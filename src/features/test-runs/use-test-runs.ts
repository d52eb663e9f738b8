import { messageOf } from '#src/lib/errors.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

/** How many runs the dropdown offers. */
export const RECENT_RUNS = 5
/** While nobody tells what others record in the same run, the counts follow them at this pace. */
const FOLLOW_MS = 15_000

export function useRecentRuns(projectId: string) {
  return trpc.testRuns.list.useQuery({ projectId, limit: RECENT_RUNS })
}

/** Asks for what the tab of runs shows while the project itself is still on its way. */
export function useRunsAhead(projectId: string, isShown: boolean, runId: string | null): void {
  trpc.testRuns.list.useQuery({ projectId, limit: RECENT_RUNS }, { enabled: isShown })
  trpc.testRuns.overview.useQuery({ testRunId: runId ?? '' }, { enabled: isShown && runId !== null })
}

export function useTestRun(testRunId: string, isLive: boolean) {
  return trpc.testRuns.overview.useQuery(
    { testRunId },
    { refetchInterval: ({ state }) => (state.data?.status === 'running' && !isLive ? FOLLOW_MS : false) },
  )
}

export function useStartRun(projectId: string) {
  const utils = trpc.useUtils()
  const { mutateAsync, isPending } = trpc.testRuns.start.useMutation({
    onSuccess: async () => {
      await utils.testRuns.list.invalidate({ projectId })
      toastSuccess('Test run started successfully')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to create test run')),
  })
  return {
    start: ({ description }: { description?: string }) => mutateAsync({ projectId, description, omitResults: true }),
    isStarting: isPending,
  }
}

export function useEndRun(projectId: string, testRunId: string, onDeleted: () => void) {
  const utils = trpc.useUtils()
  const complete = trpc.testRuns.complete.useMutation({
    onSuccess: async () => {
      await Promise.all([
        utils.testRuns.overview.invalidate({ testRunId }),
        utils.testRuns.list.invalidate({ projectId }),
      ])
      toastSuccess('Test run completed successfully')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to complete test run')),
  })
  const remove = trpc.testRuns.delete.useMutation({
    onSuccess: async () => {
      utils.testRuns.list.setData({ projectId, limit: RECENT_RUNS }, (runs) =>
        runs?.filter(({ id }) => id !== testRunId),
      )
      onDeleted()
      toastSuccess('Test run deleted successfully')
      await utils.testRuns.list.invalidate({ projectId })
    },
    onError: (error) => toastError(messageOf(error, 'Failed to delete test run')),
  })
  return {
    complete: () => complete.mutate({ testRunId, omitResults: true }),
    isCompleting: complete.isPending,
    remove: () => remove.mutate({ testRunId }),
    isRemoving: remove.isPending,
  }
}
