import type { CompiledQuery, Insertable, InsertQueryBuilder, InsertResult } from 'kysely'
import type { Db } from './databases.ts'
import { isPostgres } from './dialect.ts'
import { runCompiled } from './prepared.ts'
import type { Tables } from './tables.ts'

/** Rows per statement. The remainder goes into smaller statements. */
const BLOCKS = [100, 10, 1]

type Insert<T extends keyof Tables> = InsertQueryBuilder<Tables, T, InsertResult>

/**
 * Inserts many rows of the same columns. Statements for many rows are compiled once; one statement per row would cost
 * several times as much. `finish` extends the statement.
 */
export function bulkInsert<T extends keyof Tables & string, C extends keyof Insertable<Tables[T]> & string>(
  table: T,
  columns: readonly C[],
  finish: (insert: Insert<T>) => Insert<T> = (insert) => insert,
): (db: Db, rows: readonly Pick<Insertable<Tables[T]>, C>[]) => Promise<void> {
  const compiled = { sqlite: new Map<number, CompiledQuery>(), postgres: new Map<number, CompiledQuery>() }
  const compile = (db: Db, size: number) => {
    const rows = Array.from({ length: size }, () => Object.fromEntries(columns.map((column) => [column, 0])))
    return finish(db.insertInto(table).values(rows as never)).compile()
  }
  return async (db, rows) => {
    const queries = compiled[isPostgres(db) ? 'postgres' : 'sqlite']
    for (let from = 0; from < rows.length;) {
      const size = BLOCKS.find((block) => from + block <= rows.length) as number
      const query = queries.get(size) ?? compile(db, size)
      queries.set(size, query)
      const parameters: unknown[] = []
      for (const row of rows.slice(from, from + size)) for (const column of columns) parameters.push(row[column])
      await runCompiled(db, { ...query, parameters })
      from += size
    }
  }
}
