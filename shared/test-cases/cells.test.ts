import { describe, expect, test } from 'vitest'
import { parseList } from './list-cell.ts'
import { formatSteps, parseSteps } from './steps-cell.ts'

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
    ['1. a\n=> x\n2. b\nmore', [['a', 'x'], ['b\nmore']]],
    ['1. => a', [['=> a']]],
    ['1.5 litres\n2 litres', [['1.5 litres'], ['2 litres']]],
    ['Open\n=> Shown\n\nPay', [['Open', 'Shown'], ['Pay']]],
    ['Open\n1. Pay', [['Open'], ['1. Pay']]],
    ['- a\n- b', [['- a'], ['- b']]],
    ['=> x', [['', 'x']]],
    ['1.', [['']]],
    ['', []],
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
