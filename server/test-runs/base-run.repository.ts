import { type SqlBool, sql } from 'kysely'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { isVisible, listRunRowsById, type TestRunRow } from './test-runs.repository.ts'

/** The run with which a run is compared by default: the last ended one before it. */
export async function findBaseRun(db: Db, { id, project_id }: TestRunRow): Promise<TestRunRow | null> {
  const [found] = await endedBefore(db, { id, projectId: project_id })
  if (!found) return null
  return (await listRunRowsById(db, project_id, [found.id]))[0] ?? null
}

const endedBefore = prepared((db, param: Param<{ id: string; projectId: string }>) =>
  db
    .selectFrom('test_runs')
    .select('id')
    .where('project_id', '=', param('projectId'))
    .where(hasEnded)
    .where('id', '<', param('id'))
    .where(isVisible)
    .orderBy('id', 'desc')
    .limit(1),
)

/** A literal: the index of ended runs has only these. */
const hasEnded = sql<SqlBool>`status <> 'running'`
