import { notifyManager, type Query, type QueryClient, useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { ListRunResults, TestResult } from '#shared/test-results/test-result.ts'
import { sumSummaries, summaryChange } from '#shared/test-runs/summary.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { patchQuery } from '#src/lib/live/fresh-queries.ts'
import { trpc } from '#src/lib/trpc.ts'

/** Changes of a run since its pages were read. Rows show these in place of what the pages hold. */
type RunChanges = {
  /** The newest state of a result, by id. */
  results: ReadonlyMap<string, TestResult>
  /** The last attempt recorded in this tab, by result id: a result with a cleared value has no author. */
  own: ReadonlyMap<string, number>
  /** Incremented when the stream reports changes without listing results: a filtered list may be stale. */
  unlisted: number
}

const NONE: RunChanges = { results: new Map(), own: new Map(), unlisted: 0 }

const changesKey = (testRunId: string) => ['changes of a run', testRunId]

/** Key prefixes of all pages of a run's results: by position, and by ids in a filtered list. */
export const pageKeys = (testRunId: string) => [
  getQueryKey(trpc.testResults.listInRun, { testRunId }),
  getQueryKey(trpc.testResults.readMany, { testRunId }),
]

type Heard = (results: readonly TestResult[]) => void

const listeners = new Map<Heard, string>()

/** Calls the listener with the changed results of a run, also with those that no page lists. Returns the unsubscribe. */
export function onChangedResults(testRunId: string, listener: Heard): () => void {
  listeners.set(listener, testRunId)
  return () => void listeners.delete(listener)
}

export function changesOf(queryClient: QueryClient, testRunId: string): RunChanges {
  return queryClient.getQueryData(changesKey(testRunId)) ?? NONE
}

export function useRunChanges<T>(testRunId: string, select: (changes: RunChanges) => T): T {
  return useQuery({ queryKey: changesKey(testRunId), queryFn: () => NONE, enabled: false, initialData: NONE, select })
    .data
}

/** The newer of two states of a result; the second if both have the same attempts. */
export function newer(one: TestResult, other: TestResult | undefined): TestResult {
  return other && other.attempts >= one.attempts ? other : one
}

/** The newest known states of results, by id. */
export function knownResults(
  queryClient: QueryClient,
  testRunId: string,
  ids: ReadonlySet<string>,
): Map<string, TestResult> {
  const { results } = changesOf(queryClient, testRunId)
  const known = new Map<string, TestResult>()
  for (const { state } of pagesOf(queryClient, testRunId))
    for (const result of state.data ?? [])
      if (ids.has(result.id)) known.set(result.id, newer(result, known.get(result.id)))
  for (const id of ids) {
    const result = results.get(id)
    const listed = known.get(id)
    if (result) known.set(id, listed ? newer(listed, result) : result)
  }
  return known
}

/**
 * Shows results that the server returned, and adjusts the counts of their run without a refetch. Returns false if the
 * counts must be refetched, because earlier states are not known here.
 */
export function showResults(queryClient: QueryClient, testRunId: string, shown: TestResult[], isOwn = false): boolean {
  const known = knownResults(queryClient, testRunId, new Set(shown.map(({ id }) => id)))
  const changes = shown.flatMap((result) => {
    const before = known.get(result.id)
    return before ? [{ before, after: newer(result, before), suiteId: result.testCase.testSuiteId }] : []
  })
  notifyManager.batch(() => {
    const { own } = changesOf(queryClient, testRunId)
    const nowOwn = isOwn ? new Map([...own, ...shown.map(({ id, attempts }) => [id, attempts] as const)]) : own
    addChanges(queryClient, testRunId, shown, nowOwn)
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
  })
  return changes.length === shown.length
}

type Change = { before: TestResult; after: TestResult }

function adjusted<S extends Pick<TestRunOverview, 'summary'>>(counted: S, changes: Change[]): S {
  if (changes.length === 0) return counted
  return { ...counted, summary: sumSummaries([counted.summary, summaryChange(changes)]) }
}

/** Refetches the counts of a run, after they may have been adjusted twice. */
export function refetchCounts(queryClient: QueryClient, testRunId: string): void {
  void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.testRuns.overview, { testRunId }, 'query') })
}

