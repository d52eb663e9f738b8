import { expect, test } from 'vitest'
import { meaningOf, statusesOf, statusIdOf } from './statuses.ts'

test.each([
  [1, { status: 'passed' }],
  [2, { status: 'skipped', note: 'Blocked' }],
  [3, {}],
  [4, { status: 'skipped' }],
  [5, { status: 'failed' }],
  [6, { status: 'skipped' }],
  [7, { status: 'failed' }],
  [8, undefined],
  [0, undefined],
])('the status %j comes in as %j', (id, meaning) => {
  expect(meaningOf(id)).toEqual(meaning)
})

test.each([
  ['passed', 1],
  ['pending', 3],
  ['skipped', 4],
  ['failed', 5],
  ['error', 5],
] as const)('a result that is %s goes out as %j, and a filter by that finds it', (status, id) => {
  expect(statusIdOf(status)).toBe(id)
  expect(statusesOf(id)).toContain(status)
})
