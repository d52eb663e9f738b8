import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { isVisible } from './test-runs.repository.ts'

export async function hasRun(db: Db, projectId: string, id: string): Promise<boolean> {
  const run = await db
    .selectFrom('test_runs')
    .select('project_id')
    .where('id', '=', id)
    .where(isVisible)
    .executeTakeFirst()
  return run?.project_id === projectId
}

type Wanted = { testRunId: string; statuses: ResultStatus[] | null; assigneeId: string | null }

/** The cases of a run with these results; null means all. */
export async function findCasesOfRun(db: Db, { testRunId, statuses, assigneeId }: Wanted): Promise<string[]> {
  let results = db.selectFrom('test_results').select('test_case_id as id').where('test_run_id', '=', testRunId)
  if (statuses) results = results.where('status', 'in', inList(db, statuses) as never)
  if (assigneeId !== null) results = results.where('assignee_id', '=', assigneeId)
  return (await results.execute()).map(({ id }) => id)
}

/** Whether a result of the run was ever executed. */
export async function hasAttempts(db: Db, testRunId: string): Promise<boolean> {
  const row = await db
    .selectFrom('test_results')
    .select('id')
    .where('test_run_id', '=', testRunId)
    .where('attempts', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
