import { type DigestPeriod, lastDigestTime } from '#shared/notices/digest.ts'
import { BackgroundJob } from '../../background-job.ts'
import type { Services } from '../../context.ts'
import { isMailOn, sendMail } from '../../mail/send-mail.ts'
import { DAY_MS } from '../../times.ts'
import { digestMail } from './digest-mail.ts'
import { type Due, endPeriod, findReceiver, listDue, type Period } from './digests.repository.ts'
import { type Comparisons, readDigest } from './read-digest.ts'

const EVERY_MS = 60_000
/** Writes that began before the hour are committed by then. */
const SETTLE_MS = 60_000
/** After a longer pause, as without an SMTP server, what is older is left out. */
const LONGEST_MS = 14 * DAY_MS

type Needed = Pick<Services, 'db' | 'snapshot' | 'write' | 'config' | 'tokens' | 'log'>

/**
 * Sends digests when they are due. The write that queues the mail of a person begins their next period, so of several
 * servers one queues it, and after a crash the next one does.
 */
export class DigestJob extends BackgroundJob {
  readonly #services: Needed
  readonly #clock: () => number

  constructor(services: Needed, clock: () => number = Date.now) {
    super({ log: services.log, everyMs: EVERY_MS, failure: 'could not send a digest; trying again' })
    this.#services = services
    this.#clock = clock
  }

  override start(): void {
    if (isMailOn(this.#services)) super.start()
  }

  protected async round(): Promise<void> {
    const comparisons: Comparisons = new Map()
    for (const digest of ['daily', 'weekly'] satisfies DigestPeriod[]) {
      const until = lastDigestTime(digest, this.#clock() - SETTLE_MS).toISOString()
      for (const due of await listDue(this.#services.db, digest, until)) {
        if (this.isStopping()) return
        await this.#send(due, until, comparisons).catch((error: unknown) => this.note(error))
      }
    }
  }

  async #send(due: Due, until: string, comparisons: Comparisons): Promise<void> {
    const { db, snapshot, write } = this.#services
    const receiver = await findReceiver(db, due)
    if (!receiver) return
    const earliest = new Date(Date.parse(until) - LONGEST_MS).toISOString()
    const period: Period = { since: due.digestedUntil > earliest ? due.digestedUntil : earliest, until }
    const news = receiver.email ? await snapshot((all) => readDigest(all, due.userId, period, comparisons)) : null
    await write(null, async (trx) => {
      if (!(await endPeriod(trx, due, until)) || !news || !receiver.email) return
      const to = { userId: receiver.id, address: receiver.email }
      await sendMail(trx, this.#services, digestMail(this.#services, { period, digest: due.digest, news, to }))
    })
  }
}
