import { expect, test } from 'vitest'
import { emptySummary } from '#shared/test-runs/summary.ts'
import { recordedText } from './run-label.ts'

test.each([
  [0, 0, 'nothing recorded yet'],
  [5, 5, '0% of 5 recorded'],
  [1_000, 999, '<1% of 1,000 recorded'],
  [5, 3, '40% of 5 recorded'],
  [3, 1, '66% of 3 recorded'],
  [1_000, 1, '99% of 1,000 recorded'],
  [1_000, 0, '100% of 1,000 recorded'],
])('A run of %d results with %d pending says “%s”', (total, pending, text) => {
  expect(recordedText({ ...emptySummary(), total, pending, passed: total - pending })).toBe(text)
})
