import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { LiveRun } from '#shared/live/live.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { trpc } from '#src/lib/trpc.ts'
import { showChanges } from '../test-results/store/run-changes.ts'

type News = {
  testRunId: string
  run: LiveRun
  /** Whether `run` names all suites. */
  isWhole: boolean
  results: TestResult[]
}

/** Lets the screen show what was told of a run, at one go. Answers whether the results that are loaded are complete. */
export function showNews(queryClient: QueryClient, { testRunId, run, isWhole, results }: News): boolean {
  const queryKey = getQueryKey(trpc.testRuns.overview, { testRunId }, 'query')
  const known = queryClient.getQueryData<TestRunOverview>(queryKey)
  if (!known) return showChanges(queryClient, { id: testRunId, suites: [] }, results)
  // What is being read may be older than what was told.
  void queryClient.cancelQueries({ queryKey })
  const next = { ...known, ...run, suites: isWhole ? run.suites : withSuites(known.suites, run.suites) }
  let isComplete = true
  notifyManager.batch(() => {
    queryClient.setQueryData(queryKey, next)
    isComplete = showChanges(queryClient, next, results)
  })
  for (const { id } of results)
    void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.testResults.attempts, { resultId: id }) })
  return isComplete
}

/** Suites with these in their newest state; one that is new takes its place by number. */
function withSuites(known: TestRunOverview['suites'], changed: TestRunOverview['suites']): TestRunOverview['suites'] {
  const byId = new Map([...known, ...changed].map((suite) => [suite.id, suite]))
  return byId.size === known.length
    ? known.map(({ id }) => byId.get(id) as TestRunOverview['suites'][number])
    : [...byId.values()].toSorted((a, b) => a.number - b.number || (a.id < b.id ? -1 : 1))
}
