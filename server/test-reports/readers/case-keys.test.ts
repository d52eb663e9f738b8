import { expect, test } from 'vitest'
import { keysInName, splitKeys } from './case-keys.ts'

test.each([
  ['[C123] adds up', ['C123']],
  ['adds up [C1] and [C2]', ['C1', 'C2']],
  ['[C1, C2] adds up', ['C1', 'C2']],
  ['[C1 C2] adds up', ['C1', 'C2']],
  ['C200_C201_adds_up', ['C200', 'C201']],
  ['[C1] before C200_', ['C1']],
  ['test_x[C4]', []],
  ['adds C200_up', []],
  ['C200 adds up', []],
  ['[D1] [c1] [C]', []],
])('%s', (name, keys) => {
  expect(keysInName(name)).toEqual(keys)
})

test('keys are split at commas and white space', () => {
  expect(splitKeys(' C1,C2 ,\n C3 ')).toEqual(['C1', 'C2', 'C3'])
})
