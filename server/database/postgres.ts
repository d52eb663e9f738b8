import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { StartError, withoutPassword } from '../config.ts'
import { DatabaseLost, isLostConnection } from './database-lost.ts'
import { asStorageFailure } from './storage-failed.ts'
import type { Tables } from './tables.ts'

const CONNECT_MS = 10_000
const INT8 = 20
const NUMERIC = 1700
const CACHED_STATEMENTS = 500
/** A statement with a list of so many values is planned each time. Those of a page are shorter. */
const LONG_LIST = 150

/** PostgreSQL ends idle transactions after this time: a server that lost power would hold its locks for hours. */
const IDLE_MS = 60_000

/** A transaction that waited for a lock must see the latest commits. A stricter isolation level would hide them. */
const SESSION = [
  `set idle_in_transaction_session_timeout = ${IDLE_MS}`,
  "set default_transaction_isolation = 'read committed'",
].join('; ')

/** Opens a pool and tests it with one query. Throws StartError with the reason. */
export async function openPostgres(
  url: string,
  connections: number,
  onLost: (error: Error) => void,
): Promise<Kysely<Tables>> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // All are kept: a new one has to sign in and to plan its statements again, 200 ms if several are needed at once.
    min: connections,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'assay',
    types: { getTypeParser: parserOf },
    onConnect: async (client) => void (await client.query(SESSION)),
  })
  pool.on('error', onLost)
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new StartError(`DATABASE_URL: cannot use ${withoutPassword(url)}: ${reasonOf(error)}`)
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: cacheStatements(pool, onLost) }) })
  // Kysely does not close a pool that it never used.
  await db.connection().execute(async () => {})
  return db
}

/** Parses counts and sums as numbers, as on SQLite. */
export function parserOf(type: number, format?: 'text' | 'binary'): unknown {
  return type === INT8 || type === NUMERIC ? Number : pg.types.getTypeParser(type, format)
}

/** The reason of a failed connection. A host name with several addresses has their errors in an AggregateError. */
export function reasonOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : (error as Error).message
}

/** Prepares each statement once per connection. Throws DatabaseLost if a connection is missing or lost. */
function cacheStatements(pool: pg.Pool, onLost: (error: Error) => void) {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const connect = async () => {
    const client = await pool.connect().catch((error: Error) => {
      onLost(error)
      throw new DatabaseLost(error)
    })
    const connection = wrapped.get(client) ?? wrap(client, onLost)
    wrapped.set(client, connection)
    return connection
  }
  return { connect, end: () => pool.end(), options: pool.options }
}

function wrap(client: pg.PoolClient, onLost: (error: Error) => void): PostgresPoolClient {
  /** The first error of the lost connection. Later queries, such as a rollback, throw it too. */
  let lost: DatabaseLost | undefined
  let isBroken = false
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (lost) throw lost
    const isSent = !isBroken
    try {
      const config = {
        name: hasLongList(parameters) ? undefined : nameOf(text),
        text,
        values: parameters.map(storable),
      }
      return await client.query(config)
    } catch (error) {
      if (!isLostConnection(error)) throw asStorageFailure(error)
      onLost(error)
      lost = new DatabaseLost(error, { isCommitUnknown: isSent && text === 'commit' })
      throw lost
    }
  }
  // The current or the next query throws the error. Without a listener it would end the process.
  client.on('error', () => (isBroken = true))
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || lost !== undefined),
  }
}

/**
 * A connection keeps the plan of a prepared statement until its tables are analyzed. One that was made for short lists and
 * small tables would compare each value of a long list with all rows.
 */
const hasLongList = (parameters: readonly unknown[]) =>
  parameters.some((value) => Array.isArray(value) && value.length >= LONG_LIST)

const names = new Map<string, string>()

/** A kept plan would use the index also for a pattern that every text matches. Reading in order is faster then. */
const hasPattern = (text: string) => text.includes(' like $')

/** The same name in every process, because a pooler may share one connection between processes. */
function nameOf(text: string): string | undefined {
  const name = names.get(text)
  if (name !== undefined || names.size >= CACHED_STATEMENTS || hasPattern(text)) return name
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, digest)
  return digest
}

/** PostgreSQL cannot store NUL characters in text; they become U+FFFD. */
export function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}
