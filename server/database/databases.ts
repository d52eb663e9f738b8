import { fileURLToPath } from 'node:url'
import type { Database } from 'better-sqlite3'
import { Kysely } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import * as fs from 'node:fs/promises'
import * as path from 'node:path'
import { type DatabaseAddress, StartError } from '../config.ts'
import { openPostgres } from './postgres.ts'
import { type Listening, listenPostgres } from './postgres-listener.ts'
import { AssaySqliteDialect, deferCheckpoint, openSqliteFile, type SqliteConnections } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** The migrations among the files of their folder, where their tests stand too. */
const MIGRATION = /^\d{4}_\w+\.ts$/

/** A database or a transaction in it: repository functions take it first and do not care which. */
export type Db = Kysely<Tables>

/** A database as a process uses it. */
export type Databases = {
  /** Goes on reading while a long write is under way. */
  reader: Db
  writer: Db
  /** How many transactions may write side by side. */
  lanes: number
  /** To be told of each write that will take long; its answer, once that is done. */
  beginLong: () => () => void
  /** Hears what servers on this database say to each other; missing where there is only one. */
  listen?: (listening: Listening) => Promise<{ close: () => Promise<void> }>
  close: () => Promise<void>
}

/** Connects to a database. Throws StartError when it cannot. `onLost` hears of connections that break while idle. */
export async function openDatabases(
  address: DatabaseAddress,
  { connections = 10, onLost = () => {} }: { connections?: number; onLost?: (error: Error) => void } = {},
): Promise<Databases> {
  if ('file' in address) return sqliteDatabases(openSqliteFile(address.file))
  const url = address.postgres
  const db = await openPostgres(url, connections, onLost)
  const lanes = Math.max(1, Math.floor(connections / 2))
  const listen = (listening: Listening) => listenPostgres(url, listening)
  return { reader: db, writer: db, lanes, beginLong: () => () => {}, listen, close: () => db.destroy() }
}

export function sqliteDatabases(connections: SqliteConnections): Databases {
  const [reader, writer] = [connect(connections.reader), connect(connections.writer)]
  let checkpoint: Promise<unknown> = Promise.resolve()
  const beginLong = () => {
    const end = deferCheckpoint(connections.writer)
    return () => {
      checkpoint = Promise.all([checkpoint, end()])
    }
  }
  const close = async () => {
    await checkpoint
    await reader.destroy()
    await writer.destroy()
    // Kysely leaves a connection open that it has never used.
    for (const connection of Object.values(connections)) connection.close()
  }
  return { reader, writer, lanes: 1, beginLong, close }
}

export function connect(database: Database): Db {
  return new Kysely<Tables>({ dialect: new AssaySqliteDialect(database) })
}

/** Brings the schema up to date, under a lock that other servers starting on the same database wait for. */
export async function migrateToLatest(db: Db): Promise<void> {
  const { error } = await migrator(db).migrateToLatest()
  if (error instanceof Error && error.message.startsWith('corrupted migrations'))
    throw new StartError(`DATABASE_URL: this database belongs to another version of Assay (${error.message})`)
  if (error) throw error
}

export function migrator(db: Db): Migrator {
  const migrationFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
  const readdir = async (folder: string) => (await fs.readdir(folder)).filter((name) => MIGRATION.test(name))
  const provider = new FileMigrationProvider({ fs: { readdir }, path, migrationFolder, import: (file) => import(file) })
  return new Migrator({ db, provider })
}
