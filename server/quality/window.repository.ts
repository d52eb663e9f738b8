import { sql, type SqlBool } from 'kysely'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'

/** How many runs of a project count: the newest ones. */
export const WINDOW = 100

type Facts = { branch: string | null; environment: string | null }

/** A run that counts. */
export type WindowRun = Facts & { id: string; description: string | null; version: string }

/** What of a run is folded. */
export type FoldedRun = Facts & { id: string; slot: number; version: string; newFailures: number | null }

/** The runs of a project that count, newest first. */
export async function listWindow(db: Db, projectId: string): Promise<WindowRun[]> {
  return await newestRuns(db, { projectId, limit: WINDOW })
}

const newestRuns = prepared((db, param: Param<{ projectId: string; limit: number }>) =>
  db
    .selectFrom('test_runs')
    .select(['id', 'description', 'version', 'branch', 'environment'])
    .where('project_id', '=', param('projectId'))
    .where((eb) => eb('is_receiving', '=', eb.lit(0)))
    .orderBy('id', 'desc')
    .limit(param('limit')),
)

/** The folded runs of a project, newest first. */
export async function listFolded(db: Db, projectId: string): Promise<FoldedRun[]> {
  return await foldedRuns(db, { projectId })
}

const foldedRuns = prepared((db, param: Param<{ projectId: string }>) =>
  db
    .selectFrom('folded_runs')
    .select(['test_run_id as id', 'slot', 'version', 'branch', 'environment', 'new_failures as newFailures'])
    .where('project_id', '=', param('projectId'))
    .orderBy('test_run_id', 'desc'),
)

/** Results of one branch and environment are compared with each other. */
export const streamOf = ({ branch, environment }: Facts) => JSON.stringify([branch, environment])

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

/** Whether the last run of some case was deleted. */
export async function hasLostLastRuns(db: Db, projectId: string): Promise<boolean> {
  return (await lostLastRuns(db, { projectId })).length > 0
}

const lostLastRuns = prepared((db, param: Param<{ projectId: string }>) =>
  db
    .selectFrom('test_case_health')
    .select('test_case_id')
    .where('project_id', '=', param('projectId'))
    .where('last_run_id', 'is', null)
    .where('last_run_at', 'is not', null)
    .limit(1),
)
