import { expect, test } from 'vitest'
import type { RecentResult } from '#shared/test-results/match.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { withCurrent } from './recent-results.ts'

const recentOf = (run: number): RecentResult => ({
  testRunId: `run ${run}`,
  runName: `Nightly ${run}`,
  status: 'passed',
  executedAt: '2026-01-01T00:00:00.000Z',
})
const RECENT = [5, 4, 3].map(recentOf)
const current = (status: TestResult['status'], run = 5) =>
  ({ testRunId: `run ${run}`, status, executedAt: '2026-01-02T00:00:00.000Z' }) as TestResult

test('the newest state of the own run replaces what was read', () => {
  const [first, ...earlier] = withCurrent(RECENT, current('failed'), 'Nightly 5')
  expect(first).toMatchObject({ testRunId: 'run 5', runName: 'Nightly 5', status: 'failed' })
  expect(earlier).toEqual(RECENT.slice(1))
})

test('a result that was pending when the others were read is added', () => {
  const all = withCurrent(RECENT, current('passed', 6), 'Nightly 6')
  expect(all.map(({ runName }) => runName)).toEqual(['Nightly 6', 'Nightly 5', 'Nightly 4', 'Nightly 3'])
})

test('a verdict that was taken back is no result', () => {
  expect(withCurrent(RECENT, current('pending'), 'Nightly 5')).toEqual(RECENT.slice(1))
})

test('there are at most ten results', () => {
  const ten = Array.from({ length: 10 }, (_, index) => recentOf(10 - index))
  expect(withCurrent(ten, current('passed', 11), 'Nightly 11')).toHaveLength(10)
})
