import type { ReportAnswer, UploadReport } from '#shared/test-reports/test-report.ts'
import { applyFacts, NO_FACTS } from '#shared/test-runs/run-facts.ts'
import { actorUserId, type Authorized } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { findStored, onceOf, storeAnswer } from '../http/idempotency.ts'
import { findProject, type ProjectRow } from '../projects/projects.repository.ts'
import { completeFacts, refuseEndedRun } from '../test-runs/test-runs.service.ts'
import type { FoundRun } from '../test-runs/test-runs.repository.ts'
import { insertRun } from '../test-runs/run-writes.repository.ts'
import { completeRun } from './finish-report.ts'
import type { ReadReport } from './read-report.ts'
import {
  answerOf,
  findNamedRun,
  findReportByDigest,
  findUnfinishedOnce,
  insertReport,
  type ReportRow,
  setReceived,
} from './test-reports.repository.ts'

export type Upload = { ctx: ActorContext; input: UploadReport; report: ReadReport }

/**
 * What an earlier upload of the same report has led to: its answer, or the id of the report being recorded. `same` is
 * its row if it was found by its bytes.
 */
export type Earlier = ({ answer: ReportAnswer } | { unfinished: string }) & { same?: ReportRow }

type Project = Authorized<ProjectRow, 'report.upload'>
type Run = Authorized<FoundRun, 'run.record'>

/** Where to record a report; without a run, a new one. */
export type Target = { project: Project; run: Run | undefined }

/** Finds an earlier upload of the same report, else where to record it. Throws CONFLICT for a run that has ended. */
export async function findTarget(db: Db, { ctx, input, report }: Upload): Promise<Earlier | Target> {
  const project = await findProject(db, ctx.actor, input.projectId, 'report.upload')
  const earlier = await findOnce(db, { ctx, input, report })
  if (earlier) return earlier
  const run = input.run === undefined ? undefined : await findNamedRun(db, ctx.actor, project.id, input.run)
  const same = run && (await findSame(db, run, { input, report }))
  const answer = same && answerOf(same)
  if (answer) return { answer, same }
  if (same) return { unfinished: same.id, same }
  if (run) refuseEndedRun(run.status)
  return { project, run }
}

/** Earlier versions stored a shard by its bytes alone. Its sender may send it again after the upgrade. */
async function findSame(db: Db, run: Run, sent: Pick<Upload, 'input' | 'report'>): Promise<ReportRow | undefined> {
  const { shard } = sent.input
  const same = await findReportByDigest(db, run, digestOf(sent))
  if (same || shard === undefined) return same
  const ofBytes = await findReportByDigest(db, run, digestOf({ ...sent, input: { ...sent.input, shard: undefined } }))
  return ofBytes?.shard === shard ? ofBytes : undefined
}

async function findOnce(db: Db, { ctx, input, report }: Upload): Promise<Earlier | undefined> {
  const once = onceOf(ctx, requestOf(input, report))
  if (!once) return undefined
  const answer = await findStored<ReportAnswer>(db, once)
  if (answer !== undefined) {
    ctx.reply.isRepeated = true
    return { answer }
  }
  const unfinished = await findUnfinishedOnce(db, once)
  return unfinished === undefined ? undefined : { unfinished }
}

/** Inserts the row of a report, and its run if that is new. The run of a long report shows when that is recorded. */
export async function insertReceived(
  db: Db,
  { ctx, input, report }: Upload,
  { project, run: known }: Target,
  id: string,
): Promise<ReportRow> {
  const { actor } = ctx
  const { run: key, description, shard } = input
  const facts = { ...input, environment: input.environment || report.environment, buildUrl: input.build_url }
  const texts = { key: key ?? null, description: description || key || null, ...applyFacts(NO_FACTS, facts) }
  if (known) await completeFacts(db, known, facts)
  const runId = known?.id ?? (await insertRun(db, actor, project, texts, { isHidden: !report.isShort }))
  const { format, declared, ignored, warnings, files } = report
  const once = onceOf(ctx, requestOf(input, report))
  const now = new Date().toISOString()
  const row: ReportRow = {
    id,
    test_run_id: runId,
    digest: digestOf({ input, report }),
    shard: shard ?? null,
    is_retry: isSet(input.retry) ? 1 : 0,
    completes: isSet(input.complete) ? 1 : 0,
    awaits_files: awaitsMore(input, report) ? 1 : 0,
    sent_by: actorUserId(actor),
    idempotency: once ? JSON.stringify(once) : null,
    touched_at: now,
    created: 0,
    recorded: 0,
    executions: 0,
    answer: JSON.stringify({
      format,
      declared,
      ignored,
      warnings,
      attachments: { stored: 0, awaited: [], skipped: files.skipped },
    }),
    created_at: now,
  }
  await insertReport(db, row)
  return row
}

/**
 * For a report that was sent before: keeps its answer under the key of this call, too, and completes the run if this
 * call asks for it. Its sender had planned to do so with a later report, which was refused, or has sent the others.
 */
export async function repeatEarlier(db: Db, { ctx, input, report }: Upload, earlier: Earlier): Promise<void> {
  if (ctx.reply.isRepeated || !earlier.same) return
  const once = onceOf(ctx, requestOf(input, report))
  if (once && 'answer' in earlier) await storeAnswer(db, once, earlier.answer)
  if (awaitsMore(input, report)) return
  if (!isSet(input.complete) && earlier.same.awaits_files === 0) return
  await setReceived(db, earlier.same.id, { completes: isSet(input.complete) })
  if ('answer' in earlier) await completeRun(db, ctx.actor, earlier.same)
}

/**
 * The same bytes are recorded once for each shard, because shards without a test may be equal, and once as a retry: then
 * they replace earlier reports.
 */
function digestOf({ input, report }: Pick<Upload, 'input' | 'report'>): string {
  const ofShard = input.shard === undefined ? report.digest : `shard ${input.shard} ${report.digest}`
  return isSet(input.retry) ? `retry ${ofShard}` : ofShard
}

/** Whether the sender has yet to send the files that the report names, or more reports: an ended run takes none. */
const awaitsMore = ({ reports, attachments }: UploadReport, { files }: ReadReport) =>
  reports === 'follow' || (attachments === 'follow' && files.awaited > 0)

const requestOf = (input: UploadReport, { digest }: ReadReport) => ['report', input, digest]

const isSet = (flag: string | undefined) => flag === 'true' || flag === '1'
