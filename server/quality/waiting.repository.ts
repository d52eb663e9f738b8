import { sql, type SqlBool } from 'kysely'
import type { Waiting } from '#shared/quality/quality.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import { type Actor, actorUserId } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'

const SHOWN = 5

export async function readWaiting(db: Db, actor: Actor, projectId: string): Promise<Waiting> {
  const userId = actorUserId(actor)
  const rows = userId === null ? [] : await waitingRuns(db, { projectId, userId })
  return {
    pending: rows.reduce((sum, { pending }) => sum + pending, 0),
    runs: rows.slice(0, SHOWN).map((row) => ({ id: row.id, name: runName(row), pending: row.pending })),
  }
}

type OfUser = { projectId: string; userId: string }

const waitingRuns = prepared((db, param: Param<OfUser>) =>
  selectWaiting(db, param)
    .select(['test_runs.id', 'test_runs.description', (eb) => eb.fn.countAll<number>().as('pending')])
    .groupBy(['test_runs.id', 'test_runs.description'])
    .orderBy('test_runs.id', 'desc'),
)

export function selectWaiting(db: Db, param: Param<OfUser>) {
  return db
    .selectFrom('test_runs')
    .innerJoin('test_results', 'test_results.test_run_id', 'test_runs.id')
    .where('test_runs.project_id', '=', param('projectId'))
    .where(sql<SqlBool>`test_runs.status = 'running'`)
    .where((eb) => eb('test_runs.is_receiving', '=', eb.lit(0)))
    .where('test_results.assignee_id', '=', param('userId'))
    .where(sql<SqlBool>`test_results.status = 'pending'`)
}
