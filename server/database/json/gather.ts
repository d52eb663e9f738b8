import { giveWay } from '../../limits/give-way.ts'
import type { Part } from './json-query.ts'

/** Rows of one chunk. Other calls wait for it: 500 results take 2 ms. */
export const CHUNK_ROWS = 500

/** Rows with long texts are read in smaller numbers. */
const BYTES = 1024 * 1024

const COMMA = Buffer.from(',')
const [OPEN, CLOSE, CLOSE_BOTH] = ['[', ']', ']}'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer]

/**
 * Reads a long list in chunks, in one snapshot; other calls run between them. `read` gives at most `size` rows from a
 * key on; `keyAfter` the key of the row `size` rows later, if there is one.
 */
export async function gather<K, S extends string>(
  first: K,
  read: (from: K, size: number) => Promise<Part<S>>,
  keyAfter: (from: K, size: number) => Promise<K | undefined>,
): Promise<Part<S>> {
  let part = await read(first, CHUNK_ROWS)
  const whole = part
  let from: K = first
  let size = CHUNK_ROWS
  while (part.count === size) {
    const next = await keyAfter(from, size)
    if (next === undefined) break
    from = next
    size = sizeAfter(part, size)
    await giveWay()
    part = await read(from, size)
    add(whole, part)
  }
  return whole
}

/** Lists in order, with commas between those that are not empty. */
export function joined(lists: Buffer[][]): Buffer[] {
  return lists.filter((list) => list.length > 0).flatMap((list, index) => (index === 0 ? list : [COMMA, ...list]))
}

export const list = (items: Buffer[]): Buffer[] => [OPEN, ...items, CLOSE]

/** An entity whose last field is a list. */
export function withList(head: object, field: string, items: Buffer[]): Buffer[] {
  return [Buffer.from(`${JSON.stringify(head).slice(0, -1)},${JSON.stringify(field)}:[`), ...items, CLOSE_BOTH]
}

function sizeAfter({ json }: Part<string>, size: number): number {
  const bytes = json.reduce((sum, { length }) => sum + length, 0)
  return Math.max(1, Math.min(CHUNK_ROWS, Math.floor((size * BYTES) / bytes)))
}

function add<S extends string>(whole: Part<S>, part: Part<S>): void {
  whole.json = joined([whole.json, part.json])
  whole.count += part.count
  for (const name in part.sums) whole.sums[name] += part.sums[name]
}
