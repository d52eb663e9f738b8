import { expect, test } from 'vitest'
import { RESULT_STATUSES } from './result-status.ts'
import { compareSeverity, isFailure } from './severity.ts'

test('failed and error count as failures, and no other status does', () => {
  expect(RESULT_STATUSES.filter(isFailure)).toEqual(['failed', 'error'])
})

test('sorting by severity puts pending first and error last', () => {
  const sorted = RESULT_STATUSES.map((status) => ({ status })).toSorted(compareSeverity)
  expect(sorted.map(({ status }) => status)).toEqual(['pending', 'skipped', 'passed', 'failed', 'error'])
})

test('sorting by severity keeps the order of equal statuses', () => {
  const attempts = [
    { status: 'failed', number: 1 },
    { status: 'passed', number: 2 },
    { status: 'failed', number: 3 },
  ] as const
  expect(attempts.toSorted(compareSeverity).map(({ number }) => number)).toEqual([2, 1, 3])
})
