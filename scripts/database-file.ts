import { closeSync, fsyncSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { readConfig, StartError } from '#server/config.ts'
import { connect, migrator } from '#server/database/databases.ts'
import { fail } from './fail.ts'

/* Checks of a SQLite file that backup, restore and db:move share. */

/** A table that every version of Assay has. */
const OWN_TABLE = 'projects'
const MIGRATIONS_TABLE = 'kysely_migration'

/** The SQLite file of DATABASE_URL. Ends the script if DATABASE_URL is invalid or points to PostgreSQL. */
export function sqliteFile(): string {
  try {
    const { DATABASE_URL } = readConfig(process.env)
    if ('file' in DATABASE_URL) return DATABASE_URL.file
  } catch (error) {
    if (error instanceof StartError) fail(error.message, 2)
    throw error
  }
  return fail(
    'DATABASE_URL: this is for SQLite files; PostgreSQL is backed up and restored by pg_dump and pg_restore',
    2,
  )
}

/** Throws if pages, indexes or foreign keys are damaged, and says which. */
export function checkIntegrity(database: Database): void {
  const verdict = database.pragma('integrity_check(1)', { simple: true })
  if (verdict !== 'ok') throw new Error(`it is damaged: ${String(verdict).trim().replaceAll('\n', ' ')}`)
  const [broken] = database.pragma('foreign_key_check') as { table: string; parent: string }[]
  if (broken)
    throw new Error(`it is damaged: a row of ${broken.table} refers to a row of ${broken.parent} that is not there`)
}

/**
 * Checks that a file is an undamaged Assay database that this version can open, and checkpoints its log (`-wal`).
 * Returns the missing migrations. The message of its error continues "cannot be restored: ".
 */
export async function checkAssayDatabase(file: string): Promise<string[]> {
  if (!isSqlite(file)) throw new Error('it is not a SQLite database')
  const database = new SqliteDatabase(file)
  try {
    database.pragma('journal_mode = delete')
    return await checkOpenDatabase(database)
  } finally {
    database.close()
  }
}

/** Like `checkAssayDatabase`, for an open database. */
export async function checkOpenDatabase(database: Database): Promise<string[]> {
  checkIntegrity(database)
  return missingMigrations(await knownMigrations(), appliedMigrations(database))
}

/** Moves the log of a database into its file. Throws while a server uses the database. */
export function checkpoint(database: Database): void {
  try {
    database.pragma('journal_mode = delete')
  } catch (error) {
    const { code } = error as { code?: string }
    if (code?.startsWith('SQLITE_BUSY'))
      throw new Error(`a server is using ${database.name}; stop it first`, { cause: error })
    throw error
  }
}

export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

/** Makes a rename durable. Windows cannot sync folders, and journals renames itself. */
export function syncFolderOf(path: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(dirname(path), 'r')
  fsyncSync(handle)
  closeSync(handle)
}

export function isSqlite(file: string): boolean {
  const handle = openSync(file, 'r')
  const start = Buffer.alloc(16)
  readSync(handle, start, 0, 16, 0)
  closeSync(handle)
  return start.toString('latin1') === 'SQLite format 3\0'
}

async function knownMigrations(): Promise<string[]> {
  const db = connect(new SqliteDatabase(':memory:'))
  const all = await migrator(db).getMigrations()
  await db.destroy()
  return all.map(({ name }) => name)
}

function appliedMigrations(database: Database): string[] {
  const tables = database.prepare(`select count(*) from sqlite_schema where type = 'table' and name in (?, ?)`).pluck()
  const applied =
    tables.get(MIGRATIONS_TABLE, OWN_TABLE) === 2
      ? (database.prepare(`select name from ${MIGRATIONS_TABLE} order by name`).pluck().all() as string[])
      : []
  if (applied.length === 0) throw new Error('it is not a database of Assay')
  return applied
}

function missingMigrations(known: string[], applied: string[]): string[] {
  const unknown = applied.find((name) => !known.includes(name))
  if (unknown)
    throw new Error(`it was written by a newer version of Assay (${unknown} is not known here); upgrade Assay first`)
  const gap = known.slice(0, applied.length).find((name) => !applied.includes(name))
  if (gap) throw new Error(`its schema belongs to no version of Assay (${gap} is missing)`)
  return known.slice(applied.length)
}
