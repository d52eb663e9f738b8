import type { QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { type Summary, summaryChange } from '#shared/test-runs/summary.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { trpc } from '#src/lib/trpc.ts'

/** Lets every list that shows a result show its new state, and moves the counts along; reads nothing again. */
export function showResult(queryClient: QueryClient, result: TestResult): void {
  const before = replaceInPages(queryClient, result)
  if (before === undefined) return
  queryClient.setQueryData<TestRunOverview>(
    getQueryKey(trpc.testRuns.overview, { testRunId: result.testRunId }, 'query'),
    (run) => run && moveCounts(run, result, before),
  )
}

/** The status the result had in the lists, or undefined when none shows it. */
function replaceInPages(queryClient: QueryClient, result: TestResult): ResultStatus | undefined {
  let before: ResultStatus | undefined
  queryClient.setQueriesData<TestResult[]>({ queryKey: getQueryKey(trpc.testResults.listInRun) }, (page) => {
    const known = page?.find(({ id }) => id === result.id)
    if (!page || !known) return page
    before = known.status
    return page.map((other) => (other === known ? result : other))
  })
  return before
}

function moveCounts(run: TestRunOverview, { status, testCase }: TestResult, before: ResultStatus): TestRunOverview {
  return {
    ...run,
    summary: moved(run.summary, before, status),
    suites: run.suites.map((suite) =>
      suite.id === testCase.testSuiteId ? { ...suite, summary: moved(suite.summary, before, status) } : suite,
    ),
  }
}

function moved(summary: Summary, before: ResultStatus, after: ResultStatus): Summary {
  const next = { ...summary }
  for (const [status, change] of Object.entries(summaryChange(before, after))) next[status as ResultStatus] += change
  return next
}
