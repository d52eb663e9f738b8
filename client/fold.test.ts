import { expect, test } from 'vitest'
import { fold, Folding } from './fold.ts'

const problem = (row: number, message: string, hint?: string) => ({ line: `row ${row}: ${message}`, message, hint })

test('a thousand problems of one kind are two lines, a number and one hint', () => {
  const alike = Array.from({ length: 1_000 }, (_, row) => problem(row, `C${row} is no case`, 'Use --ignore-refs'))
  expect(fold([...alike, problem(1_000, 'name is required')])).toEqual([
    'row 0: C0 is no case',
    'row 1: C1 is no case',
    '  and 998 more like it',
    '  Use --ignore-refs',
    'row 1000: name is required',
  ])
})

test('three problems of one kind are three lines', () => {
  const three = [1, 2, 3].map((row) => problem(row, 'no name'))
  expect(fold(three)).toEqual(three.map(({ line }) => line))
})

test('warnings of many files are shown twice and then counted', () => {
  const folding = new Folding()
  const shown = [1, 2, 3, 4].filter((size) => folding.isShown({ message: `a line has ${size} bytes` }))
  for (const message of ['another', 'another']) expect(folding.isShown({ message })).toBe(true)
  expect([shown, folding.rest()]).toEqual([[1, 2], ['and 2 more like it: a line has 1 bytes']])
})
