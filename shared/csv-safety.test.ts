import { expect, test } from 'vitest'
import { guardCell, unguardCell } from './csv-safety.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+cmd', "'+cmd"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['-1+2', "'-1+2"],
  ['=', "'="],
  ["'=1", "''=1"],
  ["''-x", "'''-x"],
  ["'-5", "''-5"],
  ['-5', '-5'],
  ['-12.25', '-12.25'],
  ['+15E3', '+15E3'],
  ['+1.5e-3', '+1.5e-3'],
  ['-.5', '-.5'],
  ['a=1', 'a=1'],
  [' =1', ' =1'],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['a;=1', "a;'=1"],
  ['a;-5', "a;'-5"],
  ['a;"=1', 'a;"\'=1'],
  ["a;'=1", "a;''=1"],
  ['a; =1', 'a; =1'],
  ['a;b=1', 'a;b=1'],
  ['a\t@b', "a\t'@b"],
  ['- one\n- two\r\n+ three', "'- one\n'- two\r\n'+ three"],
  ['\t\r=1', "'\t'\r'=1"],
  ['a,=1', 'a,=1'],
  ["'quoted'", "'quoted'"],
  ['', ''],
])('the cell %j is guarded as %j and read back', (text, guarded) => {
  expect([guardCell(text), unguardCell(guardCell(text))]).toEqual([guarded, text])
})

test('no guarded cell starts a formula', () => {
  const starts = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']
  const texts = starts.flatMap((start) => ['', 'x', '1', '1x', "'", '=', ' '].map((rest) => start + rest))
  const risky = texts.map(guardCell).filter((text) => starts.includes(text[0] ?? '') && Number.isNaN(Number(text)))
  expect(risky).toEqual([])
  expect(texts.map((text) => unguardCell(guardCell(text)))).toEqual(texts)
})

const STARTS_AS_NUMBER = /^[+-](\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?(,|$)/i

/** Splits a line like a spreadsheet: only a cell that starts with a quote is quoted. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = []
  const cell = new RegExp(`(?:"((?:[^"]|"")*)")?([^${separator}\\r\\n]*)(?:[${separator}\\r\\n]|$)`, 'y')
  while (cell.lastIndex < file.length) {
    const [, quoted = '', rest = ''] = cell.exec(file) as RegExpExecArray
    cells.push(quoted.replaceAll('""', '"') + rest)
  }
  return cells
}

test('no cell of random texts starts a formula in a comma, semicolon or tab locale, and each is read back', () => {
  const characters = Array.from('=+-@＝＋－＠;;,"\'\t\r\n a1')
  let seed = 1
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 20_000; round += 1) {
    const texts = Array.from({ length: 3 }, () =>
      Array.from({ length: random(8) }, () => characters[random(characters.length)]).join(''),
    )
    const guarded = texts.map(guardCell)
    expect(guarded.map(unguardCell)).toEqual(texts)
    const file = guarded.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
    for (const separator of [',', ';', '\t']) {
      // A number before a comma is not a formula. Nothing after it is one either: the quote there is never closed.
      const risky = cellsOf(file, separator).filter(
        (cell) => /^[=+\-@＝＋－＠]/.test(cell) && !STARTS_AS_NUMBER.test(cell),
      )
      expect(risky, JSON.stringify(texts)).toEqual([])
    }
  }
})
