import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { DomainError } from '#shared/errors.ts'
import { DatabaseLost } from './database-lost.ts'
import type { Databases, Db } from './databases.ts'
import { isConflict } from './dialect.ts'
import { type Change, type ProjectEvent, takeChanges, takeEvents } from './changes.ts'
import { StorageFailed } from './storage-failed.ts'
import { claim, keyOf, ScopeCache, type Scope } from './scope.ts'
import type { Tables } from './tables.ts'
import { renewVersions } from './versions.ts'

/** `isAwaited` tells whether calls to this process wait for this write. */
type Work<T> = (db: Transaction<Tables>, isAwaited: () => boolean) => Promise<T>
/**
 * Neighbours of one key that wait together are one write: `work` gets the inputs of all, and returns what each resolves to.
 * The key says what they write to: on SQLite all writes wait together.
 */
export type Batch<I, T> = { key: string; input: I; work: (db: Transaction<Tables>, inputs: I[]) => Promise<T[]> }
type Job = {
  scope: Scope
  key: unknown
  work: Work<unknown>
  batch: Batch<any, unknown> | undefined
  isLater: boolean
  askedAt: number
  hasBegun: boolean
  settle: (outcome: Outcome) => void
}
type Outcome = { value: unknown } | { error: unknown }
type Options = Pick<Databases, 'lanes' | 'checkFile'> & {
  /** Stores the events of a write in its transaction. Returns whether something is to be delivered. */
  storeEvents?: (db: Db, events: ProjectEvent[]) => Promise<boolean>
  /** Receives the changes of a transaction that was committed, or may have been. Must not throw. */
  afterCommit?: (changes: Change[], hasDeliveries: boolean) => void
  meter?: WriteMeter | undefined
}
/** `waited` is called once for each write, also if it is retried. */
export type WriteMeter = {
  waited: (ms: number) => void
  committed: (writes: number, results: number) => void
  failed: (writes: number) => void
}

const GROUP_SIZE = 100
const TRIES = 10
const PAUSE_MS = 20

/**
 * Runs the writes of one scope one by one. Waiting writes are committed as one group: they share one fsync, and each
 * resolves after the commit. If a write of a group throws, the group is rolled back and each write is retried alone, so
 * only that write fails. A write that conflicts with another server is retried. After a lost connection nothing is
 * retried, because the commit may have happened. Work in the background has commits of its own, one write each, and takes
 * turns with the calls: a call waits for one such write at most.
 * `work` may await only the database, through its transaction, and a turn of the event loop: it holds a connection that
 * other writes wait for.
 */
export class Writer {
  readonly #db: Db
  readonly #options: Options
  readonly #scopes: ScopeCache
  #waiting: Job[] = []
  readonly #busy = new Set<unknown>()
  readonly #lanes = new Set<Promise<void>>()
  failure: StorageFailed | undefined
  #openLanes = 0
  #wasLater = false

  constructor(db: Db, options: Options) {
    this.#db = db
    this.#options = options
    this.#scopes = new ScopeCache(db)
  }

  /**
   * Runs a write that locks its scope. Keep it short: other writes of the scope, on SQLite all writes, wait for it. With
   * a batch, waiting writes may be done by its work instead.
   */
  async write<T>(scope: Scope, work: Work<T>, batch?: Batch<any, T>): Promise<T> {
    return await this.#queue(scope, { work, batch, isLater: false })
  }

  /** Runs a write of work in the background. */
  async writeLater<T>(scope: Scope, work: Work<T>): Promise<T> {
    return await this.#queue(scope, { work, batch: undefined, isLater: true })
  }

