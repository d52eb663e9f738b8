import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ExecuteManual, TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { messageOf } from '#src/lib/errors.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { countLeft, FROZEN_PAGES, type FrozenFilter, frozenPageKey } from './frozen-pages.ts'
import { nothingInFlight, saveValue } from './send-unsaved.ts'
import { newestOf } from './told-results.ts'
import { allUnsaved, keepUnsaved } from './unsaved.ts'

const PAGE = 50
/** How often a page of a status is read at most, while others record what stands before it. */
const READS = 4

/** Where a result stands in the list of a suite: on the page that starts at a position, and where on it. */
export type ResultPlace = {
  suiteId: string
  start: number
  index: number
  /** Of which status, when it is not the list of all. */
  frozen?: FrozenFilter
}

/** Which page a position is on. Its results are read together when the first of them comes into view. */
export function pageOf(position: number): { start: number; index: number } {
  const index = position % PAGE
  return { start: position - index, index }
}

export function useResultAt(testRunId: string, { suiteId, start, index, frozen }: ResultPlace) {
  const queryClient = useQueryClient()
  const page = { testRunId, suiteId, limit: PAGE }
  const select = (results: TestResult[]) => results[index]
  const ofAll = trpc.testResults.listInRun.useQuery(
    { ...page, offset: start },
    { select, enabled: !frozen, structuralSharing: newestOf },
  )
  const ofStatus = useQuery({
    queryKey: frozen ? frozenPageKey(frozen, suiteId, start) : FROZEN_PAGES,
    queryFn: frozen ? () => readFrozenPage(queryClient, frozen, suiteId, start) : skipToken,
    select,
    staleTime: Infinity,
    structuralSharing: newestOf,
  })
  return frozen ? ofStatus : ofAll
}

/**
 * A page of the results of a status. Of those before it, the server no longer counts what has left the status: it is
 * read again when that has changed meanwhile, or it would begin behind results that are shown nowhere.
 */
async function readFrozenPage(
  queryClient: QueryClient,
  filter: FrozenFilter,
  suiteId: string,
  start: number,
): Promise<TestResult[]> {
  const { testRunId, status } = filter
  for (let reads = 1; ; reads += 1) {
    await nothingInFlight()
    const left = countLeft(queryClient, filter, suiteId, start)
    const results = await trpcClient.testResults.listInRun.query({
      testRunId,
      suiteId,
      status,
      limit: PAGE,
      offset: start - left,
    })
    await nothingInFlight()
    if (reads === READS || left === countLeft(queryClient, filter, suiteId, start)) return results
  }
}

/**
 * Saves the actual value of a result, unless it is there already. While the tester has to choose between two
 * entries, it only takes the place of the tester's own.
 */
export function useSaveValue(result: TestResult, label: string) {
  const queryClient = useQueryClient()
  return (value: string | null, baseAttempt: number) => {
    const { id: resultId, testRunId } = result
    if (!resultId) return toastError('Cannot create new test result: API endpoint not available')
    const kept = allUnsaved().find((entry) => entry.resultId === resultId)
    if (value === (kept ? kept.value : result.actualValue)) return
    if (kept?.isConflict) return keepUnsaved({ ...kept, value })
    void saveValue(queryClient, { resultId, testRunId, label, value, baseAttempt })
  }
}

/** The result of a case in one of the latest runs, as it is when asked for; null when the case is not in that run. */
export function useResultOfCase(
  testCaseId: string,
  runs: TestRunListItem[] | undefined,
  run: TestRunListItem | undefined,
) {
  // Of the runs that are no older each has one result of the case at most.
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
