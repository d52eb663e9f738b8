import type { Transaction } from 'kysely'
import type { Db } from './db.ts'
import { type Change, takeChanges } from './live/changes.ts'
import type { Tables } from './tables.ts'

type Work<T> = (db: Transaction<Tables>) => Promise<T>
type Job = { work: Work<unknown>; isAlone: boolean; settle: (outcome: Outcome) => void }
type Outcome = { value: unknown } | { error: unknown }
type Committed = { outcomes: Outcome[]; changes: Change[] }

const GROUP_SIZE = 100

/**
 * Runs writes one after the other and commits those that wait together as one group: each is answered only
 * after the commit, and they share the price of the one fsync that makes them durable. When one of a group
 * throws, the group is rolled back and each of its writes is done again alone, so that only that one fails.
 *
 * A work must await nothing but the database, and only through the transaction it is given: it holds the one
 * connection that all others wait for.
 */
export class Writer {
  readonly #db: Db
  readonly #beginLong: () => () => void
  readonly #publish: (changes: Change[]) => void
  #waiting: Job[] = []
  #running: Promise<void> | undefined

  /**
   * `beginLong` is told of each write that will take long, and its answer once that is done. `publish` gets, after
   * each commit, the changes that its writes have told of; it must not throw.
   */
  constructor(db: Db, beginLong: () => () => void = () => () => {}, publish: (changes: Change[]) => void = () => {}) {
    this.#db = db
    this.#beginLong = beginLong
    this.#publish = publish
  }

  write<T>(work: Work<T>): Promise<T> {
    return this.#ask(work, false)
  }

  /**
   * A long write: it is done once, in a transaction of its own, and may wait for other things than the database,
   * as it should now and then, to let requests through that only read. Other writes wait until it is committed.
   */
  writeAlone<T>(work: Work<T>): Promise<T> {
    return this.#ask(work, true)
  }

  #ask<T>(work: Work<T>, isAlone: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (outcome: Outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as T))
      this.#waiting.push({ work, isAlone, settle })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when every write asked for so far is committed or refused. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather()
      const group = this.#nextGroup()
      const outcomes = group[0]?.isAlone ? await this.#commitLong(group) : await this.#commit(group)
      group.forEach((job, index) => job.settle(outcomes[index] as Outcome))
    }
    this.#running = undefined
  }

  /** Waits as long as every turn of the event loop brings another write: they will share one fsync. */
  async #gather(): Promise<void> {
    for (let seen = 0; seen < this.#waiting.length && seen < GROUP_SIZE; ) {
      seen = this.#waiting.length
      await new Promise(setImmediate)
    }
  }

  #nextGroup(): Job[] {
    const firstAlone = this.#waiting.findIndex(({ isAlone }) => isAlone)
    const together = firstAlone === -1 ? GROUP_SIZE : Math.min(firstAlone, GROUP_SIZE)
    return this.#waiting.splice(0, Math.max(together, 1))
  }

  async #commitLong(group: Job[]): Promise<Outcome[]> {
    const end = this.#beginLong()
    const outcomes = await this.#commit(group)
    end()
    return outcomes
  }

  async #commit(group: Job[]): Promise<Outcome[]> {
    let committed: Committed
    try {
      committed = await this.#transaction(group)
    } catch (error) {
      return group.length === 1 ? [{ error }] : await this.#commitEachAlone(group)
    }
    if (committed.changes.length > 0) this.#publish(committed.changes)
    return committed.outcomes
  }

  async #transaction(group: Job[]): Promise<Committed> {
    return await this.#db.transaction().execute(async (trx) => {
      const outcomes: Outcome[] = []
      for (const job of group) outcomes.push({ value: await job.work(trx) })
      return { outcomes, changes: takeChanges(trx) }
    })
  }

  async #commitEachAlone(group: Job[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const job of group) outcomes.push(...(await this.#commit([job])))
    return outcomes
  }
}
