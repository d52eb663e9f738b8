import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { LiveRun } from '#shared/live/live.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { trpc } from '#src/lib/trpc.ts'
import { showChanges } from '../test-results/store/show-results.ts'

type Update = { testRunId: string; run: LiveRun; hasAllSuites: boolean; results: TestResult[] }

/** Shows a run together with its changed results. Returns whether the loaded pages of results are complete. */
export function showRun(queryClient: QueryClient, { testRunId, run, hasAllSuites, results }: Update): boolean {
  const queryKey = getQueryKey(trpc.testRuns.overview, { testRunId }, 'query')
  const known = queryClient.getQueryData<TestRunOverview>(queryKey)
  if (!known) return showChanges(queryClient, { id: testRunId, suites: [] }, results)
  // A response in transit may be older than the message.
  void queryClient.cancelQueries({ queryKey })
  const next = { ...known, ...run, suites: hasAllSuites ? run.suites : withSuites(known.suites, run.suites) }
  let isComplete = true
  notifyManager.batch(() => {
    queryClient.setQueryData(queryKey, next)
    isComplete = showChanges(queryClient, next, results)
  })
  for (const { id } of results)
    void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.testResults.attempts, { resultId: id }) })
  return isComplete
}

/** Replaces suites with their new state, and inserts new suites by number. */
function withSuites(known: TestRunOverview['suites'], changed: TestRunOverview['suites']): TestRunOverview['suites'] {
  const byId = new Map([...known, ...changed].map((suite) => [suite.id, suite]))
  return byId.size === known.length
    ? known.map(({ id }) => byId.get(id) as TestRunOverview['suites'][number])
    : [...byId.values()].toSorted((a, b) => a.number - b.number || (a.id < b.id ? -1 : 1))
}
