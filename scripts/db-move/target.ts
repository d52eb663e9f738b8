import pg from 'pg'
import { withoutPassword } from '#server/config.ts'
import { migrateToLatest, openDatabases } from '#server/database/databases.ts'
import { reasonOf, parserOf } from '#server/database/postgres.ts'
import { MOVE_TABLE } from '#server/database/unfinished-move.ts'
import { quoted, type Table } from './schema.ts'
import type { Value } from './source.ts'

/** The progress of a table: the position of the last copied row, and counts of rows and replaced characters. */
export type Step = { place: number; rows: number; replaced: number }

const CONNECT_MS = 10_000
/** PostgreSQL needs this long to notice a killed client and roll back. */
const LOCK_MS = 10_000
const LOCK_TIMEOUT = '55P03'

/** The target database: one connection, which holds an advisory lock until it is closed. */
export class Target {
  readonly name: string
  readonly #url: string
  readonly #client: pg.Client

  constructor(url: string, client: pg.Client) {
    this.name = withoutPassword(url)
    this.#url = url
    this.#client = client
  }

  async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.#client.query<T>(text, values)).rows
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.query('begin')
    try {
      const done = await work()
      await this.query('commit')
      return done
    } catch (error) {
      await this.query('rollback').catch(() => {})
      throw error
    }
  }

  async migrate(): Promise<void> {
    const databases = await openDatabases({ postgres: this.#url }, { connections: 2 })
    await migrateToLatest(databases.writer).finally(databases.close)
  }

  async count(table: Table): Promise<number> {
    const [found] = await this.query<{ count: string }>(`select count(*) from ${quoted(table.name)}`)
    return Number(found?.count)
  }

  async progressOf(table: Table): Promise<Step> {
    const [found] = await this.query<Record<keyof Step, string>>(
      `select place, rows, replaced from ${MOVE_TABLE} where table_name = $1`,
      [table.name],
    )
    return { place: Number(found?.place), rows: Number(found?.rows), replaced: Number(found?.replaced) }
  }

  /** Inserts rows (a JSON array of objects) together with the progress. Errors name the table. */
  async append({ name, columns }: Table, rows: string, step: Step): Promise<void> {
    const list = columns.map((column) => quoted(column.name)).join(', ')
    const text = `with moved as (insert into ${quoted(name)} (${list}) select ${list} from json_populate_recordset(null::${quoted(name)}, $1))
      update ${MOVE_TABLE} set place = $2, rows = rows + $3, replaced = replaced + $4 where table_name = $5`
    const values = [rows, step.place, step.rows, step.replaced, name]
    await this.#client.query({ name, text, values }).catch((error: pg.DatabaseError) => {
      throw new Error(`${name}: ${[error.message, error.detail].filter(Boolean).join('; ')}`, { cause: error })
    })
  }

  /** Opens a cursor over a table, ordered by key in byte order. It lives until the transaction ends. */
  async openRows({ name, columns, key }: Table): Promise<void> {
    const list = columns.map((column) => quoted(column.name)).join(', ')
    const order = key.map((column) => `${quoted(column.name)}${column.isText ? ' collate "C"' : ''}`).join(', ')
    await this.query(`declare all_rows no scroll cursor for select ${list} from ${quoted(name)} order by ${order}`)
  }

  /** The next rows of the cursor; empty at its end. */
  async nextRows(count: number): Promise<Value[][]> {
    const { rows } = await this.#client.query<Value[]>({ text: `fetch ${count} from all_rows`, rowMode: 'array' })
    return rows
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

/** Connects and locks out other moves. Throws with the reason if it cannot. */
export async function openTarget(url: string): Promise<Target> {
  const client = new pg.Client({
    types: { getTypeParser: parserOf },
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'assay db:move',
  })
  // A broken connection makes the next query fail, which reports it.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw new Error(`cannot use ${withoutPassword(url)}: ${reasonOf(error)}`, { cause: error })
  })
  const target = new Target(url, client)
  try {
    await lockOutOthers(target)
    return target
  } catch (error) {
    await target.close()
    throw error
  }
}

async function lockOutOthers(target: Target): Promise<void> {
  await target.query(`select set_config('lock_timeout', $1, false)`, [String(LOCK_MS)])
  await target
    .query(`select pg_advisory_lock(hashtextextended('${MOVE_TABLE}', 0))`)
    .catch((error: pg.DatabaseError) => {
      throw error.code === LOCK_TIMEOUT ? new Error(`another move into ${target.name} is under way`) : error
    })
  await target.query('set lock_timeout = 0')
}
