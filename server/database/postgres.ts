import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { StartError, withoutPassword } from '../config.ts'
import { DatabaseLost } from './database-lost.ts'
import { wrapClient } from './postgres-client.ts'
import type { Tables } from './tables.ts'

const CONNECT_MS = 10_000

/** Without it, a call that waits for its answer when the machine of PostgreSQL loses power would wait for ever. */
const KEEP_ALIVE_MS = 10_000

const INT8 = 20
const NUMERIC = 1700

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
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'assay',
    pipeline: true,
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
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: wrapClients(pool, onLost) }) })
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

/** Throws DatabaseLost if a connection is missing. */
function wrapClients(pool: pg.Pool, onLost: (error: Error) => void) {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const connect = async () => {
    const client = await pool.connect().catch((error: Error) => {
      onLost(error)
      throw new DatabaseLost(error)
    })
    const connection = wrapped.get(client) ?? wrapClient(client, onLost)
    wrapped.set(client, connection)
    return connection
  }
  return { connect, end: () => pool.end(), options: pool.options }
}
