import { getQueryKey } from '@trpc/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { countResults } from '#shared/test-runs/summary.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { trpc } from '#src/lib/trpc.ts'
import { pageKey } from './pages.ts'
import { cacheOf } from './result-cache.ts'
import { showChanges, showResults } from './show-results.ts'

const OVERVIEW = getQueryKey(trpc.testRuns.overview, { testRunId: 'run' }, 'query')
const PAGE = pageKey('run', { suiteId: 'suite', start: 0 })

const resultOf = (number: number, status: TestResult['status'], attempts: number) =>
  ({
    id: `result ${number}`,
    testRunId: 'run',
    status,
    attempts,
    flaky: false,
    testCase: { number, testSuiteId: 'suite' },
  }) as TestResult

const overview = () => queryClient.getQueryData<TestRunOverview>(OVERVIEW)
const cache = () => cacheOf('run')
const ids = () => queryClient.getQueryData<string[]>(PAGE) ?? []
const shown = () => ids().map((id) => cache().get(id)?.status)

function load(results: TestResult[], askedAt?: number): void {
  const summary = countResults(results)
  cache().take(results, { ...(askedAt !== undefined && { askedAt }) })
  queryClient.setQueryData(
    PAGE,
    results.map(({ id }) => id),
  )
  queryClient.setQueryData(OVERVIEW, { id: 'run', summary, suites: [{ id: 'suite', summary }] })
}

beforeEach(() => {
  queryClient.clear()
  load([resultOf(1, 'pending', 0), resultOf(2, 'pending', 0)])
})

test('A recorded result is shown, and moves the counts of its run and suite once', () => {
  showResults('run', [resultOf(1, 'passed', 1)])
  showResults('run', [resultOf(1, 'passed', 1)])
  expect(shown()).toEqual(['passed', 'pending'])
  expect(overview()?.summary).toMatchObject({ passed: 1, pending: 1, total: 2 })
  expect(overview()?.suites[0]?.summary).toMatchObject({ passed: 1, pending: 1, total: 2 })
})

test('A page that was read before a change does not undo it', () => {
  showChanges(overview() as TestRunOverview, [resultOf(1, 'failed', 2)])
  load([resultOf(1, 'passed', 1), resultOf(2, 'pending', 0)])
  expect(shown()).toEqual(['failed', 'pending'])
})

test('Of two states with the same attempts the later one is shown: attachments change without an attempt', () => {
  const attached = (...names: string[]) =>
    ({ ...resultOf(1, 'passed', 1), attachments: names.map((name) => ({ id: name, name })) }) as TestResult
  const names = () =>
    cache()
      .get('result 1')
      ?.attachments.map(({ name }) => name)
  load([attached(), resultOf(2, 'pending', 0)])
  showResults('run', [attached('a')])
  expect(names()).toEqual(['a'])
  showChanges(overview() as TestRunOverview, [attached('a', 'b')])
  expect(names()).toEqual(['a', 'b'])
  showResults('run', [attached('b')])
  expect(names()).toEqual(['b'])
  const askedAt = performance.now() - 1_000
  load([attached('a'), resultOf(2, 'pending', 0)], askedAt)
  expect(names()).toEqual(['b'])
  load([attached('c'), resultOf(2, 'pending', 0)])
  expect(names()).toEqual(['c'])
})

test('A change tells only its own row, and an unchanged state tells nobody', () => {
  const told: string[] = []
  const stops = ['result 1', 'result 2'].map((id) => cache().onResult(id, () => told.push(id)))
  showChanges(overview() as TestRunOverview, [resultOf(1, 'passed', 1)])
  load([resultOf(1, 'passed', 1), resultOf(2, 'pending', 0)])
  expect(told).toEqual(['result 1'])
  for (const stop of stops) stop()
  showChanges(overview() as TestRunOverview, [resultOf(1, 'failed', 2)])
  expect(told).toEqual(['result 1'])
})

test('Counts move from the newest known state of a result, not from an earlier change', () => {
  showResults('run', [resultOf(1, 'passed', 1)])
  load([resultOf(1, 'failed', 2), resultOf(2, 'pending', 0)])
  showResults('run', [resultOf(1, 'passed', 3)])
  expect(overview()?.summary).toMatchObject({ passed: 1, failed: 0, pending: 1 })
})

test('A change is kept for a page that is still being read', () => {
  const askedAt = performance.now()
  showChanges(overview() as TestRunOverview, [resultOf(51, 'passed', 1)])
  cache().take([resultOf(51, 'pending', 0)], { askedAt })
  expect(cache().get('result 51')?.status).toBe('passed')
})

test('A page off the screen that lacks a joined result is read again', () => {
  const joined = resultOf(3, 'passed', 1)
  const summary = countResults([resultOf(1, 'pending', 0), resultOf(2, 'pending', 0), joined])
  const run = { ...overview(), suites: [{ id: 'suite', summary }] } as TestRunOverview
  expect(showChanges(run, [joined])).toBe(true)
  expect(queryClient.getQueryState(PAGE)?.isInvalidated).toBe(true)
})
