import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { type DeleteAttachments, purgeOldest } from './purge.repository.ts'

const EVERY_MS = 60 * 60 * 1000

/** Deletes what works no longer. Of later nouns, so that it is passed. */
export type DeleteExpired = (db: Db) => Promise<void>

/** Removes what has been in the trash for 30 days, and what has expired: at the start of a server, and every hour. */
export class TrashPurge {
  readonly #services: Pick<Services, 'write' | 'log'>
  readonly #deleteAttachments: DeleteAttachments
  readonly #deleteExpired: DeleteExpired
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isStopping = false

  constructor(
    services: Pick<Services, 'write' | 'log'>,
    deleteAttachments: DeleteAttachments,
    deleteExpired: DeleteExpired,
  ) {
    this.#services = services
    this.#deleteAttachments = deleteAttachments
    this.#deleteExpired = deleteExpired
  }

  start(): void {
    this.#running = this.#purge()
    this.#timer = setInterval(() => (this.#running = this.#running.then(() => this.#purge())), EVERY_MS).unref()
  }

  /** Stops after the current transaction; the next start continues. */
  async close(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #purge(): Promise<void> {
    const { write, log } = this.#services
    try {
      await write(null, this.#deleteExpired)
      // In short writes, between which others get their turn.
      while (!this.#isStopping && (await write(null, (db) => purgeOldest(db, this.#deleteAttachments))));
    } catch (error) {
      log.error({ err: error }, 'could not empty the trash; trying again later')
    }
  }
}
