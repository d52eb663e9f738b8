import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Tables } from './tables.ts'

type Work<T> = (db: Transaction<Tables>) => Promise<T>
type Job = { work: Work<unknown>; settle: (outcome: Outcome) => void }
type Outcome = { value: unknown } | { error: unknown }

const GROUP_SIZE = 100

/**
 * Runs writes one after the other and commits those that wait together as one group: each is answered only
 * after the commit, and they share the price of the one fsync that makes them durable. A write that throws
 * is rolled back alone.
 *
 * A work must await nothing but the database, and only through the transaction it is given: it holds the one
 * connection that all others wait for.
 */
export class Writer {
  readonly #db: Db
  #waiting: Job[] = []
  #running: Promise<void> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  write<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (outcome: Outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as T))
      this.#waiting.push({ work, settle })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when every write asked for so far is committed or refused. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise(setImmediate)
      const group = this.#waiting.splice(0, GROUP_SIZE)
      const outcomes = await this.#commit(group)
      group.forEach((job, index) => job.settle(outcomes[index] as Outcome))
    }
    this.#running = undefined
  }

  async #commit(group: Job[]): Promise<Outcome[]> {
    try {
      return await this.#db.transaction().execute(async (trx) => {
        const outcomes: Outcome[] = []
        for (const job of group) outcomes.push(await attempt(trx, job))
        return outcomes
      })
    } catch (error) {
      return group.map(() => ({ error }))
    }
  }
}

async function attempt(trx: Transaction<Tables>, job: Job): Promise<Outcome> {
  await sql`savepoint job`.execute(trx)
  try {
    const value = await job.work(trx)
    await sql`release job`.execute(trx)
    return { value }
  } catch (error) {
    await sql`rollback to job`.execute(trx)
    await sql`release job`.execute(trx)
    return { error }
  }
}
