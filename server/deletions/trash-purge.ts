import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { type DeleteAttachments, purgeOldest } from './purge.repository.ts'
import { deletedCases, finish, hiddenSuites, type LongWrite, numbers, removals } from './removal.ts'

/** Another server goes on with what a killed one has left. */
const EVERY_MS = 60 * 1000

/** Deletes what works no longer. */
type DeleteExpired = (db: Db) => Promise<void>

type OfLaterNouns = { deleteAttachments: DeleteAttachments; deleteExpired: DeleteExpired; changes: LongWrite }

type Needed = Pick<Services, 'db' | 'write' | 'log'>

/**
 * Removes what is deleted for good, moves what goes to the trash or comes back, and removes what has been there for 30 days
 * or has expired: at the start of a server, every minute, and after each deletion.
 */
export class TrashPurge {
  readonly #services: Needed
  readonly #deleteAttachments: DeleteAttachments
  readonly #deleteExpired: DeleteExpired
  readonly #longWrites: LongWrite[]
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isAwake = false
  #isStopping = false

  constructor(services: Needed, { deleteAttachments, deleteExpired, changes }: OfLaterNouns) {
    this.#services = services
    this.#deleteAttachments = deleteAttachments
    this.#deleteExpired = deleteExpired
    this.#longWrites = [changes, deletedCases, hiddenSuites, numbers, removals]
  }

  start(): void {
    this.#then(() => this.#purge())
    this.#timer = setInterval(() => this.#then(() => this.#purge()), EVERY_MS).unref()
  }

  /** Goes on with what a call has left. */
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
    const { write } = this.#services
    await this.#remove()
    await write(null, this.#deleteExpired)
    // In short writes, between which others get their turn.
    while (!this.#isStopping && (await write(null, (db) => purgeOldest(db, this.#deleteAttachments))));
  }

  async #remove(): Promise<void> {
    const isStopping = () => this.#isStopping
    await finish(this.#services, this.#longWrites, undefined, isStopping)
  }
}
