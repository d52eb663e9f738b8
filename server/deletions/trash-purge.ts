import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { deletedCases, finish, hiddenSuites, type LongWrite, numbers, purges, removals } from './removal.ts'

/** How soon another server continues the work of a killed one. */
const EVERY_MS = 60 * 1000

type DeleteExpired = (db: Db) => Promise<void>

type OfLaterNouns = {
  deleteExpired: DeleteExpired
  changes: LongWrite
  imports: LongWrite
  trims: LongWrite
  erasures: LongWrite
}

type Needed = Pick<Services, 'db' | 'write' | 'log'>

/**
 * Removes records that were deleted for good, continues deletions and restores, and purges what has been in the trash
 * for 30 days or has expired: when a server starts, every minute, and after each deletion.
 */
export class TrashPurge {
  readonly #services: Needed
  readonly #deleteExpired: DeleteExpired
  readonly #longWrites: LongWrite[]
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isAwake = false
  #isStopping = false

  constructor(services: Needed, { deleteExpired, changes, imports, trims, erasures }: OfLaterNouns) {
    this.#services = services
    this.#deleteExpired = deleteExpired
    this.#longWrites = [changes, imports, deletedCases, hiddenSuites, numbers, erasures, purges, trims, removals]
  }

  start(): void {
    this.#then(() => this.#purge())
    this.#timer = setInterval(() => this.#then(() => this.#purge()), EVERY_MS).unref()
  }

  wake(): void {
    if (this.#isAwake) return
    this.#isAwake = true
    this.#then(async () => {
      this.#isAwake = false
      await this.#remove()
    })
  }

  /** Stops after the current transaction; the next start continues. */
  async close(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#running
  }

  #then(work: () => Promise<void>): void {
    const before = this.#running
    this.#running = this.#try(async () => {
      await before
      if (!this.#isStopping) await work()
    })
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#services.log.error({ err: error }, 'could not empty the trash; trying again later')
    }
  }

  async #purge(): Promise<void> {
    await this.#remove()
    await this.#services.write(null, this.#deleteExpired)
  }

  async #remove(): Promise<void> {
    const isStopping = () => this.#isStopping
    await finish(this.#services, this.#longWrites, undefined, isStopping)
  }
}
