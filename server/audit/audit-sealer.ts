import { BackgroundJob } from '../background-job.ts'
import type { Services } from '../context.ts'
import { DAY_MS } from '../times.ts'
import { purgeOldest, sealOldest } from './seals.repository.ts'

const EVERY_MS = 60_000
/** Events may be committed a little after they were made. Later than this, `verify` calls them late. */
const SETTLED_MS = 60_000

type Needed = Pick<Services, 'write' | 'log' | 'config'>

/**
 * Each minute, seals the events that are old enough and purges the seals that are too old, a seal per transaction. The
 * log gets each seal too: who changes the database does not reach it. Several servers take turns.
 */
export class AuditSealer extends BackgroundJob {
  readonly #services: Needed

  constructor(services: Needed) {
    const failure = 'could not seal the audit log; trying again later'
    super({ log: services.log, everyMs: EVERY_MS, failure })
    this.#services = services
  }

  protected async round(): Promise<void> {
    const { write, log, config } = this.#services
    const settled = Date.now() - SETTLED_MS
    const expired = Date.now() - config.AUDIT_DAYS * DAY_MS
    while (!this.isStopping()) {
      const seal = await write(null, (db) => sealOldest(db, settled))
      if (!seal) break
      const { number, from_id: from, to_id: to, count, hash } = seal
      log.info({ number, from, to, count, hash }, 'audit log sealed')
    }
    while (!this.isStopping() && (await write(null, (db) => purgeOldest(db, expired))));
  }
}
