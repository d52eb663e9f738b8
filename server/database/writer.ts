import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { DatabaseLost } from './database-lost.ts'
import type { Databases, Db } from './databases.ts'
import { isLost } from './dialect.ts'
import { type Change, takeChanges } from './changes.ts'
import { claim, keyOf, ScopeCache, type Scope } from './scope.ts'
import type { Tables } from './tables.ts'

type Work<T> = (db: Transaction<Tables>) => Promise<T>
type Job = { scope: Scope; key: unknown; work: Work<unknown>; isLong: boolean; settle: (outcome: Outcome) => void }
type Outcome = { value: unknown } | { error: unknown }
type Options = Pick<Databases, 'lanes' | 'beginLong'> & {
  /** Gets what the writes of a transaction have told of, once it is committed. Must not throw. */
  afterCommit?: (changes: Change[]) => void
}

const GROUP_SIZE = 100
const TRIES = 10
const PAUSE_MS = 20

/**
 * Runs writes of one scope one after the other, and commits those that wait together as one group: each is answered
 * only after the commit, and they share the price of the one fsync that makes them durable. When one of a group
 * throws, the group is rolled back and each of its writes is done again alone, so that only that one fails. A write
 * that lost against one of another server is done again, too; none is when the database went away, since it may
 * have committed.
 *
 * A work must await nothing but the database, and only through the transaction it is given: it holds a connection
 * that others wait for.
 */
export class Writer {
  readonly #db: Db
  readonly #options: Options
  readonly #scopes: ScopeCache
  #waiting: Job[] = []
  /** The keys of what is being written; one lane works on each. */
  readonly #busy = new Set<unknown>()
  readonly #lanes = new Set<Promise<void>>()
  #openLanes = 0
  #longLanes = 0

  constructor(db: Db, options: Options) {
    this.#db = db
    this.#options = options
    this.#scopes = new ScopeCache(db)
  }

  /** Does a write that has its scope to itself. */
  write<T>(scope: Scope, work: Work<T>): Promise<T> {
    return this.#ask(scope, work, false)
  }

  /**
   * A long write: it has a transaction of its own, and may wait for other things than the database, as it should now
   * and then, to let other requests through. Other writes of its scope wait until it is committed.
   */
  writeAlone<T>(scope: Scope, work: Work<T>): Promise<T> {
    return this.#ask(scope, work, true)
  }

  async #ask<T>(scope: Scope, work: Work<T>, isLong: boolean): Promise<T> {
    const placed = this.#scopes.resolve(scope)
    return await this.#queue(placed instanceof Promise ? await placed : placed, work, isLong)
  }

  #queue<T>(scope: Scope, work: Work<T>, isLong: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (outcome: Outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as T))
      this.#waiting.push({ scope, key: keyOf(this.#db, scope), work, isLong, settle })
      this.#openLane()
    })
  }

  /** Resolves when every write asked for so far is committed or refused. */
  async drain(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all(this.#lanes)
  }

  #openLane(): void {
    if (this.#openLanes >= this.#options.lanes) return
    this.#openLanes += 1
    const lane = this.#run().finally(() => this.#lanes.delete(lane))
    this.#lanes.add(lane)
  }

  async #run(): Promise<void> {
    try {
      for (;;) {
        await this.#gather()
        const group = this.#nextGroup()
        if (group.length === 0) return
        await this.#settle(group)
      }
    } finally {
      this.#openLanes -= 1
    }
  }

  async #settle(group: Job[]): Promise<void> {
    const { key, isLong } = group[0] as Job
    this.#busy.add(key)
    const outcomes = isLong ? await this.#commitLong(group) : await this.#commit(group)
    this.#busy.delete(key)
    group.forEach((job, index) => job.settle(outcomes[index] as Outcome))
  }

  /** Waits as long as every turn of the event loop brings another write: they will share one fsync. */
  async #gather(): Promise<void> {
    for (let seen = 0; seen < this.#waiting.length && seen < GROUP_SIZE;) {
      seen = this.#waiting.length
      await new Promise(setImmediate)
    }
  }

  /** The first write whose turn it is, and those of its scope behind it. */
  #nextGroup(): Job[] {
    const first = this.#waiting.find((job) => !this.#busy.has(job.key) && !(job.isLong && this.#isFullOfLong()))
    if (!first) return []
    const group: Job[] = []
    const left: Job[] = []
    let isOpen = true
    for (const job of this.#waiting) {
      if (job.key === first.key && job.isLong && job !== first) isOpen = false
      const joins = job === first || (job.key === first.key && isOpen && !first.isLong && group.length < GROUP_SIZE)
      ;(joins ? group : left).push(job)
    }
    this.#waiting = left
    return group
  }

  /** Long writes leave one lane to the short ones, where there are several. */
  #isFullOfLong(): boolean {
    return this.#options.lanes > 1 && this.#longLanes >= this.#options.lanes - 1
  }

  async #commitLong(group: Job[]): Promise<Outcome[]> {
    this.#longLanes += 1
    const end = this.#options.beginLong()
    const outcomes = await this.#commit(group)
    end()
    this.#longLanes -= 1
    return outcomes
  }

  async #commit(group: Job[], tries = TRIES): Promise<Outcome[]> {
    try {
      return await this.#transaction(group)
    } catch (error) {
      if (error instanceof DatabaseLost) return group.map(() => ({ error }))
      if (group.length > 1) return await this.#commitEachAlone(group)
      if (tries === 1 || !isLost(error)) return [{ error }]
      await pause(Math.random() * PAUSE_MS)
      return await this.#commit(group, tries - 1)
    }
  }

  async #transaction(group: Job[]): Promise<Outcome[]> {
    let changes: Change[] = []
    try {
      return await this.#db.transaction().execute(async (trx) => {
        await claim(trx, group[0]?.scope ?? null)
        const outcomes: Outcome[] = []
        for (const job of group) outcomes.push({ value: await job.work(trx) })
        changes = takeChanges(trx)
        return outcomes
      })
    } finally {
      // Also when the commit failed: it may have been done, and only the answer to it was lost.
      if (changes.length > 0) this.#options.afterCommit?.(changes)
    }
  }

  async #commitEachAlone(group: Job[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const job of group) outcomes.push(...(await this.#commit([job])))
    return outcomes
  }
}
