import { expect, test } from 'vitest'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { NO_FILTER, type RunFilter } from './run-filter.ts'
import { leftFilter, matchInput } from './filter-match.ts'

const RESULT = {
  status: 'failed',
  notes: 'Timeout',
  defects: ['PAY-123'],
  actualValue: '504',
  expectedValue: '200',
  assignee: { id: 'ada', name: 'Ada' },
  testCase: { name: 'Refunds a card', number: 2, testSuite: { name: 'Payment', number: 1 } },
} as TestResult

test.each<[Partial<RunFilter>, boolean]>([
  [{}, false],
  [{ statuses: ['failed', 'error'] }, false],
  [{ statuses: ['pending'] }, true],
  [{ isNewlyFailed: true }, false],
  [{ assignee: 'ada' }, false],
  [{ assignee: 'tess' }, true],
  [{ text: 'refund PAYMENT 504' }, false],
  [{ text: '1.2 timeout 200' }, false],
  [{ text: 'pay-12 timeout' }, false],
  [{ text: 'refund cart' }, true],
  [{ text: 'refund', statuses: ['passed'] }, true],
])('a failed result has left the filter %j: %s', (filter, hasLeft) => {
  expect(leftFilter({ ...NO_FILTER, ...filter }, RESULT)).toBe(hasLeft)
})

test('a result that passed has left the newly failed ones', () => {
  expect(leftFilter({ ...NO_FILTER, isNewlyFailed: true }, { ...RESULT, status: 'passed' })).toBe(true)
})

test('the server is asked only for the conditions that are set', () => {
  expect(matchInput('run', NO_FILTER)).toEqual({ testRunId: 'run' })
  const filter: RunFilter = {
    ...NO_FILTER,
    statuses: ['failed'],
    isNewlyFailed: true,
    assignee: 'ada',
    text: '"one item" cart',
  }
  expect(matchInput('run', filter)).toEqual({
    testRunId: 'run',
    status: ['failed'],
    newlyFailed: true,
    assigneeId: 'ada',
    q: 'one item cart',
  })
})