/**
 * Shows results from the live stream. `suites` are those of the updated overview. Returns false if loaded pages lack
 * rows and must be refetched.
 */
export function showChanges(
  queryClient: QueryClient,
  { id: testRunId, suites }: Pick<TestRunOverview, 'id' | 'suites'>,
  results: TestResult[],
): boolean {
  const isComplete = appendJoined(queryClient, testRunId, suites, results)
  addChanges(queryClient, testRunId, results)
  return isComplete
}

/** Notes that results changed without being listed. */
export function noteUnlisted(queryClient: QueryClient, testRunId: string): void {
  const changes = changesOf(queryClient, testRunId)
  queryClient.setQueryData(changesKey(testRunId), { ...changes, unlisted: changes.unlisted + 1 })
}

function addChanges(queryClient: QueryClient, testRunId: string, added: TestResult[], own?: RunChanges['own']): void {
  const changes = changesOf(queryClient, testRunId)
  const results = new Map(changes.results)
  // Attachments and assignees change without an attempt: of two states with the same attempts, the later one counts.
  for (const result of added) {
    const before = results.get(result.id)
    results.set(result.id, before ? newer(before, result) : result)
  }
  const pages = pagesOf(queryClient, testRunId)
  // A page that is loading may arrive with an older state. Once all are loaded, only their results are kept.
  if (pages.every(({ state }) => state.fetchStatus === 'idle')) {
    const listed = idsIn(pages)
    for (const id of results.keys()) if (!listed.has(id)) results.delete(id)
  }
  queryClient.setQueryData<RunChanges>(changesKey(testRunId), { ...changes, results, own: own ?? changes.own })
  for (const [listener, id] of listeners) if (id === testRunId && added.length > 0) listener(added)
}

/** Appends results that joined the run to visible pages that lack rows. Other pages are invalidated. */
function appendJoined(
  queryClient: QueryClient,
  testRunId: string,
  suites: TestRunOverview['suites'],
  results: TestResult[],
): boolean {
  const totals = new Map(suites.map(({ id, summary }) => [id, summary.total]))
  const pages = pagesOf(queryClient, testRunId)
  const listed = idsIn(pages)
  const joined = results.filter(({ id }) => !listed.has(id))
  let isComplete = true
  for (const query of pages) {
    const { input } = (query.queryKey[1] ?? {}) as { input?: ListRunResults }
    const page = query.state.data
    if (!page || !input) continue
    const { suiteId = '', limit, offset } = input
    const missing = Math.min(limit ?? Infinity, (totals.get(suiteId) ?? 0) - (offset ?? 0)) - page.length
    if (missing > 0 && !query.isActive()) query.invalidate()
    if (missing <= 0 || !query.isActive()) continue
    const added = joined.filter((result) => result.testCase.testSuiteId === suiteId && isAfter(result, page[0]))
    if (added.length < missing) isComplete = false
    if (added.length > 0) patchQuery(queryClient, query.queryKey, [...page, ...added.slice(0, missing)])
  }
  return isComplete
}

/** Whether a result comes after another of its suite. */
function isAfter({ id, testCase }: TestResult, other: TestResult | undefined): boolean {
  if (!other) return true
  return testCase.number === other.testCase.number ? id > other.id : testCase.number > other.testCase.number
}

/** All loaded pages of a run's results. */
function pagesOf(queryClient: QueryClient, testRunId: string): Query<TestResult[]>[] {
  return pageKeys(testRunId).flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey }) as Query<any>[])
}

const idsIn = (pages: Query<TestResult[]>[]) =>
  new Set(pages.flatMap(({ state }) => state.data?.map(({ id }) => id) ?? []))
