import { expect, test } from 'vitest'
import { formatRunFilter, isFiltered, isSameFilter, NO_FILTER, readRunFilter, wordsOf } from './run-filter.ts'

test.each([
  ['', NO_FILTER],
  ['status:failed,error', { ...NO_FILTER, statuses: ['failed', 'error'] }],
  ['status:error,failed', { ...NO_FILTER, statuses: ['failed', 'error'] }],
  ['is:newly-failed', { ...NO_FILTER, isNewlyFailed: true }],
  ['assignee:me', { ...NO_FILTER, assignee: 'me' }],
  ['one item', { ...NO_FILTER, text: 'one item' }],
  ['-status:passed', { ...NO_FILTER, statuses: ['failed', 'error', 'pending', 'skipped'] }],
  ['status:splendid', NO_FILTER],
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
  expect(readRunFilter(query)).toEqual(filter)
})

test.each([
  [NO_FILTER, ''],
  [
    { statuses: ['failed', 'error'], isNewlyFailed: true, assignee: 'me', text: 'refund' },
    'refund status:failed,error is:newly-failed assignee:me',
  ],
  // Fields typed as a search become conditions.
  [{ ...NO_FILTER, text: 'refund status:failed' }, 'refund status:failed'],
] as const)('the filter %j is written as %j', (filter, query) => {
  expect(formatRunFilter(filter)).toBe(query)
})

test('the words of a filter are sent without quotes', () => {
  expect(wordsOf({ ...NO_FILTER, text: '"one item" cart' })).toBe('one item cart')
})

test('filters are compared by what they choose', () => {
  expect(isSameFilter({ ...NO_FILTER, text: ' one  item ' }, { ...NO_FILTER, text: 'one item' })).toBe(true)
  expect(isFiltered({ ...NO_FILTER, text: ' ' })).toBe(false)
  expect(isFiltered({ ...NO_FILTER, assignee: 'me' })).toBe(true)
})
