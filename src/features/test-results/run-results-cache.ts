import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { ListRunResults, TestResult } from '#shared/test-results/test-result.ts'
import { type Summary, summaryChange } from '#shared/test-runs/summary.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { patchQuery } from '#src/lib/live/fresh-queries.ts'
import { trpc } from '#src/lib/trpc.ts'
import { FROZEN_PAGES } from './frozen-pages.ts'
import { newer, noteTold } from './told-results.ts'

/** Lets every list that shows a result show its new state, and moves the counts along; reads nothing again. */
export function showResult(queryClient: QueryClient, result: TestResult): void {
  const before = replaceInPages(queryClient, result)
  if (before === undefined) return
  queryClient.setQueryData<TestRunOverview>(
    getQueryKey(trpc.testRuns.overview, { testRunId: result.testRunId }, 'query'),
    (run) => run && moveCounts(run, newer(result, before), before),
  )
}

/**
 * Lets every list show what was told of a run, whose suites are as the overview has them by now. A result that has
 * joined the run stands at the end of its suite. Answers whether the lists that are loaded are complete.
 */
export function showTold(
  queryClient: QueryClient,
  { id, suites }: Pick<TestRunOverview, 'id' | 'suites'>,
  results: TestResult[],
): boolean {
  noteTold(results)
  const unknown = new Map(results.map((result) => [result.id, result]))
  const byId = new Map(unknown)
  eachPage(queryClient, ({ page }) =>
    page.map((shown) => {
      const result = byId.get(shown.id)
      if (result) unknown.delete(shown.id)
      return result ? newer(result, shown) : shown
    }),
  )
  const totals = new Map(suites.map((suite) => [suite.id, suite.summary.total]))
  let isComplete = true
  eachPage(queryClient, ({ key, page }) => {
    const place = placeOf(key)
    if (place?.testRunId !== id) return page
    const lacking = Math.min(place.limit, (totals.get(place.suiteId) ?? 0) - place.offset) - page.length
    if (lacking <= 0) return page
    const joined = [...unknown.values()].filter(
      (result) => result.testCase.testSuiteId === place.suiteId && isBehind(result, page[0]),
    )
    if (joined.length < lacking) isComplete = false
    return [...page, ...joined.slice(0, lacking)]
  })
  return isComplete
}

type LoadedPage = { key: QueryKey; page: TestResult[] }

/** Changes the pages that are loaded; one of which every result stays the same stays the same. */
function eachPage(queryClient: QueryClient, change: (loaded: LoadedPage) => TestResult[]): void {
  for (const queryKey of [getQueryKey(trpc.testResults.listInRun), FROZEN_PAGES])
    for (const [key, page] of queryClient.getQueriesData<TestResult[]>({ queryKey })) {
      if (!page) continue
      const changed = change({ key, page })
      const isSame = changed.length === page.length && changed.every((result, index) => result === page[index])
      if (!isSame) patchQuery(queryClient, key, changed)
    }
}

/** Which part of a suite a page is; undefined for one of the results of a status, which stays as it was asked for. */
function placeOf(key: QueryKey) {
  const { input } = (key[1] ?? {}) as { input?: Partial<ListRunResults> }
  if (input?.suiteId === undefined || input.limit == null || input.offset == null) return undefined
  return { testRunId: input.testRunId, suiteId: input.suiteId, limit: input.limit, offset: input.offset }
}

/** Whether a result comes after another of its suite. */
function isBehind({ id, testCase }: TestResult, other: TestResult | undefined): boolean {
  if (!other) return true
  return testCase.number === other.testCase.number ? id > other.id : testCase.number > other.testCase.number
}

/** The result as the lists showed it, or undefined when none shows it. */
function replaceInPages(queryClient: QueryClient, result: TestResult): TestResult | undefined {
  let before: TestResult | undefined
  eachPage(queryClient, ({ page }) =>
    page.map((known) => {
      if (known.id !== result.id) return known
      before = known
      return newer(result, known)
    }),
  )
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
