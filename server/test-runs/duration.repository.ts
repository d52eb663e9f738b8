import { sql } from 'kysely'
import type { Db } from '../database/databases.ts'
import { millisecondsOf } from '../database/dialect.ts'

type Run = { id: string; created_at: string }

/**
 * The duration of an ended run in milliseconds, from its start to its end. A run with reports has the duration of its
 * tests according to the reports, because a report may arrive all at once; null if they state none.
 */
export async function durationOf(db: Db, run: Run, completedAt: string): Promise<number | null> {
  const hasReports = await db
    .selectFrom('test_reports')
    .select('id')
    .where('test_run_id', '=', run.id)
    .limit(1)
    .executeTakeFirst()
  return hasReports ? await reportedDuration(db, run) : Date.parse(completedAt) - Date.parse(run.created_at)
}

type Times = { span: number | null; total: number | null; unplaced: number | null }

/**
 * From the first start of a test to the last end. Tests with the same start ran one after the other: their report only
 * knows the start of the suite. If a test has a time but no start, the sum of the times.
 */
async function reportedDuration(db: Db, { id }: Run): Promise<number | null> {
  const { rows } = await sql<Times>`select max(began + coalesce(took, 0)) - min(began) as span, sum(took) as total,
      max(case when began is null then took end) as unplaced
    from (select ${millisecondsOf(db, 'started_at')} as began, sum(execution_time_ms) as took
      from test_results where test_run_id = ${id} group by started_at) as starts`.execute(db)
  const { span = null, total = null, unplaced = null } = rows[0] ?? {}
  if (total === null) return null
  return Math.round(span === null || (unplaced ?? 0) > 0 ? total : span)
}
