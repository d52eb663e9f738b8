import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type QueryCompiler,
  sql,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely'
import { StartError } from '../config.ts'
import { JSON_FUNCTIONS } from './json/functions.ts'
import { newId } from './new-id.ts'
import { asStorageFailure, StorageFailed } from './storage-failed.ts'

/** The number of concurrent snapshots: while a long read waits for its turn, another can go on. */
const SNAPSHOTS = 2

/** The connections of a process. Readers see the last commit while the writer writes. */
export type SqliteConnections = { reader: Database; writer: Database; snapshots: Database[] }

/** Opens the file, and creates its folder if needed. Throws StartError with the reason. */
export function openSqliteFile(file: string): SqliteConnections {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    accessSync(dirname(file), constants.W_OK)
    // SQLite would open what it may only read, and refuse the first write. A log may be left of a command run by root.
    for (const path of [file, `${file}-wal`, `${file}-shm`])
      if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK)
    const writer = configure(refuseForeign(new SqliteDatabase(file)))
    const [reader, ...snapshots] = [openReader(file), ...Array.from({ length: SNAPSHOTS }, () => openReader(file))]
    return { writer, reader, snapshots }
  } catch (error) {
    throw new StartError(`DATABASE_URL: cannot use ${file}: ${(error as Error).message}`)
  }
}

/** A mistyped path would fill the database of another program with tables. Ours begins with that of the migrations. */
function refuseForeign(database: Database): Database {
  const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all()
  if (tables.length === 0 || tables.includes('kysely_migration')) return database
  database.close()
  throw new Error('it is the database of another program')
}

const openReader = (file: string) => openSqlite(file, { queryOnly: true })

/**
 * Kilobytes of page cache per connection; the library's default is 16,000. A reader drops its cache after each commit,
 * so a large one only costs memory; a writer spills what does not fit into the log.
 */
const CACHE = { reader: 2_000, writer: 4_000 }

/**
 * A commit that finds so many pages in the log copies what the file still lacks. Four times what `Checkpoints` waits for:
 * under steady writes only a commit can begin the log anew.
 */
const LOG_PAGES = 4_000

/** How long to wait for the lock of another process. */
const LOCK_MS = 5_000
const LOCK_PAUSE_MS = 20

/** Opens and configures a SQLite file. `queryOnly` refuses writes. */
export function openSqlite(source: string, { queryOnly = false } = {}): Database {
  return configure(new SqliteDatabase(source), queryOnly)
}

function configure(database: Database, queryOnly = false): Database {
  database.pragma(`busy_timeout = ${LOCK_MS}`)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  database.pragma('foreign_keys = ON')
  database.pragma(`cache_size = -${queryOnly ? CACHE.reader : CACHE.writer}`)
  if (queryOnly) database.pragma('query_only = ON')
  database.function('new_id', { deterministic: false }, newId)
  for (const [name, make] of Object.entries(JSON_FUNCTIONS)) database.function(name, { deterministic: true }, make)
  return database
}

export type SqliteOptions = {
  noteError?: NoteError | undefined
  onCommit?: (() => void) | undefined
  lockMs?: number
}

/** Kysely's SQLite dialect with a cache of prepared statements and immediate transactions. */
export class AssaySqliteDialect extends SqliteDialect {
  readonly #statements: Statements
  readonly #config: SqliteDialectConfig
  readonly #database: Database
  readonly #options: SqliteOptions

  /** `noteError` maps the errors of all statements to the errors to throw. `onCommit` is told of each commit. */
  constructor(database: Database, options: SqliteOptions = {}) {
    const { noteError = asStorageFailure } = options
    const statements = cacheStatements(database, noteError)
    const config: SqliteDialectConfig = { database: statements }
    super(config)
    this.#statements = statements
    this.#config = config
    this.#database = database
    this.#options = options
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config, this.#database, this.#options)
  }

