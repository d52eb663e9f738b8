import { getQueryKey } from '@trpc/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { sumSummaries, summaryChange } from '#shared/test-runs/summary.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { patchQuery } from '#src/lib/live/fresh-queries.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { trpc } from '#src/lib/trpc.ts'
import { PAGE, pagesOf } from './pages.ts'
import { cacheId, cacheOf } from './result-cache.ts'

/**
 * Shows results that the server returned, and adjusts the counts of their run without a refetch. Returns false if the
 * counts must be refetched, because earlier states are not known here.
 */
export function showResults(testRunId: string, shown: TestResult[]): boolean {
  const cache = cacheOf(testRunId)
  const before = shown.map(({ id }) => cache.get(id))
  cache.takeChanged(shown)
  const changes = shown.flatMap(({ id, testCase }, index): Change[] => {
    const [earlier, after] = [before[index], cache.get(id)]
    return earlier && after ? [{ before: earlier, after, suiteId: testCase.testSuiteId }] : []
  })
  queryClient.setQueryData<TestRunOverview>(
    getQueryKey(trpc.testRuns.overview, { testRunId }, 'query'),
    (run) =>
      run && {
        ...adjusted(run, changes),
        suites: run.suites.map((suite) =>
          adjusted(
            suite,
            changes.filter(({ suiteId }) => suiteId === suite.id),
          ),
        ),
      },
  )
  return changes.length === shown.length
}

type Change = { before: TestResult; after: TestResult; suiteId: string }

function adjusted<S extends Pick<TestRunOverview, 'summary'>>(counted: S, changes: Change[]): S {
  if (changes.length === 0) return counted
  return { ...counted, summary: sumSummaries([counted.summary, summaryChange(changes)]) }
}

/** Refetches the counts of a run, after they may have been adjusted twice. */
export function refetchCounts(testRunId: string): void {
  void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.testRuns.overview, { testRunId }, 'query') })
}

/**
 * Shows results from the live stream. `suites` are those of the updated overview. Returns false if loaded pages lack
 * rows and must be refetched.
 */
export function showChanges(
  { id: testRunId, suites }: Pick<TestRunOverview, 'id' | 'suites'>,
  results: TestResult[],
): boolean {
  const cache = cacheOf(testRunId)
  const joined = results.filter((result) => cache.get(cacheId(result)) === undefined)
  cache.takeChanged(results)
  return appendJoined(testRunId, suites, joined)
}

/** Appends results that joined the run to visible pages that lack rows. Other pages are invalidated. */
function appendJoined(testRunId: string, suites: TestRunOverview['suites'], joined: TestResult[]): boolean {
  const totals = new Map(suites.map(({ id, summary }) => [id, summary.total]))
  const cache = cacheOf(testRunId)
  let isComplete = true
  for (const { query, input } of pagesOf(testRunId)) {
    const page = query.state.data
    if (!page || !('suiteId' in input)) continue
    const { suiteId, start } = input
    const missing = Math.min(PAGE, (totals.get(suiteId) ?? 0) - start) - page.length
    if (missing > 0 && !query.isActive()) query.invalidate()
    if (missing <= 0 || !query.isActive()) continue
    const added = joined.filter(
      (result) => result.testCase.testSuiteId === suiteId && isAfter(result, cache.get(page[0])),
    )
    if (added.length < missing) isComplete = false
    if (added.length > 0) patchQuery(query.queryKey, [...page, ...added.slice(0, missing).map(cacheId)])
  }
  return isComplete
}

/** Whether a result comes after another of its suite. */
function isAfter({ id, testCase }: TestResult, other: TestResult | undefined): boolean {
  if (!other) return true
  return testCase.number === other.testCase.number ? id > other.id : testCase.number > other.testCase.number
}
