import { expect, test } from 'vitest'
import { guardCell, unguardCell } from './csv-safety.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+cmd', "'+cmd"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['-1+2', "'-1+2"],
  ['=', "'="],
  ["'=1", "''=1"],
  ["''-x", "'''-x"],
  ["'-5", "''-5"],
  ['-5', '-5'],
  ['+1.5e-3', '+1.5e-3'],
  ['-.5', '-.5'],
  ['a=1', 'a=1'],
  [' =1', ' =1'],
  ["'quoted'", "'quoted'"],
  ['', ''],
])('the cell %j is guarded as %j and read back', (text, guarded) => {
  expect([guardCell(text), unguardCell(guardCell(text))]).toEqual([guarded, text])
})

test('no guarded cell starts a formula', () => {
  const starts = ['=', '+', '-', '@', '\t', '\r']
  const texts = starts.flatMap((start) => ['', 'x', '1', '1x', "'", '=', ' '].map((rest) => start + rest))
  const risky = texts.map(guardCell).filter((text) => starts.includes(text[0] ?? '') && Number.isNaN(Number(text)))
  expect(risky).toEqual([])
  expect(texts.map((text) => unguardCell(guardCell(text)))).toEqual(texts)
})
