import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'

export async function listProjectIds(db: Db): Promise<string[]> {
  return (await db.selectFrom('projects').select('id').orderBy('id').execute()).map(({ id }) => id)
}

/** Undefined for a deleted run. */
export async function projectOfRun(db: Db, testRunId: string): Promise<string | undefined> {
  return (await projectsOfRun(db, { testRunId }))[0]?.project_id
}

const projectsOfRun = prepared((db, param: Param<{ testRunId: string }>) =>
  db.selectFrom('test_runs').select('project_id').where('id', '=', param('testRunId')),
)
