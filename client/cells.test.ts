import { describe, expect, test } from 'vitest'
import type { CaseStep } from '#shared/test-cases/test-case.ts'
import { formatCases, readCases } from './case-files.ts'
import { formatSteps, parseSteps } from '#shared/test-cases/steps-cell.ts'
import { formatList, parseList } from '#shared/test-cases/list-cell.ts'

describe('steps in a cell', () => {
  test('steps in a cell are numbered, with what should be seen after an arrow', () => {
    const steps = [
      { action: 'Put an item into the cart', expected: 'The cart shows 1\nand its price' },
      { action: 'Pay', expected: '' },
    ]
    expect(formatSteps(steps)).toBe('1. Put an item into the cart\n=> The cart shows 1\nand its price\n2. Pay')
  })

  test.each<[string, string[][]]>([
    ['1. a\n2. b', [['a'], ['b']]],
    ['1) a\n7) b', [['a'], ['b']]],
    [' 1. a\r\n=> x\r\n2. b\r\n', [['a', 'x'], ['b']]],
    ['1. a\n\n  more\n  =>x\ny\n=> z', [['a\n\n  more', 'x\ny\nz']]],
    ['1. a\n\\2. b\n\\=> c\n\\\\d\n \\e', [['a\n2. b\n=> c\n\\d\n \\e']]],
    ['1. => a', [['=> a']]],
    ['1.5 litres\n2 litres', [['1.5 litres'], ['2 litres']]],
    ['Open\n=> Shown\n\nPay', [['Open', 'Shown'], ['Pay']]],
    ['- a\n- b', [['- a'], ['- b']]],
    ['=> x', [['', 'x']]],
    ['1.', [['']]],
  ])('%j is read as %j', (cell, steps) => {
    expect(parseSteps(cell)).toEqual(steps.map(([action, expected = '']) => ({ action, expected })))
  })
})

test.each([
  ['a, b;c,,d ,', ['a', 'b;c', 'd']],
  ['"a,b" , "say ""hi"""', ['a,b', 'say "hi"']],
  ['a\nb', ['a', 'b']],
  ['12" disk, b', ['12" disk', 'b']],
  ['"open', ['"open']],
  [' , ', []],
])('the tags in %j are %j', (cell, tags) => {
  expect(parseList(cell)).toEqual(tags)
})

/** Texts that a spreadsheet, the CSV format, or cells of steps or tags could misread. */
const PIECES = [
  [
    '1. ',
    '2) ',
    '10.',
    '=>',
    '=> ',
    ' => ',
    '\\',
    '\\\\',
    '-',
    '=',
    '+',
    '@',
    "'",
    '"',
    '""',
    ',',
    ';',
    '＝',
    '\t',
    '#',
    ' ',
  ],
  ['\n', '\n', '\n', '\r', '\r\n', '\u2028', '\u00a0', 'a', 'B', 'ü', '😀', '1', 'word', 'null', '[]', '<b>', '**'],
].flat()

/** A seeded source, equal in every run. */
function source(seed: number) {
  let state = seed
  const below = (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
  const text = (pieces: number) =>
    Array.from({ length: below(pieces) }, () => PIECES[below(PIECES.length)])
      .join('')
      .trim()
  return { below, text }
}

test('5,000 cases with strange steps and tags come back from CSV, guarded CSV and JSON exactly', () => {
  const { below, text } = source(7)
  const someSteps = (): CaseStep[] =>
    Array.from({ length: below(5) }, () => ({ action: text(12) || 'a', expected: text(9) }))
  const someTags = () => Array.from({ length: below(5) }, () => text(5)).filter((tag) => tag !== '')
  const rows = Array.from({ length: 5_000 }, () => ({ steps: someSteps(), tags: someTags() }))
  for (const { steps, tags } of rows) {
    expect(parseSteps(formatSteps(steps)), JSON.stringify(steps)).toEqual(steps)
    expect(parseList(formatList(tags)), JSON.stringify(tags)).toEqual(tags)
  }
  const texts = { suite: 'S', name: 'A', type: 'auto', ref: 'C1', priority: 'low' }
  const none = {
    expectedValueType: null,
    expectedValue: null,
    description: null,
    automationKey: null,
    preconditions: null,
    references: null,
  }
  const cases = rows.map((lists) => ({ ...texts, ...none, ...lists }))
  for (const file of [formatCases(cases, 'csv'), formatCases(cases, 'csv', true), formatCases(cases, 'json')]) {
    const read = readCases(Buffer.from(file))
    expect(read.problems).toEqual([])
    expect(read.rows.map(({ cells }) => ({ steps: cells.steps ?? [], tags: cells.tags ?? [] }))).toEqual(rows)
  }
})
