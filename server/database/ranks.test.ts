import { expect, test } from 'vitest'
import { rankOfRef } from './ranks.ts'

test('the ranks of refs are in the order of their numbers', () => {
  const numbers = [0, 1, 9, 10, 35, 36, 61, 62, 63, 3_843, 3_844, 238_328, 916_132_831]
  const ranks = numbers.map((number) => rankOfRef(`C${number}`))
  expect(ranks.toSorted()).toEqual(ranks)
  expect(new Set(ranks.map(({ length }) => length))).toEqual(new Set([6]))
  expect(rankOfRef('C62')).toBe('e00010')
})
