import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { StartError } from '../config.ts'

/* How a SQLite file is connected to. */

/**
 * The two connections of a process: while a long write is under way, those who only read go on reading what was
 * committed before it.
 */
export type SqliteConnections = { reader: Database; writer: Database }

/** Opens the file, making its folder when it is missing. Throws StartError with the reason. */
export function openSqliteFile(file: string): SqliteConnections {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    accessSync(dirname(file), constants.W_OK)
    return { writer: openSqlite(file), reader: openSqlite(file, { queryOnly: true }) }
  } catch (error) {
    throw new StartError(`DATABASE_URL: cannot use ${file}: ${(error as Error).message}`)
  }
}

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
 * Turns automatic checkpoints off for a long write: one at the end of its commit would block all other calls. Call the
 * returned function after the write. It resolves when a thread has done the checkpoint.
 */
export function deferCheckpoint(database: Database): () => Promise<void> {
  database.pragma('wal_autocheckpoint = 0')
  return async () => {
    const { size } = statSync(`${database.name}-wal`, { throwIfNoEntry: false }) ?? { size: 0 }
    if (size >= LARGE_LOG) await checkpointInThread(database.name)
    if (database.open) database.pragma(`wal_autocheckpoint = ${AUTO_CHECKPOINT}`)
  }
}

/** Resolves in any case: SQLite does a checkpoint that failed with the next one. */
function checkpointInThread(file: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 16 },
  })
    .on('error', () => {})
    .on('exit', () => resolve())
  return promise
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
