import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('ids sort by the order in which they were made, and are UUIDs of version 7', () => {
  const start = Date.now()
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids).toEqual([...new Set(ids)].toSorted())
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const time = parseInt((ids[0] as string).replace('-', '').slice(0, 12), 16)
  expect(time).toBeGreaterThanOrEqual(start)
  expect(time).toBeLessThanOrEqual(Date.now())
})

test('the random end of an id differs from that of every other', () => {
  const ends = Array.from({ length: 20_000 }, () => newId().slice(-12))
  expect(new Set(ends).size).toBe(ends.length)
})
