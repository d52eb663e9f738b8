import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { StartError, withoutPassword } from '../config.ts'
import { reasonOf } from './postgres.ts'
import type { Tables } from './tables.ts'

/* Messages between the servers on one PostgreSQL, by LISTEN and NOTIFY on a separate connection. */

/** PostgreSQL refuses payloads from 8,000 bytes on. */
export const PAYLOAD_BYTES = 7_900

/** Times in milliseconds for health checks and reconnects. A dead connection is noticed after `checkMs + answerMs`. */
export type ListenTimes = { checkMs: number; answerMs: number; retryMs: number; retryMaxMs: number }

export const LISTEN_TIMES: ListenTimes = { checkMs: 5_000, answerMs: 5_000, retryMs: 200, retryMaxMs: 5_000 }

/** How long to wait for a clean close. A dead connection never closes cleanly. */
const CLOSE_MS = 500

export type Listening = {
  channels: string[]
  onMessage: (channel: string, payload: string) => void
  /** Called after a reconnect: messages sent in between are lost. */
  onReconnect: () => void
  log: Logger
  times: ListenTimes
}

/** Sends messages to all listening servers. In a transaction, they are sent on commit. */
export async function notify(db: Kysely<Tables>, channel: string, payloads: string[]): Promise<void> {
  await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`.execute(db)
}

/** Listens until closed, and reconnects. Throws StartError if the first connection fails. */
export async function listenPostgres(url: string, listening: Listening): Promise<{ close: () => Promise<void> }> {
  const stop = new AbortController()
  let connection = await connect(url, listening).catch((error: unknown) => {
    throw new StartError(`DATABASE_URL: cannot listen at ${withoutPassword(url)}: ${reasonOf(error)}`)
  })
  const ended = reconnectOnLoss()
  return {
    close: async () => {
      stop.abort()
      await connection.close()
      await ended
    },
  }

  async function reconnectOnLoss(): Promise<void> {
    for (;;) {
      const error = await connection.broken
      if (stop.signal.aborted) return
      listening.log.warn({ err: error }, 'the connection that listens to other servers was lost')
      const next = await reconnect(url, listening, stop.signal)
      if (!next) return
      connection = next
      if (stop.signal.aborted) return await connection.close()
      listening.log.info('listening to other servers again')
      listening.onReconnect()
    }
  }
}

type Connection = { broken: Promise<Error>; close: () => Promise<void> }

async function reconnect(url: string, listening: Listening, signal: AbortSignal): Promise<Connection | undefined> {
  const { retryMs, retryMaxMs } = listening.times
  for (let waitMs = retryMs; !signal.aborted; waitMs = Math.min(waitMs * 2, retryMaxMs)) {
    await pause(waitMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
    if (signal.aborted) return undefined
    try {
      return await connect(url, listening)
    } catch (error) {
      listening.log.debug({ err: error }, 'still cannot listen to other servers')
    }
  }
  return undefined
}

/** A connection that listens. `broken` resolves with the reason when it stops listening. */
async function connect(url: string, { channels, onMessage, times }: Listening): Promise<Connection> {
  const { checkMs, answerMs } = times
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    application_name: 'assay',
    keepAlive: true,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  const broken = Promise.withResolvers<Error>()
  client.on('error', broken.resolve).on('end', () => broken.resolve(new Error('Connection ended')))
  client.on('notification', ({ channel, payload = '' }) => onMessage(channel, payload))
  let timer: NodeJS.Timeout | undefined
  const close = async () => {
    clearTimeout(timer)
    client.removeAllListeners('notification')
    await Promise.race([client.end().catch(() => {}), pause(CLOSE_MS, undefined, { ref: false })])
    socket.destroy()
    broken.resolve(new Error('Closed'))
  }
  try {
    await client.connect()
    await client.query(channels.map((channel) => `listen ${client.escapeIdentifier(channel)}`).join('; '))
  } catch (error) {
    void close()
    throw error
  }
  const checkLater = () => {
    timer = setTimeout(() => void check(client, channels).then(checkLater, broken.resolve), checkMs).unref()
  }
  checkLater()
  void broken.promise.then(close)
  return { broken: broken.promise, close }
}

/** Throws if there is no answer in time, or the session does not listen. */
async function check(client: pg.Client, channels: string[]): Promise<void> {
  const { rows } = await client.query<{ channel: string }>('select pg_listening_channels() as channel')
  if (!channels.every((name) => rows.some(({ channel }) => channel === name)))
    throw new Error('DATABASE_URL points to a transaction-mode pooler. Use a direct connection')
}
