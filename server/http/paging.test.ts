import { expect, test } from 'vitest'
import { rowsToRead, totalOf } from './paging.ts'

const LIST = ['a', 'b', 'c', 'd', 'e']

test.each([
  ['a whole list', {}, 0],
  ['a list from an offset', { offset: 2 }, 0],
  ['the last page', { limit: 2, offset: 3 }, 0],
  ['a page that is exactly the list', { limit: 5 }, 0],
  ['a page before the last', { limit: 4 }, 1],
  ['a page behind the end', { limit: 2, offset: 5 }, 1],
  ['the rest behind the end', { offset: 7 }, 1],
])('%s has the total of the list, and counts only if its rows do not tell', async (_, page, expected) => {
  const { limit, offset = 0 } = page as { limit?: number; offset?: number }
  const rows = LIST.slice(offset, offset + (rowsToRead(limit) ?? LIST.length))
  let counts = 0
  const total = await totalOf(rows, page, async () => {
    counts += 1
    return LIST.length
  })
  expect([total, counts]).toEqual([LIST.length, expected])
})

test('a page behind a cursor counts, because nothing tells how many come before it', async () => {
  expect(await totalOf(LIST.slice(3), { cursor: 'c' }, async () => LIST.length)).toBe(LIST.length)
})
