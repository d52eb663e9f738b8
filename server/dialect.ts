import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type RawBuilder,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  sql,
} from 'kysely'
import { v7 as uuidv7 } from 'uuid'

/* All that differs between databases stands in this file. */

/** A new UUIDv7 in a set-based insert: one for each row, in the order of the rows. */
export const newIdInSql: RawBuilder<string> = sql<string>`new_id()`

/** The values of a list of any length, for the right side of an `in`: one parameter, however many there are. */
export const inList = (values: string[]): RawBuilder<string> => sql<string>`(select value from json_each(${JSON.stringify(values)}))`

/** Pairs of texts as rows with the columns `first` and `second`: one parameter, however many there are. */
export const pairList = (pairs: readonly (readonly [string, string])[]): RawBuilder<{ first: string; second: string }> =>
  sql`(select value ->> 0 as first, value ->> 1 as second from json_each(${JSON.stringify(pairs)}))`

/**
 * A value to look rows up by in a join that runs often. This SQLite keeps statistics of values, and would plan
 * such a join anew each time a value is bound; inside a subquery it leaves the value alone (13 µs against 3).
 */
export const unplanned = <T>(value: T): RawBuilder<T> => sql<T>`(select ${value})`

/** The limit of a list that is to come whole; an offset may stand beside it. */
export const NO_LIMIT = -1

/** Opens a SQLite file and sets it up. A connection for queries only refuses to write. */
export function openSqlite(source: string, { queryOnly = false } = {}): Database {
  const database = new SqliteDatabase(source)
  database.pragma('busy_timeout = 5000')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  if (queryOnly) database.pragma('query_only = ON')
  database.function('new_id', { deterministic: false }, () => uuidv7())
  return database
}

/** SQLite's own setting, in pages of its log. */
const AUTO_CHECKPOINT = 1000
const LARGE_LOG = 8 * 1024 * 1024

/**
 * Leaves the checkpoint after a long write to a thread of its own: done at the end of the commit, as usual, it
 * would hold up everybody for as long as it takes. Call the answer once the write is done.
 */
export function deferCheckpoint(database: Database): () => void {
  database.pragma('wal_autocheckpoint = 0')
  const restore = () => void (database.open && database.pragma(`wal_autocheckpoint = ${AUTO_CHECKPOINT}`))
  return () => {
    const { size } = statSync(`${database.name}-wal`, { throwIfNoEntry: false }) ?? { size: 0 }
    if (size < LARGE_LOG) return restore()
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: database.name })
    worker.unref()
    worker.on('error', () => {})
    worker.on('exit', restore)
  }
}

/** Kysely's SQLite dialect with prepared statements kept, and transactions that take the write lock at once. */
export class AssaySqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(database: Database) {
    const config: SqliteDialectConfig = { database: keepStatements(database) }
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}

/** A transaction begun late could not upgrade from reading to writing while another process writes. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** SQLite's DDL is transactional; a migration that fails halfway leaves nothing behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const KEPT_STATEMENTS = 500

/** Preparing costs more than most statements take to run, so the latest are kept. */
function keepStatements(database: Database): SqliteDialectConfig['database'] {
  const kept = new Map<string, Statement>()
  return {
    prepare(text: string) {
      const known = kept.get(text)
      if (known) return known
      const statement = database.prepare(text)
      if (kept.size >= KEPT_STATEMENTS) kept.clear()
      kept.set(text, statement)
      return statement
    },
    close: () => database.close(),
  }
}
