import { sql } from 'kysely'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { giveWay } from '../limits/give-way.ts'
import { isVisible, selectAllRuns, type TestRunRow } from '../test-runs/test-runs.repository.ts'
import { type Ends, type OldRuns, RunAges } from './run-ages.ts'

/** Runs per statement. */
const PAGE = 500
/** Sorts after all ids. */
const LAST = 'g'

/** Finds what is old in a project. Other calls run between the pages. */
export async function findOldRuns(db: Db, projectId: string, ends: Ends): Promise<OldRuns> {
  const ages = new RunAges(ends)
  for (let before = LAST; ;) {
    const rows = await pageOfRuns(db, { projectId, before })
    for (const row of rows) ages.add(row)
    if (rows.length < PAGE) return ages.old
    before = rows.at(-1)?.id ?? ''
    await giveWay()
  }
}

const pageOfRuns = prepared((db, param: Param<{ projectId: string; before: string }>) =>
  db
    .selectFrom('test_runs')
    .select(['id', 'status', 'created_at', 'completed_at', 'is_pinned', 'branch', 'environment', 'milestone'])
    .select(['trims_attachments', 'trims_traces'])
    .where('project_id', '=', param('projectId'))
    .where('id', '<', param('before'))
    .where(isVisible)
    .orderBy('id', 'desc')
    .limit(PAGE),
)

/**
 * The run, if it may still go: somebody may have pinned or reopened it since it was found. The rules of the owner allow
 * the deletion.
 */
export async function findOldRun(db: Db, id: string): Promise<Authorized<TestRunRow, 'run.delete'> | undefined> {
  const row = await selectAllRuns(db)
    .where('test_runs.id', '=', id)
    .where(isVisible)
    .where('status', '<>', 'running')
    .where('is_pinned', '=', 0)
    .where('milestone', 'is', null)
    .executeTakeFirst()
  return row as Authorized<TestRunRow, 'run.delete'> | undefined
}

/** The bytes of the attachments of runs. */
export async function bytesOfAttachments(db: Db, ids: string[]): Promise<number> {
  return await sumOf(
    db,
    ids,
    (some) => sql`select sum(attachments.size) as bytes from test_results
    inner join attachments on attachments.test_result_id = test_results.id where test_run_id in ${some}`,
  )
}

/** The bytes of the traces of runs: of results and of their attempts. */
export async function bytesOfTraces(db: Db, ids: string[]): Promise<number> {
  const shown = await sumOf(
    db,
    ids,
    (some) => sql`select sum(octet_length(trace)) as bytes
    from test_results where test_run_id in ${some}`,
  )
  const attempts = await sumOf(
    db,
    ids,
    (some) => sql`select sum(octet_length(attempt.trace)) as bytes
    from test_results inner join test_result_attempts as attempt on attempt.test_result_id = test_results.id
    where test_run_id in ${some}`,
  )
  return shown + attempts
}

const RUNS_AT_ONCE = 5

async function sumOf(db: Db, ids: string[], query: (some: ReturnType<typeof inList>) => ReturnType<typeof sql>) {
  let sum = 0
  for (let from = 0; from < ids.length; from += RUNS_AT_ONCE) {
    const { rows } = await query(inList(db, ids.slice(from, from + RUNS_AT_ONCE))).execute(db)
    sum += (rows[0] as { bytes: number | null } | undefined)?.bytes ?? 0
    await giveWay()
  }
  return sum
}
