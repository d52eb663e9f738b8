import { createHash } from 'node:crypto'
import type { CompiledQuery, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseLost, isLostConnection } from './database-lost.ts'
import { asStorageFailure, StorageFailed } from './storage-failed.ts'

/*
 * A connection to PostgreSQL: prepares each statement once. Within a transaction, statements whose answer nobody needs go on
 * their way without a wait, because a round trip takes longer than most of them.
 */

const CACHED_STATEMENTS = 500
/** A statement with a list of so many values is planned each time. Those of a page are shorter. */
const LONG_LIST = 150
/** How many statements may be on their way. They are in memory until they are sent. */
const SENT_MAX = 8

const unawaited = new WeakSet<readonly unknown[]>()

/**
 * A statement whose answer no caller needs. In a transaction it is sent without waiting for the answer: if it fails, the
 * next awaited statement throws its error, at the latest the commit.
 */
export function withoutAnswer<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  unawaited.add(query.parameters)
  return query
}

const NO_ANSWER = { command: 'SELECT', rowCount: 0, rows: [] }

/** `sent` are the statements that were not awaited: they never reject. `failure` is the first error of theirs. */
type Unawaited = { sent: Promise<void>[]; failure?: unknown }

/** Throws DatabaseLost if the connection is lost. */
export function wrapClient(client: pg.PoolClient, onLost: (error: Error) => void): PostgresPoolClient {
  /** The error of the lost connection. Later queries, such as a rollback, throw it too. */
  let lost: DatabaseLost | undefined
  let isBroken = false
  /** A session may stay read-only when the database no longer is. */
  let isReadOnly = false
  let transaction: Unawaited | undefined

  const send = async (text: string, parameters: readonly unknown[]) => {
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
      if (!isLostConnection(error)) {
        const failure = asStorageFailure(error)
        if (!(failure instanceof StorageFailed && failure.isReadOnly)) throw failure
        isReadOnly = true
        // A snapshot is read-only itself.
        throw transaction ? failure : error
      }
      const earlier = lost as DatabaseLost | undefined
      if (!earlier) onLost(error)
      // When PostgreSQL itself has refused a statement, it does none of those behind it.
      if (!isAnswer(earlier?.cause)) lost = new DatabaseLost(error, { isCommitUnknown: isSent && text === 'commit' })
      throw lost
    }
  }

  const sendUnawaited = async (within: Unawaited, text: string, parameters: readonly unknown[]) => {
    if (within.sent.length >= SENT_MAX) await within.sent.shift()
    if (within.failure !== undefined) throw within.failure
    within.sent.push(
      send(text, parameters).then(
        () => undefined,
        (error: unknown) => void (within.failure ??= error),
      ),
    )
    return NO_ANSWER
  }

  const query = async (text: string, parameters: readonly unknown[]) => {
    if (text === 'begin') transaction = { sent: [] }
    const within = transaction
    if (!within) return await send(text, parameters)
    if (text === 'begin' || unawaited.has(parameters)) return await sendUnawaited(within, text, parameters)
    if (text !== 'rollback' && within.failure !== undefined) throw within.failure
    if (text === 'commit' || text === 'rollback') transaction = undefined
    const [answer] = await Promise.allSettled([send(text, parameters), ...within.sent.splice(0)])
    const isRefused = answer.status === 'rejected'
    // A rollback ends what failed. Whether a commit was done counts for more than an error before it.
    if (text !== 'rollback' && within.failure !== undefined && !(isRefused && answer.reason instanceof DatabaseLost))
      throw within.failure
    if (isRefused) throw answer.reason
    return answer.value
  }

  // The current or the next query throws the error. Without a listener it would end the process.
  client.on('error', () => (isBroken = true))
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || isReadOnly || lost !== undefined),
  }
}

/** Whether an error came from PostgreSQL, and not from the connection. */
const isAnswer = (error: unknown): boolean => error instanceof pg.DatabaseError

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
