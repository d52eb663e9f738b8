import { type SelectQueryBuilder, sql } from 'kysely'
import { isPostgres } from '../dialect.ts'
import { arrayRows } from '../postgres-rows.ts'
import { type Param, prepared, type Query, type Values } from '../prepared.ts'
import type { Tables } from '../tables.ts'
import type { Column, Layout } from './layout.ts'
import { type Row, rowJson } from './row-json.ts'
import { quoted, sqliteJson } from './sqlite-json.ts'

/** An item of a list as JSON, with its cache key. */
export type JsonItem<N extends string> = Record<N, string> & { json: string }

/**
 * A query of a short list: the JSON of each row and the columns of its cache key, in one statement. `build` gives
 * the joins, conditions, order and limit, and selects nothing.
 */
export function jsonItems<P extends Values, N extends string>(
  layout: Layout,
  named: Record<N, Column>,
  build: (db: Parameters<Query<P, unknown>>[0], param: Param<P>) => SelectQueryBuilder<Tables, any, {}>,
): Query<P, JsonItem<N>> {
  const names = Object.keys(named) as N[]
  const naming = names.map((name) => sql.raw<string>(quoted(named[name])).as(name))
  const row = rowJson(layout, names.length)
  const columns = row.columns.map((column, index) => sql.raw(column).as(`c${index}`))
  const onSqlite = prepared<P, JsonItem<N>>((db, param) =>
    build(db, param)
      .select(naming)
      .select(sql.raw<string>(sqliteJson(layout)).as('json'))
      .$castTo<JsonItem<N>>(),
  )
  const onPostgres = prepared<P, Row>((db, param) => arrayRows(build(db, param).select(naming).select(columns)))
  return async (db, values) => {
    if (!isPostgres(db)) return await onSqlite(db, values)
    const rows = await onPostgres(db, values)
    return rows.map((given) => {
      const item = { json: row.write(given) } as JsonItem<N>
      for (const [index, name] of names.entries()) item[name] = given[index] as JsonItem<N>[N]
      return item
    })
  }
}
