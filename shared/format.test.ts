import { expect, test } from 'vitest'
import { formatDuration, formatShare } from './format.ts'

test.each([
  [0, '0 ms'],
  [0.4, '0 ms'],
  [850, '850 ms'],
  [999.4, '999 ms'],
  [999.5, '1.0 s'],
  [1_250, '1.3 s'],
  [59_900, '59.9 s'],
  [59_950, '1 min 0 s'],
  [75_400, '1 min 15 s'],
  [3_599_400, '59 min 59 s'],
  [3_600_000, '1 h 0 min'],
  [7_380_000, '2 h 3 min'],
  [7_475_000, '2 h 4 min'],
])('formatDuration writes %d ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test.each([
  [0, '0%'],
  [0.001, '<1%'],
  [0.01, '1%'],
  [0.999, '99%'],
  [0.29, '29%'],
  [1, '100%'],
])('formatShare writes %d as %s', (share, text) => {
  expect(formatShare(share)).toBe(text)
})
