import { statSync } from 'node:fs'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { jwtSecretFile, readSecret } from '#server/auth/jwt-secret.ts'
import { storable } from '#server/database/postgres-client.ts'
import { checkOpenDatabase, checkpoint, isSqlite } from '../database-file.ts'
import { quoted, type Table, tablesOf } from './schema.ts'

export type Value = string | number | null
/**
 * `place` is the position in its table. `values` are in column order, in the form that PostgreSQL can store; `replaced`
 * counts characters replaced for that.
 */
export type Row = { place: number; values: Value[]; replaced: number }

/** A SQLite file, locked until `close`. Its `settings` include the secret file, as PostgreSQL stores them. */
export class Source {
  readonly file: string
  /** Referenced tables first. */
  readonly tables: Table[]
  readonly hasSecret: boolean
  /** Changes when the file or its secret is written. */
  readonly state: string
  readonly #database: Database

  constructor(database: Database) {
    const secret = readSecret(jwtSecretFile(database.name))
    database.function('storable', { deterministic: true }, storable)
    database.function('jwt_secret', () => secret)
    this.file = database.name
    this.tables = tablesOf(database)
    this.hasSecret = secret !== null
    this.state = stateOf(database.name)
    this.#database = database
  }

  /** Attachments whose bytes are not in the file. */
  get filesInBucket(): number {
    return this.#database.prepare('select count(*) from attachments where pieces is not null').pluck().get() as number
  }

  count(table: Table): number {
    return this.#database
      .prepare(`select count(*) from ${this.#from(table)}`)
      .pluck()
      .get() as number
  }

  *rows(table: Table, place: number): Generator<Row> {
    const select = this.#database.prepare(
      `select rowid, ${columnsOf(table)} from ${this.#from(table)} where rowid > ? order by rowid`,
    )
    for (const [at, ...found] of select.raw().iterate(place) as Iterable<[number, ...Value[]]>) {
      const values = found.map(storable) as Value[]
      yield { place: at, values, replaced: countReplaced(found, values) }
    }
  }

  /** All rows by key in byte order. `hasReplaced`: keys may contain replaced characters. */
  *rowsByKey(table: Table, hasReplaced: boolean): Generator<Value[]> {
    const key = table.key.map(({ name }) => (hasReplaced ? `storable(${quoted(name)})` : quoted(name)))
    const select = this.#database.prepare(
      `select ${columnsOf(table)} from ${this.#from(table)} order by ${key.join(', ')}`,
    )
    for (const found of select.raw().iterate() as Iterable<Value[]>) yield found.map(storable) as Value[]
  }

  close(): void {
    this.#database.close()
  }

  #from({ name }: Table): string {
    if (name !== 'settings' || !this.hasSecret) return quoted(name)
    return `(select rowid, key, value from settings where key <> 'jwt_secret'
      union all select (select coalesce(max(rowid), 0) + 1 from settings), 'jwt_secret', jwt_secret())`
  }
}

/** Checks and locks a file. Throws with the reason if it cannot be moved. */
export async function openSource(file: string): Promise<Source> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`there is no file ${file}`)
  if (!isSqlite(file)) throw new Error(`${file} is not a SQLite database`)
  const database = lock(file)
  try {
    await checkVersion(database)
    return new Source(database)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Locks the file for the whole move. Only a writable connection gets the lock; `query_only` forbids it to write. */
function lock(file: string): Database {
  const database = new SqliteDatabase(file, { fileMustExist: true, timeout: 1000 })
  try {
    checkpoint(database)
    database.exec('begin exclusive')
    database.pragma('query_only = on')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

async function checkVersion(database: Database): Promise<void> {
  const missing = await checkOpenDatabase(database).catch((error: Error) => {
    throw new Error(`${database.name} cannot be moved: ${error.message}`)
  })
  if (missing.length > 0)
    throw new Error(
      `${database.name} was written by an older version of Assay; start this one on it once, stop it, and move then`,
    )
}

/** Does not open the file: closing it would release SQLite's POSIX locks. */
function stateOf(file: string): string {
  const [database, secret] = [file, jwtSecretFile(file)].map((path) =>
    statSync(path, { bigint: true, throwIfNoEntry: false }),
  )
  return [database, secret].map((found) => (found ? `${found.size} bytes of ${found.mtimeNs}` : 'none')).join(', ')
}

function countReplaced(found: Value[], stored: Value[]): number {
  return found.reduce<number>(
    (sum, value, index) => (value === stored[index] ? sum : sum + String(value).split('\0').length - 1),
    0,
  )
}

const columnsOf = ({ columns }: Table) => columns.map(({ name }) => quoted(name)).join(', ')
