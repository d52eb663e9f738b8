import { expect, test } from 'vitest'
import { isGivenUp, nextAttemptAt } from './retries.ts'

const now = Date.parse('2026-01-31T12:00:00.000Z')
const secondsTo = (at: string | null) => at && (Date.parse(at) - now) / 1000

test('a delivery is tried ten times within four days, with longer and longer pauses', () => {
  const pauses = Array.from({ length: 10 }, (_, at) => secondsTo(nextAttemptAt({ attempts: at + 1 }, now, 0)))
  expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null])
  expect(secondsTo(nextAttemptAt({ attempts: 1 }, now, 1))).toBe(5.5)
})

test.each([
  ['120', 120],
  ['1', 5],
  ['99999999', 86_400],
  ['Sat, 31 Jan 2026 12:10:00 GMT', 600],
  ['Sat, 31 Jan 2026 11:00:00 GMT', 5],
  ['soon', 5],
])('Retry-After %j makes the first pause %i seconds', (retryAfter, seconds) => {
  expect(secondsTo(nextAttemptAt({ attempts: 1, retryAfter }, now, 0))).toBe(seconds)
})

test('an endpoint is given up after five days without a success', () => {
  expect(isGivenUp('2026-01-26T12:00:00.001Z', now)).toBe(false)
  expect(isGivenUp('2026-01-26T12:00:00.000Z', now)).toBe(true)
})
