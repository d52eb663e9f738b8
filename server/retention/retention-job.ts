import type { Services } from '../context.ts'
import { audit } from '../audit/audit.ts'
import { BackgroundJob } from '../background-job.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import { auditDeletion } from '../test-runs/test-runs.service.ts'
import { hideRun } from '../test-runs/run-writes.repository.ts'
import { HOUR_MS } from '../times.ts'
import { endLease, takeLease } from './lease.repository.ts'
import { findOldRun, findOldRuns } from './old-runs.repository.ts'
import { listProjectsWithRules, readRules } from './retention.repository.ts'
import { endOf, endsOf } from './run-ages.ts'
import { markTrimmed } from './trims.repository.ts'

const EVERY_MS = HOUR_MS
/** Runs between two renewals of the lease. */
const AT_ONCE = 50

type Needed = Pick<Services, 'db' | 'write' | 'log' | 'trash'>

/**
 * Applies the rules of all projects when a server starts and every hour: hides runs and marks those that lose their
 * attachments or traces. The trash works off the rest. Of several servers one does.
 */
export class RetentionJob extends BackgroundJob {
  readonly #services: Needed
  readonly #id = newId()
  #again: NodeJS.Timeout | undefined

  constructor(services: Needed) {
    const failure = 'could not apply the retention; trying again later'
    super({ log: services.log, everyMs: EVERY_MS, failure })
    this.#services = services
  }

  override async close(): Promise<void> {
    await super.close()
    clearTimeout(this.#again)
  }

  protected async round(): Promise<void> {
    const { db, write } = this.#services
    const projects = await listProjectsWithRules(db)
    if (projects.length === 0 || this.isStopping()) return
    const until = await write(null, (trx) => takeLease(trx, this.#id))
    if (until !== null) return this.#comeBack(until)
    try {
      for (const project of projects) await this.#apply(project)
    } finally {
      await write(null, (trx) => endLease(trx, this.#id))
    }
  }

  /** The other server may have been killed. */
  #comeBack(at: number): void {
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.run(), at - Date.now() + 1_000).unref()
  }

  async #apply(projectId: string): Promise<void> {
    const { db, write, trash } = this.#services
    const rules = await readRules(db, projectId)
    if (!rules) return
    const { runs, attachments, traces } = await findOldRuns(db, projectId, endsOf(rules))
    const ids = [...new Set([...runs, ...attachments, ...traces])]
    for (const [index, id] of ids.entries()) {
      if (this.isStopping()) return
      // Another server has taken over, after this one stood still.
      if (index % AT_ONCE === 0 && (await write(null, (trx) => takeLease(trx, this.#id))) !== null) return
      await write({ testRun: id }, (trx) => deleteOld(trx, projectId, id))
      if (index % AT_ONCE === 0) trash.wake()
    }
    trash.wake()
  }
}

/** By the rules as they are now: the owner may have changed them, or pinned the run. */
async function deleteOld(db: Db, projectId: string, id: string): Promise<void> {
  const [rules, run] = [await readRules(db, projectId), await findOldRun(db, id)]
  if (!rules || !run) return
  const [ends, end] = [endsOf(rules), endOf(run)]
  if (end < ends.runs) {
    await hideRun(db, run)
    await auditDeletion(db, {}, run)
    return
  }
  const without = (['attachments', 'traces'] as const).filter((what) => end < ends[what] && run[`trims_${what}`] === 0)
  if (without.length === 0) return
  await markTrimmed(db, run, without)
  const after = { run: run.ref, without }
  await audit(db, {}, { action: 'retention.applied', projectId, target: projectId, after })
}
