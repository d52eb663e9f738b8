import { BackgroundJob } from '../../background-job.ts'
import type { Services } from '../../context.ts'
import { timeIn } from '../../times.ts'
import type { Bucket } from './bucket.ts'
import { type BucketRemoval, endRemovals, listDue, listKept, postpone } from './bucket-removals.repository.ts'
import { objectOf } from './bucket-upload.ts'

const EVERY_MS = 60_000
const LATER_MS = 10 * EVERY_MS
const AT_ONCE = 8

type Needed = Pick<Services, 'db' | 'write' | 'log'>

/**
 * Deletes the objects of deleted attachments, and looks whether the bucket works: when a server starts and every minute.
 * Several servers may delete the same, which hurts nobody.
 */
export class BucketSweep extends BackgroundJob {
  readonly #services: Needed
  readonly #bucket: Bucket

  constructor(services: Needed, bucket: Bucket) {
    super({
      log: services.log,
      everyMs: EVERY_MS,
      failure: 'could not delete from the bucket of attachments; trying again later',
    })
    this.#services = services
    this.#bucket = bucket
  }

  protected async round(): Promise<void> {
    await this.#bucket.look()
    while (!this.isStopping() && (await this.#removeSome()));
  }

  /** Returns whether there may be more. What the bucket refuses to delete, as while it is locked, waits longer. */
  async #removeSome(): Promise<boolean> {
    const { db, write, log } = this.#services
    const due = await listDue(db, new Date().toISOString())
    if (due.length === 0) return false
    const kept = await listKept(
      db,
      due.map(({ attachment_id }) => attachment_id),
    )
    const ended: string[] = [...kept]
    const failed: string[] = []
    const waiting = due.filter(({ attachment_id }) => !kept.has(attachment_id))
    const work = async () => {
      for (let next = waiting.shift(); next && !this.isStopping(); next = waiting.shift())
        ((await this.#removeObjects(next)) ? ended : failed).push(next.attachment_id)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (ended.length > 0) await write(null, (trx) => endRemovals(trx, ended))
    if (failed.length === 0) return true
    log.warn({ count: failed.length }, 'the bucket did not delete attachments; trying again later')
    await write(null, (trx) => postpone(trx, failed, timeIn(LATER_MS)))
    return ended.length > 0
  }

  async #removeObjects({ attachment_id, pieces }: BucketRemoval): Promise<boolean> {
    try {
      for (let piece = 0; piece < pieces; piece += 1) await this.#bucket.remove(objectOf(attachment_id, piece))
      return true
    } catch {
      return false
    }
  }
}
