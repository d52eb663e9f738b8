import { expect, it } from 'vitest'
import { emptySummary, type Summary } from '#shared/test-runs/summary.ts'
import { directionOf, verdictOf } from './verdict.ts'

const run = (change: Partial<Summary>): Summary => ({ ...emptySummary(), ...change })

it.each([
  [0.9, 0.95, 'worse'],
  [0.95, 0.9, 'better'],
  [0.9, 0.9, 'same'],
  [0.9, null, 'first'],
  [null, 0.9, 'first'],
] as const)('A pass rate of %s after %s is %s', (now, before, direction) => {
  expect(directionOf(now, before)).toBe(direction)
})

it.each([
  ['worse', run({ total: 46, passed: 43, failed: 2, error: 1 }), 2, '3 of 46 cases fail, 2 of them new'],
  ['worse', run({ total: 46, passed: 43, failed: 3 }), 0, '3 of 46 cases fail, none of them new'],
  ['worse', run({ total: 46, passed: 43, failed: 3 }), 3, '3 of 46 cases fail, all of them new'],
  ['worse', run({ total: 2, passed: 1, failed: 1 }), 1, '1 of 2 cases fails, and it is new'],
  ['worse', run({ total: 2, passed: 1, error: 1 }), 0, '1 of 2 cases fails, which is not new'],
  ['worse', run({ total: 1, error: 1 }), 1, 'the only case fails, and it is new'],
  ['worse', run({ total: 12_000, passed: 12_000 }), 0, 'all 12,000 cases pass'],
  ['worse', run({ total: 3, passed: 2, skipped: 1 }), 0, 'no case fails'],
] as const)('The sentence of a %s run of %o with %s new failures ends with "%s"', (direction, summary, count, end) => {
  expect(verdictOf(direction, summary, count)).toBe(`Worse than before: ${end}`)
})

it('The sentence of the first run says nothing about runs before it', () => {
  expect(verdictOf('first', run({ total: 5, passed: 5 }), 0)).toBe('All 5 cases pass')
  expect(verdictOf('first', run({}), 0)).toBe('The last run has no cases')
})
