import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'

export async function listProjectIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('projects').select('id').where('deleted_at', 'is', null).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export async function projectOfRun(db: Db, testRunId: string): Promise<string | undefined> {
  return (await projectsOfRun(db, { testRunId }))[0]?.project_id
}

const projectsOfRun = prepared((db, param: Param<{ testRunId: string }>) =>
  db.selectFrom('test_runs').select('project_id').where('id', '=', param('testRunId')),
)
