import type { Services } from '../context.ts'
import { claimDue, type DeliveryRow, deleteDelivery, endAttempt, hasDue } from './claims.repository.ts'
import type { Attempt, Outcome } from './outcome.ts'
import { nextAttemptAt } from './retries.ts'

const LOOK_MS = 5_000
const LEASE_MS = 60_000
const AT_ONCE = 20
/** How long open attempts may take when the server stops. */
const CLOSE_MS = 3_000

type Needed = Pick<Services, 'db' | 'write' | 'log'>
/** Attempts a delivery. If it throws, as after an abort, the delivery is due again when its lease ends. */
type Deliver = (delivery: DeliveryRow, attempt: Attempt) => Promise<Outcome>

/** Delivers what is due: after each commit with an event, and every 5 s what other servers left or is to be repeated. */
export class Outbox {
  readonly #services: Needed
  readonly #deliver: Deliver
  readonly #clock: () => number
  readonly #open = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  #isStopping = false
  #awake = Promise.withResolvers<void>()
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
    await Promise.all(this.#open)
    clearTimeout(timer)
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#awake = Promise.withResolvers()
      const claimed = await this.#claim()
      for (const delivery of claimed) this.#begin(delivery)
      if (claimed.length === 0) await this.#sleep()
    }
  }

  /** A look costs one read while nothing is due. */
  async #claim(): Promise<DeliveryRow[]> {
    const { db, write, log } = this.#services
    const limit = AT_ONCE - this.#open.size
    if (limit <= 0) return []
    const nowMs = this.#clock()
    const [now, leaseEnd] = [nowMs, nowMs + LEASE_MS].map((ms) => new Date(ms).toISOString()) as [string, string]
    try {
      return (await hasDue(db, now)) ? await write(null, (trx) => claimDue(trx, { now, leaseEnd, limit })) : []
    } catch (error) {
      log.error({ err: error }, 'could not look for deliveries; trying again')
      return []
    }
  }

  #begin(delivery: DeliveryRow): void {
    const attempt = this.#attempt(delivery)
      .catch((error: unknown) => {
        if (this.#abort.signal.aborted) return
        this.#services.log.error({ err: error, deliveryId: delivery.id }, 'could not deliver; trying again')
      })
      .finally(() => {
        this.#open.delete(attempt)
        this.wake()
      })
    this.#open.add(attempt)
  }

  async #attempt(delivery: DeliveryRow): Promise<void> {
    const outcome = await this.#deliver(delivery, { nowMs: this.#clock(), signal: this.#abort.signal })
    await this.#services.write(null, async (db) => {
      if (outcome.kind === 'unwanted') return await deleteDelivery(db, delivery)
      const { kind, request, retryAfter, also } = outcome
      const retryAt = kind === 'retry' ? nextAttemptAt({ ...delivery, retryAfter }, this.#clock()) : null
      const state = retryAt !== null ? 'waiting' : kind === 'delivered' ? 'delivered' : 'failed'
      await endAttempt(db, delivery, { state, due_at: retryAt, request, answer: JSON.stringify(outcome.answer) })
      await also?.(db, retryAt === null)
    })
  }

  async #sleep(): Promise<void> {
    const timer = setTimeout(this.wake, LOOK_MS).unref()
    await this.#awake.promise
    clearTimeout(timer)
  }
}
