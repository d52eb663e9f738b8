import { expect, test } from 'vitest'
import { leftOutText, PRINTED_MAX, printedCount } from './printed.ts'

const summary = (total: number, failed: number, error = 0) => ({
  total,
  passed: total - failed - error,
  failed,
  error,
  skipped: 0,
  pending: 0,
  flaky: 0,
})

test.each([
  [summary(PRINTED_MAX, 3), PRINTED_MAX, null],
  [summary(10_000, 10, 2), 12, 'Shows the 12 failed of 10,000 results'],
  [summary(10_000, 0), 0, 'Shows the suites only: none of 10,000 results failed'],
  [summary(10_000, 4_000, 1_000), PRINTED_MAX, 'Shows the first 1,000 of the 5,000 failed of 10,000 results'],
])('of %o, %d results are printed: %s', (counts, printed, text) => {
  expect(printedCount(counts)).toBe(printed)
  expect(leftOutText(counts)).toBe(text)
})
