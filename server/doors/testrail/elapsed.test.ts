import { expect, test } from 'vitest'
import { elapsedText, millisecondsOf } from './elapsed.ts'

test.each([
  ['1m 45s', 105_000],
  ['1m45s', 105_000],
  ['2h', 7_200_000],
  ['1d 2h', 93_600_000],
  ['0.12s', 120],
  ['0.30000000000000004s', 300],
  ['0.30000000000000004', 300],
  ['30s', 30_000],
  [' 5s ', 5_000],
  ['45', 45_000],
  ['12ms', 12],
  ['0s', 0],
  ['', undefined],
  ['soon', undefined],
  ['1x', undefined],
  ['-1s', undefined],
  ['1 2', undefined],
  ['1s '.repeat(40), undefined],
])('the elapsed text %j means %j milliseconds', (text, milliseconds) => {
  expect(millisecondsOf(text)).toBe(milliseconds)
})

test.each([
  [0, '1s'],
  [120, '1s'],
  [1_499, '1s'],
  [105_000, '1m 45s'],
  [3_600_000, '1h'],
  [93_600_000, '26h'],
])('%j milliseconds are shown as %j', (milliseconds, text) => {
  expect(elapsedText(milliseconds)).toBe(text)
})
