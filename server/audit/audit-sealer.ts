import type { Services } from '../context.ts'
import { purgeOldest, sealOldest } from './seals.repository.ts'

const EVERY_MS = 60_000
/** Events may be committed a little after they were made. Later than this, `verify` calls them late. */
const SETTLED_MS = 60_000
const DAY_MS = 86_400_000

type Needed = Pick<Services, 'write' | 'log' | 'config'>

/**
 * Each minute, seals the events that are old enough and purges the seals that are too old, a seal per transaction. The
 * log gets each seal too: who changes the database does not reach it. Several servers take turns.
 */
export class AuditSealer {
  readonly #services: Needed
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isStopping = false

  constructor(services: Needed) {
    this.#services = services
  }

  start(): void {
    this.#run()
    this.#timer = setInterval(() => this.#run(), EVERY_MS).unref()
  }

  /** Resolves when the present round is over. */
  async settled(): Promise<void> {
    await this.#running
  }

  /** Stops after the current transaction. */
  async close(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#running
  }

  #run(): void {
    const before = this.#running
    this.#running = before.then(() => this.#seal()).catch((error: unknown) => this.#note(error))
  }

  #note(error: unknown): void {
    this.#services.log.error({ err: error }, 'could not seal the audit log; trying again later')
  }

  async #seal(): Promise<void> {
    const { write, log, config } = this.#services
    const settled = Date.now() - SETTLED_MS
    const expired = Date.now() - config.AUDIT_DAYS * DAY_MS
    while (!this.#isStopping) {
      const seal = await write(null, (db) => sealOldest(db, settled))
      if (!seal) break
      const { number, from_id: from, to_id: to, count, hash } = seal
      log.info({ number, from, to, count, hash }, 'audit log sealed')
    }
    while (!this.#isStopping && (await write(null, (db) => purgeOldest(db, expired))));
  }
}
