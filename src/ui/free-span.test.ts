import { expect, test } from 'vitest'
import { freeSpan } from './free-span.ts'

const STRIP = { top: 772, bottom: 800, left: 0, right: 1280 }
const field = (left: number, right: number, top = 770) => ({ left, right, top, bottom: top + 28 })

test.each([
  ['no field', [], { left: 0, right: 1280 }],
  ['a field higher up', [field(750, 970, 744)], { left: 0, right: 1280 }],
  ['a column of fields on the right', [field(750, 970)], { left: 0, right: 750 }],
  ['a column of fields on the left', [field(16, 300)], { left: 300, right: 1280 }],
  ['two columns of fields', [field(900, 1264), field(100, 300)], { left: 300, right: 900 }],
  ['fields that overlap', [field(100, 500), field(200, 300)], { left: 500, right: 1280 }],
  ['a hidden field', [field(0, 0)], { left: 0, right: 1280 }],
  ['a field as wide as the window', [field(16, 1264)], { left: 0, right: 1280 }],
])('With %s, the toasts have the widest part of the strip that no field meets', (_, fields, expected) => {
  expect(freeSpan(STRIP, fields)).toEqual(expected)
})
