import { expect, test } from 'vitest'
import { dateTicks } from './date-ticks.ts'

test.each([
  [0, []],
  [1, [0]],
  [4, [3]],
  [5, [0, 4]],
  [8, [3, 7]],
  [30, [1, 5, 9, 13, 17, 21, 25, 29]],
])('Of %i bars these have a date: %j', (bars, ticks) => {
  expect(dateTicks(bars)).toEqual(ticks)
})
