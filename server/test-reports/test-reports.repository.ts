import type { Selectable } from 'kysely'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { Actor, Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { claim } from '../database/scope.ts'
import type { TestReportTable } from '../database/tables.ts'
import { usedOtherwise } from '../http/idempotency.ts'
import type { Once } from '../http/idempotent-call.ts'
import { findRunOfReport, type FoundRun } from '../test-runs/test-runs.repository.ts'
import type { ReceivedReport } from './is-complete.ts'

type WritableRun = Authorized<FoundRun, 'run.record'>
export type ReportRow = Selectable<TestReportTable>

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
    (await byName.where('id', '=', name.toLowerCase()).executeTakeFirst())
  if (!row) return undefined
  await claim(db, { testRun: row.id })
  return await findRunOfReport(db, actor, row.id, 'run.record')
}

export async function findReportByDigest(db: Db, run: WritableRun, digest: string): Promise<ReportRow | undefined> {
  return await db
    .selectFrom('test_reports')
    .selectAll()
    .where('test_run_id', '=', run.id)
    .where('digest', '=', digest)
    .executeTakeFirst()
}

export async function findReport(db: Db, id: string): Promise<(ReportRow & { project_id: string }) | undefined> {
  return await db
    .selectFrom('test_reports')
    .innerJoin('test_runs', 'test_runs.id', 'test_reports.test_run_id')
    .selectAll('test_reports')
    .select('test_runs.project_id')
    .where('test_reports.id', '=', id)
    .executeTakeFirst()
}

/** The response of a recorded report; undefined while it is being recorded. */
export function answerOf({ touched_at, answer }: ReportRow): ReportAnswer | undefined {
  return touched_at === null ? (JSON.parse(answer) as ReportAnswer) : undefined
}

export async function insertReport(db: Db, report: ReportRow): Promise<void> {
  await db.insertInto('test_reports').values(report).execute()
}

export async function listUnfinished(db: Db, untouchedSince: string): Promise<string[]> {
  const rows = await db
    .selectFrom('test_reports')
    .select('id')
    .where('touched_at', '<=', untouchedSince)
    .orderBy('touched_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** The id of the report that is being recorded with this Idempotency-Key. Throws CONFLICT for another request. */
export async function findUnfinishedOnce(db: Db, { caller, key, request }: Once): Promise<string | undefined> {
  const rows = await db.selectFrom('test_reports').select(['id', 'idempotency']).where('touched_at', '>', '').execute()
  for (const { id, idempotency } of rows) {
    const once = JSON.parse(idempotency ?? '{}') as Partial<Once>
    if (once.caller !== caller || once.key !== key) continue
    if (once.request !== request) throw usedOtherwise()
    return id
  }
  return undefined
}

/** Keeps the counts and the response of a report so far, and tells other servers that it is worked on. */
export async function setCounts(db: Db, { id, created, recorded, executions, answer }: ReportRow): Promise<void> {
  await db
    .updateTable('test_reports')
    .set({ created, recorded, executions, answer, touched_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Keeps the final counts and the response of a report: it is recorded. */
export async function setAnswer(
  db: Db,
  { id, created, recorded, executions }: ReportRow,
  answer: ReportAnswer,
): Promise<void> {
  await db
    .updateTable('test_reports')
    .set({ created, recorded, executions, answer: JSON.stringify(answer), touched_at: null })
    .where('id', '=', id)
    .execute()
}

/** Notes that a report awaits no files any more, and whether it asks to complete its run. */
export async function setReceived(db: Db, id: string, { completes }: { completes: boolean }): Promise<void> {
  const change = { awaits_files: 0 as const, ...(completes && { completes: 1 as const }) }
  await db.updateTable('test_reports').set(change).where('id', '=', id).execute()
}

export async function listReceivedReports(
  db: Db,
  run: { id: string },
): Promise<(ReceivedReport & { id: string; isRecorded: boolean })[]> {
  const rows = await db
    .selectFrom('test_reports')
    .select(['id', 'shard', 'completes', 'awaits_files', 'touched_at'])
    .where('test_run_id', '=', run.id)
    .execute()
  return rows.map(({ id, shard, completes, awaits_files, touched_at }) => ({
    id,
    shard,
    completes: completes === 1,
    awaitsFiles: awaits_files === 1,
    isRecorded: touched_at === null,
  }))
}
