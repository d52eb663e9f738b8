import type { CompiledQuery, Insertable, InsertQueryBuilder, InsertResult } from 'kysely'
import type { Db } from './databases.ts'
import { isPostgres } from './dialect.ts'
import type { Tables } from './tables.ts'

/** How many rows one statement carries: whatever is left over goes into smaller ones. */
const BLOCKS = [100, 10, 1]

type Insert<T extends keyof Tables> = InsertQueryBuilder<Tables, T, InsertResult>

/**
 * An insert of many rows of one shape. Each statement carries many of them and is compiled once, since building
 * and running one for each row costs several times what the database needs. `finish` adds to the statement.
 */
export function bulkInsert<T extends keyof Tables & string, C extends keyof Insertable<Tables[T]> & string>(
  table: T,
  columns: readonly C[],
  finish: (insert: Insert<T>) => Insert<T> = (insert) => insert,
): (db: Db, rows: readonly Pick<Insertable<Tables[T]>, C>[]) => Promise<void> {
  const compiled = { sqlite: new Map<number, CompiledQuery>(), postgres: new Map<number, CompiledQuery>() }
  const compile = (db: Db, size: number) => {
    const places = Array.from({ length: size }, () => Object.fromEntries(columns.map((column) => [column, 0])))
    return finish(db.insertInto(table).values(places as never)).compile()
  }
  return async (db, rows) => {
    const known = compiled[isPostgres(db) ? 'postgres' : 'sqlite']
    for (let from = 0; from < rows.length;) {
      const size = BLOCKS.find((block) => from + block <= rows.length) as number
      const query = known.get(size) ?? compile(db, size)
      known.set(size, query)
      const parameters = rows.slice(from, from + size).flatMap((row) => columns.map((column) => row[column]))
      await db.executeQuery({ ...query, parameters })
      from += size
    }
  }
}
