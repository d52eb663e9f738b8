import { expect, test } from 'vitest'
import { type Box, boxAt, placeToast } from './toast-place.ts'

const TOAST = { width: 300, height: 50 }
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const WIDE = { width: 366, height: 50 }

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
/** A field every 50 px over the whole height. */
const column = (left: number, width: number) => Array.from({ length: 16 }, (_, row) => box(left, row * 50, width, 32))

test.each([
  ['no field', DESK, TOAST, [], null, { x: 'right', y: 'bottom', offset: 12 }],
  ['a column of fields on the right', DESK, TOAST, column(900, 200), null, { x: 'left', y: 'bottom', offset: 12 }],
  ['a field in the lower half of a phone', PHONE, WIDE, [box(0, 700, 390, 44)], null, { y: 'top', offset: 12 }],
  ['a search field at the top of a phone', PHONE, WIDE, [box(0, 10, 390, 44)], null, { y: 'bottom', offset: 12 }],
  ['fields at both edges of a phone', PHONE, WIDE, [box(0, 0, 390, 30), box(0, 800, 390, 44)], null, { y: 'top' }],
  ['a focused button in the corner', DESK, TOAST, [], box(1100, 740, 90, 36), { x: 'left', y: 'bottom' }],
] as const)('With %s, a toast covers nothing', (_, view, toast, fields, focused, expected) => {
  const place = placeToast(toast, view, [...fields], focused)
  expect(place).toMatchObject(expected)
  const { left, right, top, bottom } = boxAt(place, toast, view)
  for (const field of focused ? [...fields, focused] : fields)
    expect(left >= field.right || right <= field.left || top >= field.bottom || bottom <= field.top).toBe(true)
})

test('When every place covers a field, a toast covers another than the focused one', () => {
  const fields = column(0, 1280)
  for (const focused of fields) {
    const { top, bottom } = boxAt(placeToast(TOAST, DESK, fields, focused), TOAST, DESK)
    expect(top >= focused.bottom || bottom <= focused.top).toBe(true)
  }
})

test('A toast stays at its place until a field comes there', () => {
  const present = { x: 'left', y: 'bottom', offset: 12 } as const
  expect(placeToast(TOAST, DESK, [], null, present)).toEqual(present)
  expect(placeToast(TOAST, DESK, [box(0, 740, 200, 32)], null, present)).toMatchObject({ x: 'right' })
})
