import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import { giveWay } from '../../limits/give-way.ts'
import type { Db } from '../databases.ts'
import { isPostgres } from '../dialect.ts'
import { jsonSql, POSTGRES, SQLITE, withCalls } from './json-sql.ts'
import type { Layout } from './layout.ts'

/* Long lists as JSON, read in chunks. The database makes it: `jsonOf` of each row, `joinedJson` of a chunk. */

/** Rows of one chunk. Other calls wait for it: 500 results take 2 ms. */
export const CHUNK_ROWS = 500

/** Rows with long texts are read in smaller numbers. */
const CHUNK_BYTES = 1024 * 1024

/**
 * Reads chunks of `size` rows while some are left. Other calls run in between. A chunk has a JSON for each list that it
 * belongs to.
 */
export async function inChunks(isLeft: () => boolean, read: (size: number) => Promise<Buffer[]>): Promise<void> {
  let size = CHUNK_ROWS
  while (isLeft()) {
    const chunk = await read(size)
    const bytes = chunk.reduce((sum, { length }) => sum + length, 0)
    if (bytes > 0) size = Math.max(1, Math.min(CHUNK_ROWS, Math.floor((size * CHUNK_BYTES) / bytes)))
    if (isLeft()) await giveWay()
  }
}

export const jsonOf = (db: Db, layout: Layout): AliasedRawBuilder<string, 'json'> =>
  sql.raw<string>(jsonSql(isPostgres(db) ? POSTGRES : SQLITE, layout)).as('json')

/** As the engines give it: a text on PostgreSQL. */
export type JoinedJson = Buffer | string | null

/** The JSON of all rows of a subquery, with commas between them. */
export const joinedJson = (db: Db): RawBuilder<JoinedJson> =>
  isPostgres(db) ? sql`string_agg(json, ',')` : sql`cast(group_concat(json) as blob)`

export const bytesOf = (json: JoinedJson = null): Buffer =>
  typeof json === 'string' ? Buffer.from(withCalls(json)) : (json ?? Buffer.alloc(0))

/** Lists in order, with commas between those that are not empty. */
export function joined(lists: Buffer[][]): Buffer[] {
  return lists
    .filter((parts) => parts.some(({ length }) => length > 0))
    .flatMap((parts, index) => (index === 0 ? parts : [COMMA, ...parts]))
}

const [COMMA, OPEN, CLOSE, CLOSE_BOTH] = [',', '[', ']', ']}'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]

export const list = (items: Buffer[]): Buffer[] => [OPEN, ...items, CLOSE]

/** An entity whose last field is a list. */
export function withList(head: object, field: string, items: Buffer[]): Buffer[] {
  return [Buffer.from(`${JSON.stringify(head).slice(0, -1)},${JSON.stringify(field)}:[`), ...items, CLOSE_BOTH]
}
