import { expect, test } from 'vitest'
import { RunRows } from './run-rows.ts'

const suites = (...given: [id: string, count: number, isOpen?: boolean][]) =>
  new RunRows(given.map(([id, count, isOpen = true]) => ({ id, count, isOpen })))

test('rows are counted over open suites', () => {
  const rows = suites(['a', 2], ['b', 3, false], ['c', 0], ['d', 2])
  expect(rows.length).toBe(4)
  const places = Array.from({ length: 5 }, (_, row) => rows.placeOf(row))
  expect(places).toEqual([
    { suiteId: 'a', position: 0 },
    { suiteId: 'a', position: 1 },
    { suiteId: 'd', position: 0 },
    { suiteId: 'd', position: 1 },
    undefined,
  ])
  expect(rows.placeOf(-1)).toBeUndefined()
})

test('the row of a position is found, unless its suite is closed', () => {
  const rows = suites(['a', 2], ['b', 3, false], ['d', 2])
  expect(rows.rowAt('d', 1)).toBe(3)
  expect(rows.rowAt('b', 1)).toBeUndefined()
  expect(rows.rowAt('d', 2)).toBeUndefined()
  expect(rows.rowAt('x', 0)).toBeUndefined()
})

test.each([
  [0, 1, 2],
  [1, 1, 2],
  [2, 1, 2],
  [3, -1, 0],
  [1, -1, 0],
] as const)('from row %i, a step of %i leads to row %i, past closed and empty suites', (row, step, start) => {
  expect(suites(['a', 2], ['b', 3, false], ['c', 0], ['d', 2]).suiteStart(row, step)).toBe(start)
})

test('an empty list has no rows', () => {
  expect(suites().length).toBe(0)
  expect(suites().placeOf(0)).toBeUndefined()
  expect(suites(['a', 3, false]).placeOf(0)).toBeUndefined()
})
