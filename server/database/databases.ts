import { fileURLToPath } from 'node:url'
import type { Database } from 'better-sqlite3'
import { Kysely } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import * as fs from 'node:fs/promises'
import * as path from 'node:path'
import { type DatabaseAddress, StartError } from '../config.ts'
import { Checkpoints } from './checkpoints.ts'
import { openPostgres } from './postgres.ts'
import { type Listening, listenPostgres } from './postgres-listener.ts'
import { AssaySqliteDialect, openSqliteFile, type SqliteConnections, type SqliteOptions } from './sqlite.ts'
import { SqliteHealth } from './sqlite-health.ts'
import { type ReadSnapshot, Snapshots } from './snapshots.ts'
import type { Tables } from './tables.ts'

/** The folder of the migrations also holds their tests. */
const MIGRATION = /^\d{4}_\w+\.ts$/

/** A database or a transaction. Repository functions take either as their first argument. */
export type Db = Kysely<Tables>

export type Databases = {
  /** Can read during a write. */
  reader: Db
  writer: Db
  /** For long reads of one state of the database. */
  snapshot: ReadSnapshot
  lanes: number
  /** Throws if the file was removed or replaced, so that writes would be lost. Absent on PostgreSQL. */
  checkFile?: () => void
  /** Reads from the disk or the database server. Throws if that fails. */
  checkHealth: () => Promise<void>
  /** Receives the messages of other servers on this database. Absent on SQLite, which has one server. */
  listen?: (listening: Listening) => Promise<{ close: () => Promise<void> }>
  close: () => Promise<void>
}

/** Connects to a database. Throws StartError on failure. `onLost` receives the errors of lost connections. */
export async function openDatabases(
  address: DatabaseAddress,
  { connections = 10, onLost = () => {} }: { connections?: number; onLost?: (error: Error) => void } = {},
): Promise<Databases> {
  if ('file' in address) return sqliteDatabases(openSqliteFile(address.file))
  const url = address.postgres
  const db = await openPostgres(url, connections, onLost)
  const lanes = Math.max(1, Math.floor(connections / 2))
  const snapshots = new Snapshots(Array.from({ length: Math.max(1, Math.floor(connections / 4)) }, () => db))
  const listen = (listening: Listening) => listenPostgres(url, listening)
  const checkHealth = async () => void (await db.selectFrom('settings').select('key').limit(1).execute())
  const close = async () => {
    await snapshots.close()
    await db.destroy()
  }
  return { reader: db, writer: db, snapshot: snapshots.read, lanes, checkHealth, listen, close }
}

export function sqliteDatabases(connections: SqliteConnections): Databases {
  const health = new SqliteHealth(connections.writer)
  const checkpoints = new Checkpoints(connections.writer)
  const { noteError } = health
  const writer = connect(connections.writer, { noteError, onCommit: checkpoints.noteCommit })
  const openReader = (connection: Database) => connect(connection, { noteError })
  const reader = openReader(connections.reader)
  const forSnapshots = connections.snapshots.map(openReader)
  const snapshots = new Snapshots(forSnapshots)
  const close = async () => {
    await snapshots.close()
    await checkpoints.close()
    for (const db of [reader, writer, ...forSnapshots]) await db.destroy()
    // Kysely does not close a connection that it never used.
    for (const connection of Object.values(connections).flat()) connection.close()
  }
  const checkFile = () => health.checkFile()
  const checkHealth = async () => health.check()
  return { reader, writer, snapshot: snapshots.read, lanes: 1, checkFile, checkHealth, close }
}

export function connect(database: Database, options?: SqliteOptions): Db {
  return new Kysely<Tables>({ dialect: new AssaySqliteDialect(database, options) })
}

/** Migrates the schema under a lock: several servers may start on one database at the same time. */
export async function migrateToLatest(db: Db): Promise<void> {
  const { error } = await migrator(db).migrateToLatest()
  if (error instanceof Error && error.message.startsWith('corrupted migrations'))
    throw new StartError(`DATABASE_URL: this database belongs to another version of Assay (${error.message})`)
  if (isDenied(error)) throw new StartError(`DATABASE_URL: its user may not create tables: ${error.message}`)
  if (error) throw error
}

/** Since PostgreSQL 15 only the owner of a database may create tables in it. */
const isDenied = (error: unknown): error is Error => (error as { code?: string } | undefined)?.code === '42501'

export function migrator(db: Db): Migrator {
  const migrationFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
  const readdir = async (folder: string) => (await fs.readdir(folder)).filter((name) => MIGRATION.test(name))
  const provider = new FileMigrationProvider({ fs: { readdir }, path, migrationFolder, import: (file) => import(file) })
  return new Migrator({ db, provider })
}