  override createAdapter(): SqliteAdapter {
    return new AssaySqliteAdapter(this.#statements, this.#database)
  }

  override createQueryCompiler(): QueryCompiler {
    return new PlannedOnce()
  }
}

/**
 * SQLite plans a statement again whenever a parameter of a condition gets a value, in case statistics favour another
 * plan: 35 to 75 µs, most of what a statement with a join takes. It does not look into `+?`, which is the same value.
 */
class PlannedOnce extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** A deferred transaction could not upgrade from reading to writing while another process writes. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Database
  readonly #onCommit: (() => void) | undefined
  readonly #lockMs: number
  #hasOwnWait = false

  constructor(config: SqliteDialectConfig, database: Database, { onCommit, lockMs = LOCK_MS }: SqliteOptions) {
    super(config)
    this.#database = database
    this.#onCommit = onCommit
    this.#lockMs = lockMs
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode !== 'read only') return await this.#beginImmediate(connection)
    await connection.executeQuery(CompiledQuery.raw('begin deferred'))
  }

  /** SQLite itself would wait for the lock of another process in this thread, where all other calls run. */
  async #beginImmediate(connection: DatabaseConnection): Promise<void> {
    if (!this.#hasOwnWait) this.#database.pragma('busy_timeout = 0')
    this.#hasOwnWait = true
    for (const end = performance.now() + this.#lockMs; ;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'))
        return
      } catch (error) {
        if (!(error instanceof StorageFailed && error.isLock) || performance.now() >= end) throw error
      }
      await pause(LOCK_PAUSE_MS)
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#onCommit?.()
  }

  /** SQLite itself rolls back when the disk is full; a second rollback would hide that error behind its own. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

type Statements = { prepare: (text: string) => SqliteStatement; close: () => void }

export class AssaySqliteAdapter extends SqliteAdapter {
  readonly #statements: Statements
  readonly #database: Database

  constructor(statements: Statements, database: Database) {
    super()
    this.#statements = statements
    this.#database = database
  }

  /**
   * Runs a query at once: Kysely's own way to the connection takes fifteen promises, which cost more than most
   * statements. Not for a query outside of a transaction while one is open: it would see what is not committed.
   */
  mayRunAtOnce(isInTransaction: boolean): boolean {
    return isInTransaction || !this.#database.inTransaction
  }

  runAtOnce({ sql: text, parameters }: CompiledQuery): unknown[] {
    const statement = this.#statements.prepare(text)
    if (statement.reader) return statement.all(parameters)
    statement.run(parameters)
    return []
  }

  /** SQLite's DDL is transactional, so a failed migration is rolled back as a whole. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /**
   * Runs before the transaction of the migrations, which cannot change the setting. With foreign keys on, dropping a
   * table to rebuild it would delete the rows that refer to it.
   */
  override async acquireMigrationLock(db: Kysely<any>): Promise<void> {
    await sql`pragma foreign_keys = off`.execute(db)
  }

  override async releaseMigrationLock(db: Kysely<any>): Promise<void> {
    await sql`pragma foreign_keys = on`.execute(db)
  }
}

const CACHED_STATEMENTS = 500

type NoteError = (error: unknown) => unknown

/** Caches prepared statements: preparing one costs more than running most of them. */
function cacheStatements(database: Database, noteError: NoteError): Statements {
  const cache = new Map<string, SqliteStatement>()
  const noting = <T>(run: () => T): T => {
    try {
      return run()
    } catch (error) {
      throw noteError(error)
    }
  }
  return {
    prepare(text: string) {
      const cached = cache.get(text)
      if (cached) return cached
      const statement = notingStatement(
        noting(() => database.prepare(text)),
        noting,
      )
      if (cache.size >= CACHED_STATEMENTS) cache.clear()
      cache.set(text, statement)
      return statement
    },
    close: () => database.close(),
  }
}

function notingStatement(statement: Statement, noting: <T>(run: () => T) => T): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => noting(() => statement.all(parameters)),
    run: (parameters) => noting(() => statement.run(parameters)),
    iterate: (parameters) => noting(() => statement.iterate(parameters)),
  }
}
