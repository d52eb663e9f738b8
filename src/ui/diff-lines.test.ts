import { describe, expect, test } from 'vitest'
import { type Change, changedLines, type Piece } from './diff-lines.ts'

/** Lines as '-a [b]', with changed words in brackets, and '=3' for equal lines. */
function flat(changes: Change[]): string[] {
  const line = (sign: string) => (pieces: Piece[]) =>
    sign + pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
  return changes.flatMap(({ equalBefore, removed, added }) => [
    ...(equalBefore > 0 ? [`=${equalBefore}`] : []),
    ...removed.map(line('-')),
    ...added.map(line('+')),
  ])
}

describe('changedLines', () => {
  test.each([
    ['a\nb\nc', 'a\nx\nc', ['=1', '-b', '+x']],
    ['Thank you, Ada', 'Thank you, Bob', ['-Thank you, [Ada]', '+Thank you, [Bob]']],
    ['a\nb', 'a\nb\nc', ['=2', '+c']],
    ['a\nb\nc', 'c', ['-a', '-b']],
    ['a', 'a', []],
    ['', 'a', ['-', '+a']],
    ['{"b":1,"a":2}', '{"a":2,"b":1}', []],
    ['{"b":1,"a":2}', '{"a":3,"b":1}', ['=1', '-  "a": [2],', '+  "a": [3],']],
    ['{"n":1.10}', '{"n":11e-1}', []],
    [
      '{"n":9007199254740993}',
      '{"n":9007199254740992}',
      ['=1', '-  "n": [9007199254740993]', '+  "n": [9007199254740992]'],
    ],
    ['[{"b":1,"a":1}]', '[{"a":1,"b":1}]', []],
    ['{"10":1,"b":2,"9":3}', '{"b":2,"9":3,"10":1}', []],
    ['{"a":', '{"a":1}', ['-{"a":', '+{', '+  "a": 1', '+}']],
    ['{"__proto__":1}', '{"__proto__":2}', ['=1', '-  "__proto__": [1]', '+  "__proto__": [2]']],
  ])('changedLines from %j to %j', (expected, actual, lines) => {
    expect(flat(changedLines(expected, actual))).toEqual(lines)
  })

  test('texts of 100,000 characters that have nothing in common count as wholly different', () => {
    const text = (letter: string) => Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`).join('\n')
    const [change] = changedLines(text('a'), text('b'))
    expect(change?.removed).toHaveLength(20_000)
    expect(change?.added).toHaveLength(20_000)
  })

  test('a JSON text too deep to be read is compared as text', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    expect(changedLines(deep, '[]')).toHaveLength(1)
  })
})
