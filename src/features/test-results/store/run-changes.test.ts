import { QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { countResults } from '#shared/test-runs/summary.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { trpc } from '#src/lib/trpc.ts'
import { changesOf, knownResults, newer, showChanges, showResults } from './run-changes.ts'

const OVERVIEW = getQueryKey(trpc.testRuns.overview, { testRunId: 'run' }, 'query')
const PAGE = getQueryKey(
  trpc.testResults.listInRun,
  { testRunId: 'run', suiteId: 'suite', limit: 50, offset: 0 },
  'query',
)

let client: QueryClient

const resultOf = (number: number, status: TestResult['status'], attempts: number) =>
  ({
    id: `result ${number}`,
    testRunId: 'run',
    status,
    attempts,
    flaky: false,
    testCase: { number, testSuiteId: 'suite' },
  }) as TestResult

const overview = () => client.getQueryData<TestRunOverview>(OVERVIEW)
const shown = () => {
  const { results } = changesOf(client, 'run')
  return client.getQueryData<TestResult[]>(PAGE)?.map((result) => newer(result, results.get(result.id)).status)
}

function load(results: TestResult[]): void {
  const summary = countResults(results)
  client.setQueryData(PAGE, results)
  client.setQueryData(OVERVIEW, { id: 'run', summary, suites: [{ id: 'suite', summary }] })
}

beforeEach(() => {
  client = new QueryClient()
  load([resultOf(1, 'pending', 0), resultOf(2, 'pending', 0)])
})

test('A recorded result is shown, and moves the counts of its run and suite once', () => {
  showResults(client, 'run', [resultOf(1, 'passed', 1)], true)
  showResults(client, 'run', [resultOf(1, 'passed', 1)])
  expect(shown()).toEqual(['passed', 'pending'])
  expect(overview()?.summary).toMatchObject({ passed: 1, pending: 1, total: 2 })
  expect(overview()?.suites[0]?.summary).toMatchObject({ passed: 1, pending: 1, total: 2 })
})

test('A page that was read before a change does not undo it', () => {
  showChanges(client, overview() as TestRunOverview, [resultOf(1, 'failed', 2)])
  load([resultOf(1, 'passed', 1), resultOf(2, 'pending', 0)])
  expect(shown()).toEqual(['failed', 'pending'])
})

test('Of two states with the same attempts the later one is shown: attachments change without an attempt', () => {
  const attached = (...names: string[]) =>
    ({ ...resultOf(1, 'passed', 1), attachments: names.map((name) => ({ id: name, name })) }) as TestResult
  const names = () => {
    const known = knownResults(client, 'run', new Set(['result 1'])).get('result 1')
    return known?.attachments.map(({ name }) => name)
  }
  load([attached(), resultOf(2, 'pending', 0)])
  showResults(client, 'run', [attached('a')])
  expect(names()).toEqual(['a'])
  showChanges(client, overview() as TestRunOverview, [attached('a', 'b')])
  expect(names()).toEqual(['a', 'b'])
  showResults(client, 'run', [attached('b')])
  expect(names()).toEqual(['b'])
})

test('Counts move from the newest known state of a result, not from an earlier change', () => {
  showResults(client, 'run', [resultOf(1, 'passed', 1)])
  load([resultOf(1, 'failed', 2), resultOf(2, 'pending', 0)])
  showResults(client, 'run', [resultOf(1, 'passed', 3)])
  expect(overview()?.summary).toMatchObject({ passed: 1, failed: 0, pending: 1 })
})

test('A change that no page lists is dropped once no page is being read', () => {
  showChanges(client, overview() as TestRunOverview, [resultOf(7, 'passed', 1)])
  expect(changesOf(client, 'run').results.size).toBe(0)
  showChanges(client, overview() as TestRunOverview, [resultOf(1, 'passed', 1)])
  expect([...changesOf(client, 'run').results.keys()]).toEqual(['result 1'])
})

test('A change is kept for a page that is still being read', async () => {
  const read = Promise.withResolvers<TestResult[]>()
  const queryKey = getQueryKey(trpc.testResults.listInRun, { testRunId: 'run', suiteId: 'suite', offset: 50 }, 'query')
  const reading = client.fetchQuery({ queryKey, queryFn: () => read.promise })
  showChanges(client, overview() as TestRunOverview, [resultOf(51, 'passed', 1)])
  read.resolve([resultOf(51, 'pending', 0)])
  await reading
  expect(changesOf(client, 'run').results.get('result 51')?.status).toBe('passed')
})

test('A page off the screen that lacks a joined result is read again', () => {
  const joined = resultOf(3, 'passed', 1)
  const summary = countResults([resultOf(1, 'pending', 0), resultOf(2, 'pending', 0), joined])
  const run = { ...overview(), suites: [{ id: 'suite', summary }] } as TestRunOverview
  expect(showChanges(client, run, [joined])).toBe(true)
  expect(client.getQueryState(PAGE)?.isInvalidated).toBe(true)
})
