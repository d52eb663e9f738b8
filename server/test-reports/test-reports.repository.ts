import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { Actor, Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { claim } from '../database/scope.ts'
import { findTestRun, type FoundRun } from '../test-runs/test-runs.service.ts'
import type { ReceivedReport } from './is-complete.ts'

type WritableRun = Authorized<FoundRun, 'run.record'>

/** Finds the run of a project by key or id, and claims it. */
export async function findNamedRun(
  db: Db,
  actor: Actor,
  projectId: string,
  name: string,
): Promise<WritableRun | undefined> {
  const byName = db.selectFrom('test_runs').select('id').where('project_id', '=', projectId)
  const row =
    (await byName.where('key', '=', name).executeTakeFirst()) ??
    (await byName.where('id', '=', name).executeTakeFirst())
  if (!row) return undefined
  await claim(db, { testRun: row.id })
  return await findTestRun(db, actor, row.id, 'run.record')
}

/** The answer to an earlier upload of the same bytes to this run. */
export async function findReportAnswer(db: Db, run: WritableRun, digest: string): Promise<ReportAnswer | undefined> {
  const row = await db
    .selectFrom('test_reports')
    .select('answer')
    .where('test_run_id', '=', run.id)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row && (JSON.parse(row.answer) as ReportAnswer)
}

type NewReport = ReceivedReport & { digest: string; answer: ReportAnswer }

export async function insertReport(
  db: Db,
  run: WritableRun,
  { digest, shard, completes, answer }: NewReport,
): Promise<void> {
  await db
    .insertInto('test_reports')
    .values({
      test_run_id: run.id,
      digest,
      shard,
      completes: completes ? 1 : 0,
      answer: JSON.stringify(answer),
      created_at: new Date().toISOString(),
    })
    .execute()
}

/** Notes that a recorded report asks to complete its run. */
export async function setCompletes(db: Db, run: WritableRun, digest: string): Promise<void> {
  await db
    .updateTable('test_reports')
    .set({ completes: 1 })
    .where('test_run_id', '=', run.id)
    .where('digest', '=', digest)
    .execute()
}

/** The reports received for a run. */
export async function listReceivedReports(db: Db, run: WritableRun): Promise<ReceivedReport[]> {
  const rows = await db
    .selectFrom('test_reports')
    .select(['shard', 'completes'])
    .where('test_run_id', '=', run.id)
    .execute()
  return rows.map(({ shard, completes }) => ({ shard, completes: completes === 1 }))
}
