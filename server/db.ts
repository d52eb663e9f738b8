import { accessSync, constants, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from 'better-sqlite3'
import { Kysely } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import * as fs from 'node:fs/promises'
import * as path from 'node:path'
import { StartError } from './config.ts'
import { AssaySqliteDialect, openSqlite } from './dialect.ts'
import type { Tables } from './tables.ts'

/** The migrations among the files of their folder, where their tests stand too. */
const MIGRATION = /^\d{4}_\w+\.ts$/

/** A database or a transaction in it: repository functions take it first and do not care which. */
export type Db = Kysely<Tables>

/**
 * The two connections of a process: while a long write is under way, those who only read go on reading what was
 * committed before it.
 */
export type Databases = { reader: Database; writer: Database }

/** Opens the SQLite file, making its folder when it is missing. Throws StartError with the reason. */
export function openDatabaseFile(file: string): Databases {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    accessSync(dirname(file), constants.W_OK)
    return { writer: openSqlite(file), reader: openSqlite(file, { queryOnly: true }) }
  } catch (error) {
    throw new StartError(`DATABASE_URL: cannot use ${file}: ${(error as Error).message}`)
  }
}

export function connect(database: Database): Db {
  return new Kysely<Tables>({ dialect: new AssaySqliteDialect(database) })
}

/** Brings the schema up to date, in one transaction that locks out other servers starting on the same file. */
export async function migrateToLatest(db: Db): Promise<void> {
  const { error } = await migrator(db).migrateToLatest()
  if (error instanceof Error && error.message.startsWith('corrupted migrations'))
    throw new StartError(`DATABASE_URL: this database belongs to another version of Assay (${error.message})`)
  if (error) throw error
}

export function migrator(db: Db): Migrator {
  const migrationFolder = fileURLToPath(new URL('../migrations', import.meta.url))
  const readdir = async (folder: string) => (await fs.readdir(folder)).filter((name) => MIGRATION.test(name))
  const provider = new FileMigrationProvider({ fs: { readdir }, path, migrationFolder, import: (file) => import(file) })
  return new Migrator({ db, provider })
}
