import { randomUUID } from 'node:crypto'
import { Coalescer } from '#shared/live/coalescer.ts'
import { type Change, ChangeSet } from '../database/changes.ts'
import type { Databases, Db } from '../database/databases.ts'
import { LISTEN_TIMES, type ListenTimes, notify } from '../database/postgres-listener.ts'
import type { Live } from './live.ts'
import { type PeerMessage, readPayload, writePayloads } from './peer-messages.ts'

type HeartbeatTimes = { heartbeatMs: number; silenceMs: number }

export type PeerTimes = ListenTimes & HeartbeatTimes

const HEARTBEAT_TIMES: HeartbeatTimes = { heartbeatMs: 5_000, silenceMs: 15_000 }
const CHANNEL = 'assay_live'
const PACE = { delayMs: 5, spacingMs: 50 }
const RETRY_MS = 500

/** Publishes committed changes to the streams of every server. */
type ChangeFeed = {
  /** Never throws. */
  afterCommit: (changes: Change[]) => void
  /** From then on no change is missed. Throws StartError if it cannot listen to the database. */
  start: () => Promise<void>
  /** Sends what is queued; the database must still be open. */
  close: () => Promise<void>
}

/** On SQLite within this process, on PostgreSQL to every server on the same database. */
export function changeFeed(databases: Databases, live: Live, times: Partial<PeerTimes> = {}): ChangeFeed {
  if (databases.listen) return new Peers(databases.writer, databases.listen, live, times)
  return { afterCommit: (changes) => live.publish(changes), start: async () => {}, close: async () => {} }
}

/**
 * Servers on one database, connected by NOTIFY. A server receives its own changes this way too. Whenever changes may
 * have been lost, because the listening connection broke or a peer died, every stream gets its state again.
 */
class Peers implements ChangeFeed {
  readonly #server = randomUUID()
  readonly #db: Db
  readonly #listen: NonNullable<Databases['listen']>
  readonly #live: Live
  readonly #times: PeerTimes
  readonly #outbox = new Coalescer(() => this.#flush(), PACE)
  readonly #changes = new ChangeSet()
  #messages: PeerMessage[] = []
  #flushing: Promise<void> = Promise.resolve()
  #isFailing = false
  #isClosed = false
  /** The live peers, each with the timer of its silence. */
  readonly #alive = new Map<string, NodeJS.Timeout>()
  #heartbeat: NodeJS.Timeout | undefined
  #listening: { close: () => Promise<void> } | undefined

  constructor(db: Db, listen: NonNullable<Databases['listen']>, live: Live, times: Partial<PeerTimes>) {
    this.#db = db
    this.#listen = listen
    this.#live = live
    this.#times = { ...LISTEN_TIMES, ...HEARTBEAT_TIMES, ...times }
  }

  afterCommit = (changes: Change[]): void => {
    for (const change of changes) this.#changes.add(change)
    this.#outbox.request()
  }

  async start(): Promise<void> {
    this.#listening = await this.#listen({
      channels: [CHANNEL],
      onMessage: (_, payload) => this.#receive(payload),
      onReconnect: () => this.#recover(),
      log: this.#live.log,
      times: this.#times,
    })
    this.#live.viewers.onLocalChange = (testRunId, viewer, isViewing) =>
      this.#send({ kind: 'viewer', server: this.#server, testRunId, viewer, isViewing })
    this.#heartbeat = setInterval(
      () => this.#send({ kind: 'alive', server: this.#server }),
      this.#times.heartbeatMs,
    ).unref()
    this.#send({ kind: 'hello', server: this.#server })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#heartbeat)
    for (const silence of this.#alive.values()) clearTimeout(silence)
    this.#outbox.cancel()
    await this.#flushing
    this.#messages.push({ kind: 'goodbye', server: this.#server })
    await this.#flush()
    await this.#listening?.close()
  }

  #send(message: PeerMessage): void {
    this.#messages.push(message)
    this.#outbox.request()
  }

  #flush(): Promise<void> {
    return (this.#flushing = this.#sendQueued())
  }

  async #sendQueued(): Promise<void> {
    const [changes, messages] = [this.#changes.take(), this.#messages.splice(0)]
    if (changes.length + messages.length === 0) return
    try {
      // A connection that died silently must not delay messages that another could send.
      await within(this.#times.answerMs, notify(this.#db, CHANNEL, writePayloads([...changes, ...messages])))
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) this.#live.log.warn({ err: error }, 'could not notify the other servers; trying again')
      this.#isFailing = true
      for (const change of changes) this.#changes.add(change)
      this.#messages.unshift(...messages)
      if (!this.#isClosed) this.#outbox.request(RETRY_MS)
    }
  }

  #receive(payload: string): void {
    const messages = readPayload(payload)
    if (!messages)
      return this.#live.log.warn({ bytes: payload.length }, 'ignored a message from a server of another version')
    const changes: Change[] = []
    for (const message of messages)
      if (!('server' in message)) changes.push(message)
      else if (message.server !== this.#server) this.#onPeerMessage(message)
    this.#live.publish(changes)
  }

  #onPeerMessage(message: Extract<PeerMessage, { server: string }>): void {
    const { kind, server } = message
    const { viewers } = this.#live
    clearTimeout(this.#alive.get(server))
    this.#alive.delete(server)
    if (kind === 'goodbye') return viewers.clearRemote(server)
    this.#alive.set(server, setTimeout(() => this.#missPeer(server), this.#times.silenceMs).unref())
    if (kind === 'viewer') viewers.setRemote(server, message.testRunId, message.viewer, message.isViewing)
    if (kind !== 'hello') return
    this.#send({ kind: 'alive', server: this.#server })
    for (const { testRunId, viewer } of viewers.local())
      this.#send({ kind: 'viewer', server: this.#server, testRunId, viewer, isViewing: true })
  }

  /** A dead peer may not have announced all of its commits. */
  #missPeer(server: string): void {
    this.#live.log.warn({ server }, 'another server sends no heartbeat')
    this.#alive.delete(server)
    this.#live.viewers.clearRemote(server)
    this.#live.bus.lost()
  }

  #recover(): void {
    this.#live.viewers.clearRemote()
    this.#live.bus.lost()
    this.#send({ kind: 'hello', server: this.#server })
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms).unref()
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