  async #queue<T>(given: Scope, asked: Pick<Job, 'work' | 'batch' | 'isLater'>): Promise<T> {
    const askedAt = performance.now()
    const resolved = this.#scopes.resolve(given)
    const scope = resolved instanceof Promise ? await resolved.catch((error: unknown) => this.#fail(error)) : resolved
    return await new Promise<T>((resolve, reject) => {
      const settle = (outcome: Outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as T))
      this.#waiting.push({ ...asked, scope, key: keyOf(this.#db, scope), askedAt, hasBegun: false, settle })
      this.#openLane()
    })
  }

  /** How many writes wait for their turn. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Resolves when all queued writes are committed or refused. */
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
    const { key } = group[0] as Job
    this.#busy.add(key)
    const outcomes = await this.#commit(group)
    this.#busy.delete(key)
    const failed = outcomes.filter((outcome) => 'error' in outcome).length
    if (failed > 0) this.#options.meter?.failed(failed)
    group.forEach((job, index) => job.settle(outcomes[index] as Outcome))
  }

  /**
   * Waits while each turn of the event loop brings more writes, so that they share one fsync. At least one turn, so
   * that other calls run between the writes of a caller that writes again and again.
   */
  async #gather(): Promise<void> {
    let seen: number
    do {
      seen = this.#waiting.length
      await new Promise(setImmediate)
    } while (this.#waiting.length > seen && seen < GROUP_SIZE)
  }

  #nextGroup(): Job[] {
    const free = this.#waiting.filter((job) => !this.#busy.has(job.key))
    const first = free.find((job) => job.isLater !== this.#wasLater) ?? free[0]
    if (!first) return []
    this.#wasLater = first.isLater
    const size = first.isLater ? 1 : GROUP_SIZE
    const group: Job[] = []
    const rest: Job[] = []
    for (const job of this.#waiting) {
      const joins = job.key === first.key && job.isLater === first.isLater && group.length < size
      ;(joins ? group : rest).push(job)
    }
    this.#waiting = rest
    return group
  }

  async #commit(group: Job[], tries = TRIES): Promise<Outcome[]> {
    try {
      return await this.#transaction(group)
    } catch (error) {
      if (error instanceof DatabaseLost || isLocked(error)) return group.map(() => ({ error }))
      if (group.length > 1) return await this.#commitEachAlone(group)
      if (tries === 1 || !isConflict(error)) return [{ error }]
      await pause(Math.random() * PAUSE_MS)
      return await this.#commit(group, tries - 1)
    }
  }

  async #transaction(group: Job[]): Promise<Outcome[]> {
    let changes: Change[] = []
    let hasDeliveries = false
    let resultCount = 0
    try {
      this.#options.checkFile?.()
      const outcomes = await this.#db.transaction().execute(async (trx) => {
        await claim(trx, group[0]?.scope ?? null)
        const outcomes: Outcome[] = []
        const isAwaited = () => group.length > 1 || this.#waiting.some(({ isLater }) => !isLater)
        for (const jobs of inBatches(group)) {
          this.#noteWaits(jobs)
          const [{ work, batch }] = jobs
          const values = batch && jobs.length > 1 ? await batch.work(trx, inputsOf(jobs)) : [await work(trx, isAwaited)]
          if (values.length !== jobs.length)
            throw new Error(`A batch of ${jobs.length} returned ${values.length} values`)
          for (const value of values) outcomes.push({ value })
          const events = takeEvents(trx)
          if (events.length > 0 && (await this.#options.storeEvents?.(trx, events))) hasDeliveries = true
        }
        const taken = takeChanges(trx)
        await renewVersions(trx, taken.touched)
        changes = taken.changes
        resultCount = taken.resultCount
        if (taken.hasDeliveries) hasDeliveries = true
        return outcomes
      })
      // A commit into a file that was removed meanwhile is lost, and must not be acknowledged.
      this.#options.checkFile?.()
      this.failure = undefined
      this.#options.meter?.committed(group.length, resultCount)
      return outcomes
    } catch (error) {
      if (error instanceof StorageFailed) this.failure = error
      // A commit whose answer was lost may have succeeded.
      const isUnknown = error instanceof DomainError && error.code === 'BAD_GATEWAY'
      if (!isUnknown) [changes, hasDeliveries] = [[], false]
      throw error
    } finally {
      if (changes.length > 0 || hasDeliveries) this.#options.afterCommit?.(changes, hasDeliveries)
    }
  }

  #noteWaits(jobs: Jobs): void {
    for (const job of jobs) {
      if (!job.hasBegun) this.#options.meter?.waited(performance.now() - job.askedAt)
      job.hasBegun = true
    }
  }

  #fail(error: unknown): never {
    this.#options.meter?.failed(1)
    throw error
  }

  async #commitEachAlone(group: Job[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const job of group) outcomes.push(...(await this.#commit([job])))
    return outcomes
  }
}

/** Each write alone would wait for the lock of another process as long as the group did. */
const isLocked = (error: unknown): boolean => error instanceof StorageFailed && error.isLock

type Jobs = [Job, ...Job[]]

/** Neighbours of one batch are together. */
function inBatches(group: Job[]): Jobs[] {
  const batches: Jobs[] = []
  for (const job of group) {
    const last = batches.at(-1)
    if (job.batch && last?.[0].batch?.key === job.batch.key) last.push(job)
    else batches.push([job])
  }
  return batches
}

const inputsOf = (jobs: Jobs): unknown[] => jobs.map(({ batch }) => batch?.input)
