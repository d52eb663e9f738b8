import { describe, expect, it } from 'vitest'
import { CaseRows } from './case-rows.ts'

const rows = new CaseRows([
  { id: 'a', count: 2, isOpen: true },
  { id: 'b', count: 3, isOpen: false },
  { id: 'c', count: 0, isOpen: true },
  { id: 'd', count: 1, isOpen: true },
])

describe('the rows of the list of cases', () => {
  it('are the heads of all suites and the cases of open ones', () => {
    const places = Array.from({ length: rows.length }, (_, row) => rows.placeOf(row))
    expect(places.map((place) => `${place?.suiteId} ${place?.position ?? 'head'}`)).toEqual([
      'a head',
      'a 0',
      'a 1',
      'b head',
      'c head',
      'd head',
      'd 0',
    ])
  })

  it('are found by their place', () => {
    for (let row = 0; row < rows.length; row += 1) {
      const place = rows.placeOf(row)
      expect(place && rows.rowAt(place)).toBe(row)
    }
  })

  it.each([
    ['a case of a closed suite', { suiteId: 'b', position: 0 }],
    ['a case behind the last', { suiteId: 'a', position: 2 }],
    ['a suite that is not listed', { suiteId: 'x', position: null }],
  ])('leave out %s', (_, place) => {
    expect(rows.rowAt(place)).toBeUndefined()
  })

  it('end at the ends of the list', () => {
    expect(rows.placeOf(-1)).toBeUndefined()
    expect(rows.placeOf(7)).toBeUndefined()
  })

  it.each([
    [2, 1, 3],
    [2, -1, 0],
    [6, -1, 4],
    [6, 1, 5],
  ] as const)('step from row %d by %d suite to the head at row %d', (row, step, head) => {
    expect(rows.suiteStart(row, step)).toBe(head)
  })
})
