import type { Sample } from '#shared/quality/flaky-score.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { listWindow, type WindowRun } from './window.repository.ts'

/** A result that is not pending, in a run that counts. */
export type Entry = Sample & { run: WindowRun; ms: number | null; at: string }

/** The results of each case in the runs that count, newest run first. */
export async function scanEntries(db: Db, projectId: string): Promise<Map<string, Entry[]>> {
  const runs = new Map((await listWindow(db, projectId)).map((run) => [run.id, run]))
  const rows = await db
    .selectFrom('test_results')
    .select(['test_case_id', 'test_run_id', 'status', 'flaky', 'attempts', 'execution_time_ms', 'executed_at'])
    .where('test_run_id', 'in', inList(db, [...runs.keys()]))
    .where('status', '<>', 'pending')
    .orderBy('test_run_id', 'desc')
    .execute()
  const entries = rows.map((row) => {
    const run = runs.get(row.test_run_id) as WindowRun
    return {
      testCaseId: row.test_case_id,
      run,
      stream: run.stream,
      status: row.status,
      flaky: row.flaky === 1,
      attempts: row.attempts,
      ms: row.execution_time_ms,
      at: row.executed_at ?? '',
    }
  })
  return Map.groupBy(entries, ({ testCaseId }) => testCaseId)
}
