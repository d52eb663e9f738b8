import { expect, test } from 'vitest'
import { formatBytes, formatDuration } from './format.ts'

test.each([
  [0, '0 ms'],
  [0.4, '0 ms'],
  [850, '850 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1_250, '1.3 s'],
  [59_900, '59.9 s'],
  [59_960, '1 min 0 s'],
  [75_400, '1 min 15 s'],
  [3_599_400, '59 min 59 s'],
  [3_600_000, '1 h 0 min'],
  [7_475_000, '2 h 4 min'],
])('formatDuration writes %d ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [12_400, '12 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [3_400_000, '3.4 MB'],
])('formatBytes writes %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
