import { type Expression, PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from './databases.ts'

/* All differences between the SQL of SQLite and PostgreSQL. The connections are in sqlite.ts and postgres.ts. */

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** A new UUIDv7 for each row of a set-based insert, in row order. */
export function newIdInSql(db: Db): RawBuilder<string> {
  return isPostgres(db) ? UUID_V7 : sql<string>`new_id()`
}

/** Milliseconds and 4096ths of them, so that rows of one millisecond keep their order; the rest is random. */
const UUID_V7 = sql<string>`overlay(overlay(
  lpad(to_hex((date_part('epoch', clock_timestamp()) * 4096000)::bigint), 15, '0')
  placing '-7' from 13 for 0) placing '-' from 9 for 0) || substr(gen_random_uuid()::text, 19)`

/** The right side of an `in`: a list of any length, or a list placeholder. It uses one parameter. */
export function inList<T extends string | number>(db: Db, values: T[], type: ColumnType = 'text'): RawBuilder<T> {
  if (isPostgres(db)) return sql<T>`(select unnest(${values}::${sql.raw(type)}[]))`
  const json = Array.isArray(values) ? JSON.stringify(values) : values
  return sql<T>`(select value from json_each(${json}))`
}

/**
 * Whether a column has one of these values, where the column joins another table. PostgreSQL treats an `inList` as a table,
 * and may read all of the other table to join it.
 */
export const isOneOf = (db: Db, column: RawBuilder<string>, values: string[]): RawBuilder<SqlBool> =>
  isPostgres(db) ? sql<SqlBool>`${column} = any(${values}::text[])` : sql<SqlBool>`${column} in ${inList(db, values)}`

/**
 * A query that PostgreSQL runs before it joins its rows with other tables. Otherwise it may join a whole table first, if that
 * has grown since it was analyzed.
 */
export function readFirst<Q extends { offset: (rows: number) => Q }>(db: Db, query: Q): Q {
  return isPostgres(db) ? query.offset(0) : query
}

/**
 * A value that PostgreSQL does not see when it plans. A run that is not in its statistics yet seems to have next to no
 * rows: it would read the whole run to find a few results.
 */
export const unknownToPlanner = (db: Db, value: string): RawBuilder<string> =>
  isPostgres(db) ? sql<string>`(select ${value}::text)` : sql<string>`${value}`

/** A row key for joins within one statement, which SQLite finds without an index. */
export const rowKey = (db: Db, table: string): RawBuilder<string> =>
  sql.ref(`${table}.${isPostgres(db) ? 'id' : 'rowid'}`)

/** A list of ids, or a list placeholder of a prepared query, as rows with the column `id`. */
export function idRows(db: Db, values: string[]): RawBuilder<{ id: string }> {
  if (isPostgres(db)) return sql`(select unnest(${values}::text[]) as id)`
  const json = Array.isArray(values) ? JSON.stringify(values) : values
  return sql`(select value as id from json_each(${json}))`
}

/** A value to select: the rows of a query as JSON, an array of arrays of these columns in any order. */
export function jsonRows(db: Db, columns: string[], query: SelectQueryBuilder<any, any, {}>): RawBuilder<string> {
  const refs = sql.join(columns.map((column) => sql.ref(column)))
  const list = isPostgres(db)
    ? sql<string>`coalesce(cast(json_agg(json_build_array(${refs})) as text), '[]')`
    : sql<string>`json_group_array(json_array(${refs}))`
  return sql<string>`${query.select(list.as('rows'))}`
}

export type Pairs = { pairs: (readonly [string, string])[]; firsts: string[]; seconds: string[] }

export function pairsOf(pairs: (readonly [string, string])[]): Pairs {
  return { pairs, firsts: pairs.map(([first]) => first), seconds: pairs.map(([, second]) => second) }
}

/** Pairs of texts, or placeholders, as rows with `first` and `second`. It uses at most two parameters. */
export function pairList(db: Db, { pairs, firsts, seconds }: Pairs): RawBuilder<{ first: string; second: string }> {
  if (isPostgres(db)) return sql`(select * from unnest(${firsts}::text[], ${seconds}::text[]) as pair (first, second))`
  const json = Array.isArray(pairs) ? JSON.stringify(pairs) : pairs
  return sql`(select value ->> 0 as first, value ->> 1 as second from json_each(${json}))`
}

type ColumnType = 'text' | 'integer'
type Columns = Record<string, ColumnType>
type GivenRow<C extends Columns> = { [K in keyof C]: C[K] extends 'text' ? string : number }
type Nullable<T> = { [K in keyof T]: T[K] | null }

/** Given rows, or their JSON, as a table with these columns. It uses one parameter. */
export function givenRows<C extends Columns>(
  db: Db,
  columns: C,
  rows: Nullable<GivenRow<C>>[] | string,
): RawBuilder<GivenRow<C>> {
  const json = Array.isArray(rows) ? JSON.stringify(rows) : rows
  const names = Object.entries(columns)
  if (isPostgres(db)) {
    const typed = sql.join(names.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))
    return sql`(select * from json_to_recordset(${json}::json) as given (${typed}))`
  }
  const values = sql.join(names.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`))
  return sql`(select ${values} from json_each(${json}))`
}

/**
 * Deletes at most `limit` rows that fulfil a condition, and returns the number. PostgreSQL gets a list of row
 * addresses: with a subquery it would read the whole table.
 */
export async function deleteSome(db: Db, table: string, where: RawBuilder<unknown>, limit: number): Promise<number> {
  const [from, max] = [sql.table(table), sql.lit(limit)]
  const wanted = isPostgres(db)
    ? sql`ctid = any(array(select ctid from ${from} where ${where} limit ${max}))`
    : sql`rowid in (select rowid from ${from} where ${where} limit ${max})`
  const { rows } = await sql`delete from ${from} where ${wanted} returning 1 as deleted`.execute(db)
  return rows.length
}

export function millisecondsOf(db: Db, column: string): RawBuilder<number | null> {
  const time = sql.ref(column)
  if (isPostgres(db)) return sql`round(extract(epoch from ${time}::timestamptz) * 1000)::bigint`
  return sql`cast(round(unixepoch(${time}, 'subsec') * 1000) as integer)`
}

/** The length of a stored list. Lists are JSON, empty ones null. */
export function listLength(db: Db, column: string): RawBuilder<number> {
  const list = sql.ref(column)
  return sql<number>`coalesce(json_array_length(${isPostgres(db) ? sql`${list}::json` : list}), 0)`
}

/** A column that only filters. With an index on it, SQLite would read the whole project. */
export function unindexed(db: Db, column: string): RawBuilder<string> {
  return isPostgres(db) ? sql<string>`${sql.ref(column)}` : sql<string>`+${sql.ref(column)}`
}

/**
 * The same for a column of text, on both engines. For a list of runs, PostgreSQL would read all results of a case, not only
 * the newest ones.
 */
export function unindexedText(db: Db, column: string): RawBuilder<string> {
  return isPostgres(db) ? sql<string>`(${sql.ref(column)} || '')` : unindexed(db, column)
}

/** Takes a lock until the end of the transaction. SQLite needs none: it has one writer at a time. */
export async function takeLock(db: Db, name: Expression<string | null>): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** Resolves when PostgreSQL has done what was sent without a wait. Throws the error of what failed. */
export async function answered(db: Db): Promise<void> {
  if (isPostgres(db)) await sql`select 1`.execute(db)
}

/** Serialization failure, deadlock, and unique or foreign keys that another transaction has just written. */
const CONFLICT_CODES = new Set(['40001', '40P01', '23505', '23503'])

/** Whether a transaction conflicted with another one and should be retried. Never on SQLite. */
export function isConflict(error: unknown): boolean {
  return CONFLICT_CODES.has((error as { code?: string } | null)?.code ?? '')
}
