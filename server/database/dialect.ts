import { type Expression, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Db } from './databases.ts'

/*
 * All that SQLite and PostgreSQL are to be asked or told differently stands in this file, side by side. How each
 * is connected to stands in sqlite.ts and postgres.ts.
 */

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** A new UUIDv7 in a set-based insert: one for each row, in the order of the rows. */
export function newIdInSql(db: Db): RawBuilder<string> {
  return isPostgres(db) ? UUID_V7 : sql<string>`new_id()`
}

/** Milliseconds and 4096ths of them, so that rows made within one millisecond keep their order; the rest is random. */
const UUID_V7 = sql<string>`regexp_replace(
  lpad(to_hex((extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0'), '^(.{8})(.{4})(.{3})$', '\\1-\\2-7\\3'
) || substr(gen_random_uuid()::text, 19)`

/** The values of a list of any length, for the right side of an `in`: one parameter, however many there are. */
export function inList(db: Db, values: string[]): RawBuilder<string> {
  return isPostgres(db)
    ? sql<string>`(select unnest(${values}::text[]))`
    : sql<string>`(select value from json_each(${JSON.stringify(values)}))`
}

/** Pairs of texts as rows with the columns `first` and `second`: few parameters, however many there are. */
export function pairList(
  db: Db,
  pairs: readonly (readonly [string, string])[],
): RawBuilder<{ first: string; second: string }> {
  return isPostgres(db)
    ? sql`(select * from unnest(${pairs.map(([first]) => first)}::text[], ${pairs.map(([, second]) => second)}::text[]) as pair (first, second))`
    : sql`(select value ->> 0 as first, value ->> 1 as second from json_each(${JSON.stringify(pairs)}))`
}

/**
 * A value to look rows up by in a join that runs often. This SQLite keeps statistics of values, and would plan
 * such a join anew each time a value is bound; inside a subquery it leaves the value alone (13 µs against 3).
 */
export function unplanned<T>(db: Db, value: T): RawBuilder<T> {
  return isPostgres(db) ? sql<T>`${value}` : sql<T>`(select ${value})`
}

/**
 * A column to look rows of another table up by, one after the other. Beside an order by that column PostgreSQL would
 * rather walk the other table in that order too, from its end, past everything between that and the first row wanted.
 */
export function oneByOne(db: Db, column: string): RawBuilder<string> {
  return isPostgres(db) ? sql<string>`${sql.ref(column)} || ''` : sql<string>`${sql.ref(column)}`
}

/** Makes a transaction wait until no other holds a lock of this name. SQLite has one writer at a time anyway. */
export async function takeLock(db: Db, name: Expression<string | null>): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** A transaction that lost against another, or found that another had just written what it was about to write. */
const LOST = new Set(['40001', '40P01', '23505', '23503'])

/** Whether a transaction failed because of another one, so that it is to be done again. SQLite's never do. */
export function isLost(error: unknown): boolean {
  return LOST.has((error as { code?: string } | null)?.code ?? '')
}
