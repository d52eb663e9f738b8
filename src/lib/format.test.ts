import { expect, test } from 'vitest'
import { formatBytes } from './format.ts'

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
