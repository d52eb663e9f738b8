import { expect, test } from 'vitest'
import { insertPasted, stepsFromPaste } from './steps-from-paste.ts'

const step = (action: string, expected = '') => ({ action, expected })

test.each([
  ['one line', 'Open the cart', null],
  ['a line with a line break at its end', 'Open the cart\n', null],
  ['an empty text', ' \n\n', null],
  ['several lines', 'Open the cart\nPress Pay', [step('Open the cart'), step('Press Pay')]],
  ['lines of Windows, and empty ones', 'Open\r\n\r\nPay\r\n', [step('Open'), step('Pay')]],
  ['numbered lines', '1. Open\n2) Pay\n10. Leave', [step('Open'), step('Pay'), step('Leave')]],
  ['listed lines', '- Open\n* Pay\n• Leave', [step('Open'), step('Pay'), step('Leave')]],
  [
    'a number that belongs to the text',
    '3.5 kg are weighed\n-5 degrees',
    [step('3.5 kg are weighed'), step('-5 degrees')],
  ],
  ['two columns', 'Open\tIt is empty\nPay\t', [step('Open', 'It is empty'), step('Pay')]],
  ['one row of two columns', 'Open\tIt is empty', [step('Open', 'It is empty')]],
  [
    'a quoted cell with line breaks',
    '"Open\nand wait"\t"It says ""Empty"""\nPay\tDone',
    [step('Open\nand wait', 'It says "Empty"'), step('Pay', 'Done')],
  ],
  ['a text that begins with a quoted word', '"Pay" is pressed\nDone', [step('"Pay" is pressed'), step('Done')]],
  ['a quote without its end', '"Open\nPay', [step('"Open'), step('Pay')]],
  ['a column that counts the rows', '1\tOpen\tEmpty\n2\tPay\t', [step('Open', 'Empty'), step('Pay')]],
  ['numbers that are no count', '7\tOpen\n7\tPay', [step('7', 'Open'), step('7', 'Pay')]],
  ['a third column', 'Open\tEmpty\tA note', [step('Open', 'Empty\nA note')]],
  ['a list within a cell', '"Open:\n- the cart\n- the bill"\tEmpty', [step('Open:\n- the cart\n- the bill', 'Empty')]],
])('The steps of a paste of %s', (_, text, steps) => {
  expect(stepsFromPaste(text)).toEqual(steps)
})

test('100,000 characters of quotes are read in under 500 ms', () => {
  const start = performance.now()
  stepsFromPaste('"'.repeat(100_000))
  stepsFromPaste(`${'"a" b\t'.repeat(20_000)}\n`)
  expect(performance.now() - start).toBeLessThan(500)
})

const [a, b, c, empty] = [step('a'), step('b'), step('c'), step('')]

test.each([
  ['replaces an empty row', [a, empty, b], 1, { steps: [a, c, c, b], last: 2, refused: 0 }],
  ['goes after a filled row', [a, b], 0, { steps: [a, c, c, b], last: 2, refused: 0 }],
])('A paste of two steps %s', (_, steps, row, result) => {
  expect(insertPasted(steps, row, [c, c])).toEqual(result)
})

test('A paste beyond 100 steps keeps what was there, adds what fits, and counts the rest', () => {
  const many = Array.from({ length: 98 }, () => a)
  expect(insertPasted([...many, empty], 98, [b, b, c])).toEqual({ steps: [...many, b, b], last: 99, refused: 1 })
  const full = Array.from({ length: 99 }, () => a)
  expect(insertPasted([...full, b], 0, [c])).toEqual({ steps: [...full, b], last: 0, refused: 1 })
})
