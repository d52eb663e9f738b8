import { expect, it } from 'vitest'
import { toCaseFilter, valuesIn, withValue } from './case-filter.ts'

const SUITES = [
  { id: 'a', name: 'Cart' },
  { id: 'b', name: 'Gift cards' },
  { id: 'c', name: 'cart' },
]

it.each([
  ['refund 404', { q: 'refund 404' }],
  ['"gift card" x', { q: '"gift card" x' }],
  ['suite:cart', { testSuiteId: ['a', 'c'] }],
  ['-suite:"Gift cards"', { notTestSuiteId: ['b'] }],
  ['suite:unknown', null],
  ['-suite:unknown x', { q: 'x' }],
  ['tag:smoke,api -tag:slow', { tag: ['smoke', 'api'], notTag: ['slow'] }],
  ['priority:HIGH,low', { priority: ['low', 'high'] }],
  ['priority:urgent', null],
  ['type:automated', { type: ['auto'] }],
  ['-type:manual', { notType: ['manual'] }],
  ['status:failed', { q: 'status:failed' }],
])('the search %j asks the server for %j', (text, filter) => {
  expect(toCaseFilter(text, SUITES)).toEqual(filter)
})

it.each([
  ['', 'tag', 'smoke', 'tag:smoke'],
  ['refund tag:smoke', 'tag', 'api', 'refund tag:smoke,api'],
  ['refund tag:smoke,api -tag:slow', 'tag', 'Smoke', 'refund -tag:slow tag:api'],
  ['tag:smoke', 'tag', 'smoke', ''],
  ['', 'suite', 'Gift cards', 'suite:"Gift cards"'],
] as const)('in the search %j a chip of %s %s makes %j', (text, field, value, after) => {
  expect(withValue(text, field, value)).toBe(after)
})

it('chips know the values of their field, without those that are excluded', () => {
  expect(valuesIn('tag:a,b -tag:c tag:d', 'tag')).toEqual(['a', 'b', 'd'])
})
