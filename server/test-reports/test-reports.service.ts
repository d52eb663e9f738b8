import type { ReportAnswer, UploadReport } from '#shared/test-reports/test-report.ts'
import type { Actor } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { once } from '../http/idempotency.ts'
import { findProject } from '../projects/projects.service.ts'
import {
  findTestRun,
  type FoundRun,
  insertRun,
  refuseEndedRun,
  toTestRun,
  updateRunStatus,
} from '../test-runs/test-runs.service.ts'
import { isComplete } from './is-complete.ts'
import { type ReadReport, readReport } from './read-report.ts'
import { recordReport } from './record-report.ts'
import {
  findNamedRun,
  findReportAnswer,
  insertReport,
  listReceivedReports,
  setCompletes,
} from './test-reports.repository.ts'

/** `isNew` is false when the same bytes were recorded in this run before. */
export type Uploaded = { answer: ReportAnswer; isNew: boolean }

/**
 * Records a report in the named run or in a new one, all or nothing. Reads the whole report before it writes. Throws
 * BAD_REQUEST for an invalid report, CONFLICT for a run that has ended.
 */
export async function uploadReport(
  ctx: ActorContext,
  input: UploadReport,
  chunks: AsyncIterable<Buffer>,
): Promise<Uploaded> {
  await findProject(ctx.db, ctx.actor, input.projectId, 'report.upload')
  const report = await readReport(chunks)
  try {
    return await ctx.writeAlone({ project: input.projectId }, async (db) => {
      let isNew = false
      const answer = await once(db, ctx, ['report', input, report.digest], async () => {
        const uploaded = await record(db, ctx, input, report)
        isNew = uploaded.isNew
        return uploaded.answer
      })
      return { answer, isNew }
    })
  } finally {
    await report.close()
  }
}

async function record(db: Db, { actor }: ActorContext, input: UploadReport, report: ReadReport): Promise<Uploaded> {
  const project = await findProject(db, actor, input.projectId, 'report.upload')
  const known = input.run === undefined ? undefined : await findNamedRun(db, actor, project.id, input.run)
  const before = known && (await findReportAnswer(db, known, report.digest))
  if (known && before) {
    if (isCompleting(input)) await completeWith(db, actor, known, report.digest)
    return { answer: before, isNew: false }
  }
  if (known) refuseEndedRun(known.status)
  const run = known ?? (await findTestRun(db, actor, await insertRun(db, actor, project, namesOf(input)), 'run.record'))
  const { digest, format, declared, ignored, warnings } = report
  const { created, matched, recorded, attempts } = await recordReport(db, actor, project, run, report)
  const read = recorded + attempts + ignored.reduce((sum, { count }) => sum + count, 0)
  const received = { shard: input.shard ?? null, completes: isCompleting(input) }
  if (isComplete([...(await listReceivedReports(db, run)), received]))
    await updateRunStatus(db, await findTestRun(db, actor, run.id, 'run.complete'), 'completed')
  const testRun = toTestRun(await findTestRun(db, actor, run.id, 'run.record'))
  const answer = { testRun, format, declared, read, created, matched, recorded, attempts, ignored, warnings }
  await insertReport(db, run, { digest, ...received, answer })
  return { answer, isNew: true }
}

const isCompleting = ({ complete }: UploadReport) => complete === 'true' || complete === '1'

/** A report that was recorded before completes its run: its sender had planned to do so with a later, refused one. */
async function completeWith(db: Db, actor: Actor, run: FoundRun, digest: string): Promise<void> {
  if (run.status !== 'running') return
  const writable = await findTestRun(db, actor, run.id, 'run.record')
  await setCompletes(db, writable, digest)
  if (isComplete(await listReceivedReports(db, writable)))
    await updateRunStatus(db, await findTestRun(db, actor, run.id, 'run.complete'), 'completed')
}

/** The key is the default description. */
function namesOf({ run, description }: UploadReport) {
  return { key: run ?? null, description: description || run || null }
}
