import { expect, test } from 'vitest'
import { Layout } from './layout.ts'

const suites = [
  { id: 'a', count: 2, isOpen: true },
  { id: 'b', count: 3, isOpen: false },
  { id: 'c', count: 0, isOpen: true },
  { id: 'd', count: 1, isOpen: true },
]
const LAYOUTS = {
  'heads and rows': [new Layout(suites), ['a head', 'a 0', 'a 1', 'b head', 'c head', 'd head', 'd 0']],
  'rows only': [new Layout(suites, { hasHeads: false }), ['a 0', 'a 1', 'd 0']],
  'heads, rows and entries': [
    new Layout(suites, { hasEntry: true }),
    ['a head', 'a 0', 'a 1', 'a 2', 'b head', 'c head', 'c 0', 'd head', 'd 0', 'd 1'],
  ],
} as const

const layouts = Object.entries(LAYOUTS).map(([name, [layout, lines]]) => ({ name, layout, lines }))

test.each(layouts)('a layout of $name counts the lines of open suites', ({ layout, lines }) => {
  const places = Array.from({ length: layout.length }, (_, line) => layout.placeOf(line))
  expect(places.map((place) => `${place?.suiteId} ${place?.position ?? 'head'}`)).toEqual(lines)
  expect(layout.placeOf(-1)).toBeUndefined()
  expect(layout.placeOf(layout.length)).toBeUndefined()
})

test.each(layouts)('each line of a layout of $name is found by its place', ({ layout }) => {
  for (let line = 0; line < layout.length; line += 1) {
    const place = layout.placeOf(line)
    expect(place && layout.lineOf(place)).toBe(line)
  }
})

test.each([
  ['in a closed suite', { suiteId: 'b', position: 0 }],
  ['behind the last row', { suiteId: 'a', position: 2 }],
  ['in a suite that is not listed', { suiteId: 'x', position: null }],
])('a place %s has no line', (_, place) => {
  expect(new Layout(suites).lineOf(place)).toBeUndefined()
  expect(new Layout(suites, { hasHeads: false }).lineOf(place)).toBeUndefined()
})

test.each([
  [2, 1, 3],
  [2, -1, 0],
  [6, -1, 4],
  [6, 1, 5],
] as const)('with heads, a step from line %i by %i suite leads to the head at line %i', (line, step, head) => {
  expect(new Layout(suites).suiteStart(line, step)).toBe(head)
})

test.each([
  [0, 1, 2],
  [1, 1, 2],
  [2, 1, 2],
  [2, -1, 0],
  [1, -1, 0],
] as const)('without heads, a step from line %i by %i leads to line %i, past empty suites', (line, step, start) => {
  expect(new Layout(suites, { hasHeads: false }).suiteStart(line, step)).toBe(start)
})

test('an empty list has no lines', () => {
  const empty = new Layout([])
  expect(empty.length).toBe(0)
  expect(empty.placeOf(0)).toBeUndefined()
  expect(empty.suiteStart(0, 1)).toBe(0)
})

test.each([
  ['a head', 5, 6],
  ['a row', 6, 7],
  ['the line behind the rows', 7, 9],
  ['a row of a suite that has left', 4, undefined],
  ['no line', 99, undefined],
])('%s of an earlier layout, at line %i, is at line %s when suites and rows have been added', (_, line, later) => {
  const suite = (id: string, count: number) => ({ id, count, isOpen: true })
  const before = new Layout([suite('a', 1), suite('gone', 0), suite('b', 1)], { hasEntry: true })
  const after = new Layout([suite('a', 1), suite('new', 1), suite('b', 2)], { hasEntry: true })
  expect(after.lineSince({ layout: before, line })).toBe(later)
})
