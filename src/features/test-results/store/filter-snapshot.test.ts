import { expect, test } from 'vitest'
import { FilterSnapshot } from './filter-snapshot.ts'
import { PAGE } from './pages.ts'

const idsOf = (suite: string, count: number) => Array.from({ length: count }, (_, index) => `${suite} ${index}`)
const snapshot = new FilterSnapshot([
  { suiteId: 'a', resultIds: idsOf('a', PAGE + 2) },
  { suiteId: 'b', resultIds: idsOf('b', 1) },
])

test('a filtered list has pages of ids for each suite', () => {
  expect(snapshot.pageAt('a', PAGE - 1)).toEqual(idsOf('a', PAGE))
  expect(snapshot.pageAt('a', PAGE)).toEqual([`a ${PAGE}`, `a ${PAGE + 1}`])
  expect(snapshot.pageAt('b', 0)).toEqual(['b 0'])
  expect(snapshot.pageAt('b', PAGE)).toEqual([])
  expect(snapshot.pageAt('c', 0)).toEqual([])
})

test('the place of a result leads back to its id', () => {
  const place = { suiteId: 'a', position: PAGE + 1 }
  expect(snapshot.placeOf(`a ${PAGE + 1}`)).toEqual(place)
  expect(snapshot.idAt(place)).toBe(`a ${PAGE + 1}`)
  expect(snapshot.placeOf('c 0')).toBeUndefined()
})
