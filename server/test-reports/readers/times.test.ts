import { expect, test } from 'vitest'
import { readClock, readMilliseconds, readMoment, readSeconds } from './times.ts'

test.each([
  ['2026-06-01T10:00:00.123Z', '2026-06-01T10:00:00.123Z'],
  ['2026-06-01T10:00:00.123456789+00:00', '2026-06-01T10:00:00.123Z'],
  ['2026-06-01T10:00:00+0530', '2026-06-01T04:30:00.000Z'],
  ['2026-06-01T10:00:00-08', '2026-06-01T18:00:00.000Z'],
  ['2026-06-01T10:00:00', '2026-06-01T10:00:00.000Z'],
  ['2026-06-01 10:00:00,5', '2026-06-01T10:00:00.500Z'],
  ['2026-06-01 10:00:00 UTC', '2026-06-01T10:00:00.000Z'],
  ['2026-06-01T10:00', '2026-06-01T10:00:00.000Z'],
  ['Sat, 03 Dec 2022 23:10:07 GMT', '2022-12-03T23:10:07.000Z'],
  ['30 Nov 2022 14:06:32 GMT', '2022-11-30T14:06:32.000Z'],
  ['Mon, 1 June 2026 10:00:00 +0200', '2026-06-01T08:00:00.000Z'],
  ['Sat, 31 Feb 2022 23:10:07', '2022-03-03T23:10:07.000Z'],
  ['Sat, 41 Feb 2022 23:10:07 GMT', undefined],
  [' 1780300800 ', '2026-06-01T08:00:00.000Z'],
  [1_780_300_800, '2026-06-01T08:00:00.000Z'],
  [1_780_300_800_000, '2026-06-01T08:00:00.000Z'],
  [1_780_300_800.25, '2026-06-01T08:00:00.250Z'],
  [0, null],
  ['', null],
  ['0', null],
  [undefined, null],
  [null, null],
  ['2026-02-30T10:00:00+99:00', undefined],
  ['2026-13-01T10:00:00Z', undefined],
  ['Mon Jun 1', undefined],
  [-5, undefined],
  [1e300, undefined],
  [Number.NaN, undefined],
  [{}, undefined],
])('the moment %j', (given, expected) => {
  expect(readMoment(given)).toBe(expected)
})

test.each([
  ['0.5', 500],
  ['1,234.567', 1_234_567],
  ['1,234,567', 1_234_567_000],
  ['0,005', 5],
  ['0,5', 500],
  ['.25', 250],
  ['0.', 0],
  ['1e-3', 1],
  ['0.0000001', 0],
  ['-1', null],
  ['1,5', null],
  ['NaN', null],
  ['', null],
  [undefined, null],
])('%j seconds', (given, expected) => {
  expect(readSeconds(given)).toBe(expected)
})

test('milliseconds are rounded to the microsecond', () => {
  expect([1.23456, 0, -1, Number.POSITIVE_INFINITY, '5'].map(readMilliseconds)).toEqual([1.235, 0, null, null, null])
})

test.each([
  ['1.02:03:04.5', 93_784_500],
  ['00:00:01,25', 1_250],
  [' 10:00:00 ', 36_000_000],
  ['10:00', null],
  [undefined, null],
])('the clock %j', (given, expected) => {
  expect(readClock(given)).toBe(expected)
})
