import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'

const HEADERS: [string | null, string | null][] = [
  [null, null],
  ['attachment', null],
  ['attachment; filename="Shop-R12.csv"', 'Shop-R12.csv'],
  ['attachment; filename=Shop-R12.csv', 'Shop-R12.csv'],
  ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
  ['attachment; filename="Gru?e.csv"; filename*=UTF-8\'\'Gr%C3%BC%C3%9Fe.csv', 'Grüße.csv'],
  ["attachment; filename*=UTF-8''%E0%A4.csv", null],
]

test.each(HEADERS)('the file name of the header %j is %j', (header, name) => {
  expect(fileNameOf(header)).toBe(name)
})
