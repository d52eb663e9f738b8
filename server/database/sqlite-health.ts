import { statSync } from 'node:fs'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { asStorageFailure, StorageFailed } from './storage-failed.ts'

/** The minimum interval between reads of pages: anybody may call the health check. */
const PAGES_MS = 100

/** Whether a SQLite file can be trusted. Never opens it as a plain file, which would release SQLite's locks. */
export class SqliteHealth {
  readonly #file: string
  /** The files as they were first seen: a write into a removed file would be lost. */
  readonly #identities = new Map<string, string>()
  #damage: StorageFailed | undefined
  #pagesReadAt = -Infinity

  constructor({ name }: Database) {
    this.#file = name
    this.checkFile()
  }

  /** Throws StorageFailed if the database or its log is no longer the file that is open. Takes 5 µs. */
  checkFile(): void {
    for (const path of [this.#file, `${this.#file}-wal`]) {
      const found = identityOf(path)
      const known = this.#identities.get(path)
      if (known === undefined && found !== undefined) this.#identities.set(path, found)
      else if (found !== known) throw new StorageFailed('The database file was removed or replaced')
    }
  }

  /** Maps the error of a statement to the error to throw. Damage is remembered: it does not heal. */
  readonly noteError = (error: unknown): unknown => {
    const failure = asStorageFailure(error)
    if (failure instanceof StorageFailed && failure.isDamage) this.#damage = failure
    return failure
  }

  /** Throws StorageFailed if the file is not in place, damage was seen, or pages cannot be read. */
  check(): void {
    this.checkFile()
    if (this.#damage) throw this.#damage
    if (performance.now() - this.#pagesReadAt < PAGES_MS) return
    try {
      readPages(this.#file)
    } catch (error) {
      throw this.noteError(error)
    }
    this.#pagesReadAt = performance.now()
  }
}

/** Device and inode. An inode is not reused while the removed file is open. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.dev} ${stats.ino}`
}

/**
 * Reads the schema, and the first and last row of every table; of a table without row ids only the first. Virtual
 * tables have their rows in separate tables. A new connection has no cached pages.
 */
function readPages(file: string): void {
  const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
  try {
    const tables = database.prepare<[], { name: string; wr: 0 | 1 }>(STORED_TABLES).all()
    for (const { name, wr: hasNoRowId } of tables)
      for (const order of hasNoRowId ? [''] : ['', 'order by rowid desc'])
        database.prepare(`select * from "${name}" ${order} limit 1`).get()
  } finally {
    database.close()
  }
}

const STORED_TABLES = `select name, wr from pragma_table_list where schema = 'main' and type in ('table', 'shadow')`
