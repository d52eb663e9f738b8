import { expect, it } from 'vitest'
import { sharesOf } from './shares.ts'

it.each([
  [[], 2, [[], []]],
  [[1], 2, [[1], []]],
  [
    [1, 2, 3, 4],
    2,
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [
    [1, 2, 3, 4, 5, 6, 7, 8],
    3,
    [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8],
    ],
  ],
  [[1, 2, 3], 1, [[1, 2, 3]]],
])('%j in %i parts is %j', (items, parts, shares) => {
  expect(sharesOf(items, parts)).toEqual(shares)
})
