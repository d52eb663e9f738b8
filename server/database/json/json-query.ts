import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../databases.ts'
import { inList, isPostgres } from '../dialect.ts'
import { arrayRows } from '../postgres-rows.ts'
import { type Param, prepared, type Values } from '../prepared.ts'
import type { Tables } from '../tables.ts'
import type { Column, Layout } from './layout.ts'
import { type Row, rowJson } from './row-json.ts'
import { quoted, sqliteJson } from './sqlite-json.ts'

/** The JSON of the rows of a query, joined by commas and without brackets, and counts of exactly these rows. */
export type Part<S extends string = never> = { json: Buffer[]; count: number; sums: Record<S, number> }

type Rows = SelectQueryBuilder<Tables, any, {}>

/** Rows of PostgreSQL that become one buffer: longer strings cost more to join and to encode. */
const BLOCK = 50

/** The most rows of one query: each count has ten bits of a sum, and a JavaScript number is exact for five counts. */
const ROWS_MAX = 1_023
const RADIX = ROWS_MAX + 1

/**
 * A query whose rows become the JSON of a layout: in SQLite itself, or from the rows of PostgreSQL. `build` gives the
 * joins, conditions, order and limit, and selects nothing. `counted` are up to five numbers of a row, 0 or 1, to add up.
 */
export function jsonQuery<P extends Values, S extends string = never>(
  layout: Layout,
  build: (db: Db, param: Param<P>) => Rows,
  counted: Record<S, RawBuilder<number>> = {} as Record<S, RawBuilder<number>>,
): (db: Db, values: P) => Promise<Part<S>> {
  const names = Object.keys(counted) as S[]
  const terms = names.map((name, index) => sql`${counted[name]} * ${sql.lit(RADIX ** index)}`)
  const packed = terms.length === 0 ? sql<number>`0` : sql<number>`${sql.join(terms, sql` + `)}`
  const row = rowJson(layout, 1)
  const onSqlite = prepared<P, { json: Buffer | null; count: number; packed: number | null }>((db, param) => {
    const part = build(db, param).select([sql.raw(sqliteJson(layout)).as('json'), packed.as('packed')])
    return db
      .selectFrom(part.as('part'))
      .select([JOINED.as('json'), sql<number>`count(*)`.as('count'), sql<number | null>`sum(packed)`.as('packed')])
  })
  const onPostgres = prepared<P, Row>((db, param) =>
    arrayRows(build(db, param).select(packed.as('packed')).select(columnsOf(row.columns))),
  )
  return async (db, values) => {
    if (isPostgres(db)) {
      const rows = await onPostgres(db, values)
      const sum = rows.reduce((total, [one]) => total + (one as number), 0)
      return { json: encode(rows, row.write), count: rows.length, sums: unpack(names, sum) }
    }
    const [part] = await onSqlite(db, values)
    return { json: part?.json ? [part.json] : [], count: part?.count ?? 0, sums: unpack(names, part?.packed ?? 0) }
  }
}

function unpack<S extends string>(names: S[], packed: number): Record<S, number> {
  const entries = names.map((name, index) => [name, Math.floor(packed / RADIX ** index) % RADIX])
  return Object.fromEntries(entries) as Record<S, number>
}

/**
 * A query of the lists of several parents, such as the cases of each suite: for each given id the JSON of its rows, in
 * their order. `parent` is the column with the id.
 */
export function jsonLists(
  layout: Layout,
  parent: Column,
  build: (db: Db) => Rows,
): (db: Db, ids: string[]) => Promise<Buffer[][]> {
  const row = rowJson(layout, 1)
  const parentId = sql<string>`${sql.raw(quoted(parent))}`
  const onSqlite = prepared<{ ids: string }, { at: number; json: Buffer | null }>((db, param) => {
    const part = build(db)
      .where(parentId, '=', sql<string>`json_each.value`)
      .select(sql.raw(sqliteJson(layout)).as('json'))
    const list = db.selectFrom(part.as('part')).select(JOINED.as('json'))
    return db
      .selectFrom(sql`json_each(${param('ids')})`.as(sql`json_each`))
      .select([sql<number>`json_each.key`.as('at'), sql<Buffer | null>`(${list})`.as('json')])
  })
  return async (db, ids) => {
    if (!isPostgres(db)) {
      const lists: Buffer[][] = []
      for (const { at, json } of await onSqlite(db, { ids: JSON.stringify(ids) })) lists[at] = json ? [json] : []
      return lists
    }
    const query = build(db)
      .where(parentId, 'in', inList(db, ids))
      .select(parentId.as('parent'))
      .select(columnsOf(row.columns))
    const rows = (await db.executeQuery<Row>(arrayRows(query).compile())).rows
    const byParent = Map.groupBy(rows, ([id]) => id)
    return ids.map((id) => encode(byParent.get(id) ?? [], row.write))
  }
}

const JOINED = sql<Buffer | null>`cast(group_concat(json) as blob)`

const columnsOf = (columns: string[]) => columns.map((column, index) => sql.raw(column).as(`c${index}`))

function encode(rows: Row[], write: (row: Row) => string): Buffer[] {
  const blocks: Buffer[] = []
  for (let from = 0; from < rows.length; from += BLOCK) {
    const block = rows.slice(from, from + BLOCK).map(write)
    blocks.push(Buffer.from(from === 0 ? block.join(',') : `,${block.join(',')}`))
  }
  return blocks
}
