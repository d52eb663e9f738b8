import { sql, type SqlBool } from 'kysely'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'

/** How many runs of a project count: the newest ones. */
export const WINDOW = 100

/** A run that counts. */
export type WindowRun = { id: string; ref: string; description: string | null; version: string; stream: string }

/** Names a branch and environment. */
const streamOf = (branch: string | null, environment: string | null) => JSON.stringify([branch, environment])

/** The runs of a project that count, newest first. */
export async function listWindow(db: Db, projectId: string): Promise<WindowRun[]> {
  const rows = await newestRuns(db, { projectId, limit: WINDOW })
  return rows.map(({ branch, environment, ...run }) => ({ ...run, stream: streamOf(branch, environment) }))
}

const newestRuns = prepared((db, param: Param<{ projectId: string; limit: number }>) =>
  db
    .selectFrom('test_runs')
    .select(['id', 'ref', 'description', 'version', 'branch', 'environment'])
    .where('project_id', '=', param('projectId'))
    .where((eb) => eb('is_receiving', '=', eb.lit(0)))
    .orderBy('id', 'desc')
    .limit(param('limit')),
)

/** The ids of the last ended runs of a project, newest first. */
export async function listEndedIds(db: Db, projectId: string, limit: number): Promise<string[]> {
  return (await endedRuns(db, { projectId, limit })).map(({ id }) => id)
}

const endedRuns = prepared((db, param: Param<{ projectId: string; limit: number }>) =>
  db
    .selectFrom('test_runs')
    .select('id')
    .where('project_id', '=', param('projectId'))
    .where(sql<SqlBool>`status <> 'running'`)
    .where((eb) => eb('is_receiving', '=', eb.lit(0)))
    .orderBy('id', 'desc')
    .limit(param('limit')),
)
