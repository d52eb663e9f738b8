import { expect, test } from 'vitest'
import type { TestResult } from '#shared/test-results/test-result.ts'
import {
  formatResultFilter,
  isFiltered,
  isSameFilter,
  leftFilter,
  matchInput,
  NO_FILTER,
  readResultFilter,
  type ResultFilter,
  wordsOf,
} from './result-filter.ts'

test.each([
  ['', NO_FILTER],
  ['status:failed,error', { ...NO_FILTER, statuses: ['failed', 'error'] }],
  ['status:error,failed', { ...NO_FILTER, statuses: ['failed', 'error'] }],
  ['is:newly-failed', { ...NO_FILTER, isNewlyFailed: true }],
  ['assignee:me', { ...NO_FILTER, assignee: 'me' }],
  ['one item', { ...NO_FILTER, text: 'one item' }],
  ['-status:passed', { ...NO_FILTER, statuses: ['failed', 'error', 'pending', 'skipped'] }],
  ['status:splendid', NO_FILTER],
  // What no button of the bar shows stays in the search field.
  [
    'suite:"Gift cards" -tag:slow status:failed',
    { ...NO_FILTER, statuses: ['failed'], text: 'suite:"Gift cards" -tag:slow' },
  ],
  ['is:flaky', { ...NO_FILTER, text: 'is:flaky' }],
  ['-assignee:me -is:newly-failed', { ...NO_FILTER, text: '-assignee:me -is:newly-failed' }],
  [
    '"one item" status:failed is:newly-failed assignee:me',
    {
      statuses: ['failed'],
      isNewlyFailed: true,
      assignee: 'me',
      text: '"one item"',
    },
  ],
])('the query %j is read as a filter', (query, filter) => {
  expect(readResultFilter(query)).toEqual(filter)
})

test.each([
  [NO_FILTER, ''],
  [
    { statuses: ['failed', 'error'], isNewlyFailed: true, assignee: 'me', text: 'refund' },
    'refund status:failed,error is:newly-failed assignee:me',
  ],
  [{ ...NO_FILTER, statuses: ['failed'], text: '-tag:slow is:flaky' }, '-tag:slow is:flaky status:failed'],
  // Fields typed as a search become conditions.
  [{ ...NO_FILTER, text: 'refund status:failed' }, 'refund status:failed'],
] as const)('the filter %j is written as %j', (filter, query) => {
  expect(formatResultFilter(filter)).toBe(query)
})

test('the words of a filter are sent without quotes', () => {
  expect(wordsOf({ ...NO_FILTER, text: '"one item" cart' })).toBe('one item cart')
})

test('filters are compared by what they choose', () => {
  expect(isSameFilter({ ...NO_FILTER, text: ' one  item ' }, { ...NO_FILTER, text: 'one item' })).toBe(true)
  expect(isFiltered({ ...NO_FILTER, text: ' ' })).toBe(false)
  expect(isFiltered({ ...NO_FILTER, assignee: 'me' })).toBe(true)
})

const SUITES = [
  { id: 'cart', name: 'Cart' },
  { id: 'payment', name: 'Payment' },
]

const RESULT = {
  status: 'failed',
  notes: 'Timeout',
  defects: ['PAY-123'],
  actualValue: '504',
  expectedValue: '200',
  assignee: { id: 'ada', name: 'Ada' },
  flaky: false,
  testCase: {
    name: 'Refunds a card',
    number: 2,
    type: 'manual',
    priority: 'high',
    tags: ['Smoke'],
    references: ['PAY-7'],
    testSuite: { id: 'payment', name: 'Payment', number: 1 },
  },
} as TestResult

test.each<[Partial<ResultFilter>, boolean]>([
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
  [{ text: 'suite:payment tag:smoke,api priority:HIGH type:manual issue:pay-7 -tag:slow refund' }, false],
  [{ text: 'suite:Cart' }, true],
  [{ text: '-suite:Payment' }, true],
  [{ text: '-tag:smoke' }, true],
  [{ text: 'priority:low' }, true],
  [{ text: 'priority:splendid' }, true],
  [{ text: '"tag:smoke"' }, true],
  [{ text: 'is:flaky' }, true],
  [{ text: '-assignee:tess' }, true],
])('a failed result has left the filter %j: %s', (filter, hasLeft) => {
  expect(leftFilter({ ...NO_FILTER, ...filter }, RESULT)).toBe(hasLeft)
})

test('a result that passed has left the newly failed ones', () => {
  expect(leftFilter({ ...NO_FILTER, isNewlyFailed: true }, { ...RESULT, status: 'passed' })).toBe(true)
})

test('the server is asked only for the conditions that are set', () => {
  expect(matchInput('run', NO_FILTER, [])).toEqual({ testRunId: 'run' })
  const filter: ResultFilter = {
    ...NO_FILTER,
    statuses: ['failed'],
    isNewlyFailed: true,
    assignee: 'ada',
    text: '"one item" cart',
  }
  expect(matchInput('run', filter, [])).toEqual({
    testRunId: 'run',
    status: ['failed'],
    newlyFailed: true,
    assigneeId: 'ada',
    q: 'one item cart',
  })
})

test('the server is asked for conditions on cases, and for nothing if no result can match', () => {
  const inputOf = (text: string) => matchInput('run', { ...NO_FILTER, text }, SUITES)
  expect(inputOf('refund suite:CART,payment -suite:other tag:smoke is:flaky -type:automated')).toEqual({
    testRunId: 'run',
    q: 'refund',
    testSuiteId: ['cart', 'payment'],
    tag: ['smoke'],
    notType: ['auto'],
    flaky: true,
  })
  for (const text of ['suite:Other', 'priority:splendid', 'is:splendid', '-is:flaky', '-assignee:me'])
    expect(inputOf(text)).toBeNull()
})
