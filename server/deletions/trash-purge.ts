import { BackgroundJob } from '../background-job.ts'
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

type Needed = Pick<Services, 'db' | 'write' | 'writeLater' | 'log'>

/**
 * Removes records that were deleted for good, continues deletions and restores, and purges what has been in the trash
 * for 30 days or has expired: when a server starts, every minute, and after each deletion.
 */
export class TrashPurge extends BackgroundJob {
  readonly #services: Needed
  readonly #deleteExpired: DeleteExpired
  readonly #longWrites: LongWrite[]
  #isAwake = false

  constructor(services: Needed, { deleteExpired, changes, imports, trims, erasures }: OfLaterNouns) {
    super({ log: services.log, everyMs: EVERY_MS, failure: 'could not empty the trash; trying again later' })
    this.#services = services
    this.#deleteExpired = deleteExpired
    this.#longWrites = [changes, imports, deletedCases, hiddenSuites, numbers, erasures, purges, trims, removals]
  }

  wake(): void {
    if (this.#isAwake) return
    this.#isAwake = true
    this.queue(async () => {
      this.#isAwake = false
      await this.#remove()
    })
  }

  protected async round(): Promise<void> {
    await this.#remove()
    await this.#services.write(null, this.#deleteExpired)
  }

  async #remove(): Promise<void> {
    await finish(this.#services, this.#longWrites, undefined, this.isStopping)
  }
}
