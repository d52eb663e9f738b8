import type { QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { type Summary, summaryChange } from '#shared/test-runs/summary.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { trpc } from '#src/lib/trpc.ts'
import { FROZEN_PAGES } from './frozen-pages.ts'

/** Lets every list that shows a result show its new state, and moves the counts along; reads nothing again. */
export function showResult(queryClient: QueryClient, result: TestResult): void {
  const before = replaceInPages(queryClient, result)
  if (before === undefined) return
  queryClient.setQueryData<TestRunOverview>(
    getQueryKey(trpc.testRuns.overview, { testRunId: result.testRunId }, 'query'),
    (run) => run && moveCounts(run, result, before),
  )
}

/** The result as the lists showed it, or undefined when none shows it. */
function replaceInPages(queryClient: QueryClient, result: TestResult): TestResult | undefined {
  let before: TestResult | undefined
  const replaceIn = (page: TestResult[] | undefined) => {
    const known = page?.find(({ id }) => id === result.id)
    if (!page || !known) return page
    before = known
    return page.map((other) => (other === known ? result : other))
  }
  for (const queryKey of [getQueryKey(trpc.testResults.listInRun), FROZEN_PAGES])
    queryClient.setQueriesData<TestResult[]>({ queryKey }, replaceIn)
  return before
}

function moveCounts(run: TestRunOverview, after: TestResult, before: TestResult): TestRunOverview {
  const change = summaryChange([{ before, after }])
  return {
    ...run,
    summary: moved(run.summary, change),
    suites: run.suites.map((suite) =>
      suite.id === after.testCase.testSuiteId ? { ...suite, summary: moved(suite.summary, change) } : suite,
    ),
  }
}

function moved(summary: Summary, change: Summary): Summary {
  const next = { ...summary }
  for (const key of Object.keys(change) as (keyof Summary)[]) next[key] += change[key]
  return next
}
