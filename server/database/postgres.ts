import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { StartError, withoutPassword } from '../config.ts'
import { DatabaseLost, isLostConnection } from './database-lost.ts'
import type { Tables } from './tables.ts'

/* How PostgreSQL is connected to. */

const CONNECT_MS = 10_000
const INT8 = 20
const NUMERIC = 1700
const KEPT_STATEMENTS = 500

/**
 * A transaction in which nothing is said for so long is ended, and its locks are free: the machine of its server may
 * have lost its power, which PostgreSQL would notice after two hours only.
 */
const SILENCE_MS = 60_000

/** What waits for a lock has to see what was committed meanwhile, which a stricter default of a database would hide. */
const SESSION = `set idle_in_transaction_session_timeout = ${SILENCE_MS}; set default_transaction_isolation = 'read committed'`

/** Connects to a database once, to see that it can be. Throws StartError with the reason. */
export async function openPostgres(
  url: string,
  connections: number,
  onLost: (error: Error) => void,
): Promise<Kysely<Tables>> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
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
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: keepStatements(pool, onLost) }) })
  // Destroyed before its first use, it would leave the pool open.
  await db.connection().execute(async () => {})
  return db
}

/** Counts and sums of counts are numbers, as on SQLite. */
function parserOf(type: number, format?: 'text' | 'binary'): unknown {
  return type === INT8 || type === NUMERIC ? Number : pg.types.getTypeParser(type, format)
}

/** Why a connection failed. Connecting by name tries several addresses, and the error of that says nothing itself. */
export function reasonOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : (error as Error).message
}

/**
 * Each connection plans a statement once and afterwards only runs it. Throws DatabaseLost when there is no
 * connection, or none any more.
 */
function keepStatements(pool: pg.Pool, onLost: (error: Error) => void) {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const connect = async () => {
    const client = await pool.connect().catch((error: Error) => {
      onLost(error)
      throw new DatabaseLost(error)
    })
    const keeping = known.get(client) ?? keeper(client, onLost)
    known.set(client, keeping)
    return keeping
  }
  return { connect, end: () => pool.end(), options: pool.options }
}

function keeper(client: pg.PoolClient, onLost: (error: Error) => void): PostgresPoolClient {
  /** What broke the connection: the reason for all that fails on it afterwards, such as a rollback. */
  let lost: DatabaseLost | undefined
  let isBroken = false
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (lost) throw lost
    const isSent = !isBroken
    try {
      return await client.query({ name: nameOf(text), text, values: parameters.map(storable) })
    } catch (error) {
      if (!isLostConnection(error)) throw error
      onLost(error)
      lost = new DatabaseLost(error, { isInDoubt: isSent && text === 'commit' })
      throw lost
    }
  }
  // The query under way, or the next one, fails with it, and tells; unheard, it would end the process.
  client.on('error', () => (isBroken = true))
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || lost !== undefined),
  }
}

const names = new Map<string, string>()

/** The same in every process, since a proxy may hand one connection to several of them. */
function nameOf(text: string): string | undefined {
  const name = names.get(text)
  if (name !== undefined || names.size >= KEPT_STATEMENTS) return name
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, digest)
  return digest
}

/** PostgreSQL's texts hold every character but one, which becomes U+FFFD. */
export function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}
