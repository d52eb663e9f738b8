import { type SqlBool, sql } from 'kysely'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { isVisible, listRunRowsById, type TestRunRow } from './test-runs.repository.ts'

/* Runs are comparable if they have the same branch and environment, or none. */

/**
 * The default run to compare with: the last ended one before it with the same branch and environment, or else the last
 * ended one of the project.
 */
export async function findBaseRun(db: Db, run: TestRunRow): Promise<TestRunRow | null> {
  const [best] = await endedAlike(db, alike(run))
  const found = best ?? (await endedBefore(db, alike(run)))[0]
  if (!found) return null
  return (await listRunRowsById(db, run.project_id, [found.id]))[0] ?? null
}

type Alike = { id: string; projectId: string; branch: string; environment: string }

function alike({ id, project_id: projectId, branch, environment }: TestRunRow): Alike {
  return { id, projectId, branch: branch ?? '', environment: environment ?? '' }
}

const endedAlike = prepared((db, param: Param<Alike>) => selectAlike(db, param).where(hasEnded).limit(1))

const endedBefore = prepared((db, param: Param<Alike>) => selectBefore(db, param).where(hasEnded).limit(1))

/** The condition has the form of the index. */
function selectAlike(db: Db, param: Param<Alike>) {
  return selectBefore(db, param)
    .where(sql<string>`coalesce(branch, '')`, '=', param('branch'))
    .where(sql<string>`coalesce(environment, '')`, '=', param('environment'))
}

function selectBefore(db: Db, param: Param<Alike>) {
  return db
    .selectFrom('test_runs')
    .select('id')
    .where('project_id', '=', param('projectId'))
    .where('id', '<', param('id'))
    .where(isVisible)
    .orderBy('id', 'desc')
}

const hasEnded = sql<SqlBool>`status <> 'running'`
