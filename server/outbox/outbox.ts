import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import {
  BATCH,
  claimDue,
  type DeliveryRow,
  deleteDelivery,
  type Ended,
  endAttempts,
  giveBack,
  hasDue,
  LANES,
} from './claims.repository.ts'
import type { Attempt, Outcome } from './outcome.ts'
import { nextAttemptAt } from './retries.ts'

const LOOK_MS = 5_000
const LEASE_MS = 60_000
/** After it, what has not been attempted is given back: a lease outlasts the longest attempt. */
const BEGIN_MS = 5_000
const MOST_LANES = 20
/** Between the rounds that work off many. */
const PACE_MS = 2_000
/** How long open attempts may take when the server stops. */
const CLOSE_MS = 3_000

type Needed = Pick<Services, 'db' | 'write' | 'log'>
/** Attempts a delivery. If it throws, as after an abort, the delivery is due again when its lease ends. */
type Deliver = (delivery: DeliveryRow, attempt: Attempt) => Promise<Outcome>
type Postponed = { kind: 'postponed' }
type Attempted = Exclude<Outcome, { kind: 'unwanted' }>
type Stored = { delivery: DeliveryRow; outcome: Outcome | Postponed; settle: () => void }

/**
 * Delivers what is due: after each commit with an event, and every 5 s what other servers left or is to be repeated. A
 * round claims, and stores the attempts that have ended, in one commit. Rounds that work off many are paced: a commit
 * delays the reads of others.
 */
export class Outbox {
  readonly #services: Needed
  readonly #deliver: Deliver
  readonly #clock: () => number
  readonly #lanes = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  #isStopping = false
  #awake = Promise.withResolvers<void>()
  readonly #ended: Stored[] = []
  #running: Promise<void> = Promise.resolve()

  constructor(services: Needed, deliver: Deliver, clock: () => number = Date.now) {
    this.#services = services
    this.#deliver = deliver
    this.#clock = clock
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Something may be due. */
  wake = (): void => this.#awake.resolve()

  /** Aborts attempts that take long. */
  async close(): Promise<void> {
    this.#isStopping = true
    this.wake()
    await this.#running
    const timer = setTimeout(() => this.#abort.abort(), CLOSE_MS)
    await Promise.all(this.#lanes)
    clearTimeout(timer)
  }

  async #run(): Promise<void> {
    let isBehind = false
    while (!this.#isStopping) {
      this.#awake = Promise.withResolvers()
      const [, claimed] = await Promise.all([this.#storeEnded(), this.#claim()])
      for (const batch of Map.groupBy(claimed, ({ target }) => target).values()) this.#begin(batch)
      isBehind = claimed.length >= BATCH || (isBehind && this.#lanes.size > 0)
      if (claimed.length === 0) await this.#sleep()
      if (isBehind) await pause(PACE_MS)
    }
    await this.#storeEnded()
  }

  /** A look costs one read while nothing is due. */
  async #claim(): Promise<DeliveryRow[]> {
    const { db, write, log } = this.#services
    const lanes = MOST_LANES - this.#lanes.size
    if (lanes <= 0) return []
    const nowMs = this.#clock()
    const [now, leaseEnd] = [nowMs, nowMs + LEASE_MS].map((ms) => new Date(ms).toISOString()) as [string, string]
    try {
      return (await hasDue(db, now)) ? await write(null, (trx) => claimDue(trx, { now, leaseEnd, lanes })) : []
    } catch (error) {
      log.error({ err: error }, 'could not look for deliveries; trying again')
      return []
    }
  }

  #begin(batch: DeliveryRow[]): void {
    const until = this.#clock() + BEGIN_MS
    for (let count = Math.min(batch.length, LANES); count > 0; count--) {
      const lane = this.#workOff(batch, until).finally(() => {
        this.#lanes.delete(lane)
        this.wake()
      })
      this.#lanes.add(lane)
    }
  }

  async #workOff(batch: DeliveryRow[], until: number): Promise<void> {
    const stored: Promise<void>[] = []
    for (let delivery = batch.shift(); delivery; delivery = batch.shift()) {
      const mayBegin = !this.#isStopping && this.#clock() < until
      const store = this.#store(delivery, mayBegin ? await this.#attempt(delivery) : { kind: 'postponed' })
      stored.push(store)
      // How many mails an address gets in an hour is counted from what is stored.
      if (delivery.form === 'mail' && delivery.event_id !== null) await store
    }
    await Promise.all(stored)
  }

  async #attempt(delivery: DeliveryRow): Promise<Outcome | undefined> {
    try {
      return await this.#deliver(delivery, { nowMs: this.#clock(), signal: this.#abort.signal })
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#note(error, delivery)
      return undefined
    }
  }

  /** Resolves when it is stored. */
  async #store(delivery: DeliveryRow, outcome: Outcome | Postponed | undefined): Promise<void> {
    if (!outcome) return
    const { promise, resolve: settle } = Promise.withResolvers<void>()
    this.#ended.push({ delivery, outcome, settle })
    this.wake()
    if (this.#isStopping) await this.#storeEnded()
    await promise
  }

  /** Stores what has ended in one commit. If that fails, each alone. */
  async #storeEnded(): Promise<void> {
    const ended = this.#ended.splice(0)
    if (ended.length === 0) return
    const { write } = this.#services
    try {
      await write(null, async (db) => await this.#end(db, ended))
    } catch {
      for (const each of ended)
        await write(null, async (db) => await this.#end(db, [each])).catch((error: unknown) =>
          this.#note(error, each.delivery),
        )
    }
    for (const { settle } of ended) settle()
  }

  async #end(db: Db, ended: Stored[]): Promise<void> {
    const now = this.#clock()
    const rows: Ended[] = []
    for (const { delivery, outcome } of ended) {
      if (outcome.kind === 'unwanted') await deleteDelivery(db, delivery)
      else if (outcome.kind === 'postponed') await giveBack(db, delivery, new Date(now).toISOString())
      else {
        const row = rowOf(delivery, outcome, now)
        await outcome.also?.(db, row.due_at === null)
        rows.push(row)
      }
    }
    await endAttempts(db, rows)
  }

  #note(error: unknown, { id }: DeliveryRow): void {
    this.#services.log.error({ err: error, deliveryId: id }, 'could not deliver; trying again')
  }

  async #sleep(): Promise<void> {
    const timer = setTimeout(this.wake, LOOK_MS).unref()
    await this.#awake.promise
    clearTimeout(timer)
  }
}

function rowOf(delivery: DeliveryRow, outcome: Attempted, nowMs: number): Ended {
  const { id, attempts, event_id } = delivery
  const { kind, request, retryAfter, body } = outcome
  const due_at = kind === 'retry' ? nextAttemptAt({ ...delivery, retryAfter }, nowMs) : null
  const state = due_at !== null ? 'waiting' : kind === 'delivered' ? 'delivered' : 'failed'
  return { id, attempts, event_id, state, due_at, request, answer: JSON.stringify(outcome.answer), body }
}
