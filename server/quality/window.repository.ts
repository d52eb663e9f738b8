import { sql, type SqlBool } from 'kysely'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'

/** How many runs of a project count: the newest ones. */
export const WINDOW = 100

type Facts = { branch: string | null; environment: string | null }

export type WindowRun = Facts & { id: string; description: string | null; version: string }

export type FoldedRun = Facts & { id: string; version: string; newFailures: number | null }

export async function listWindow(db: Db, projectId: string): Promise<WindowRun[]> {
  return await newestRuns(db, { projectId, limit: WINDOW })
}

type Newest = { projectId: string; limit: number }

const newestRuns = prepared((db, param: Param<Newest>) =>
  selectNewest(db, param).select(['id', 'description', 'version', 'branch', 'environment']),
)

export function selectNewest(db: Db, param: Param<Newest>) {
  return db
    .selectFrom('test_runs')
    .where('project_id', '=', param('projectId'))
    .where((eb) => eb('is_receiving', '=', eb.lit(0)))
    .orderBy('id', 'desc')
    .limit(param('limit'))
}

export async function listFolded(db: Db, projectId: string): Promise<FoldedRun[]> {
  return await foldedRuns(db, { projectId })
}

const foldedRuns = prepared((db, param: Param<{ projectId: string }>) =>
  selectFolded(db).where('project_id', '=', param('projectId')).orderBy('test_run_id', 'desc'),
)

export const listFoldedById = prepared((db, param: Param<{ ids: string[] }>) =>
  selectFolded(db).where('test_run_id', 'in', inList(db, param('ids'))),
)

function selectFolded(db: Db) {
  return db
    .selectFrom('folded_runs')
    .select(['test_run_id as id', 'version', 'branch', 'environment', 'new_failures as newFailures'])
}

/** Results of one branch and environment are compared with each other. */
export const streamOf = ({ branch, environment }: Facts) => JSON.stringify([branch, environment])

export async function listEndedIds(db: Db, projectId: string, limit: number): Promise<string[]> {
  return (await endedRuns(db, { projectId, limit })).map(({ id }) => id)
}

const endedRuns = prepared((db, param: Param<Newest>) => selectEnded(db, param).select('id'))

export const selectEnded = (db: Db, param: Param<Newest>) =>
  selectNewest(db, param).where(sql<SqlBool>`status <> 'running'`)

/** Some cases whose last run was deleted. */
export const listLost = prepared((db, param: Param<{ projectId: string; limit: number }>) =>
  selectLost(db, param).limit(param('limit')),
)

export function selectLost(db: Db, param: Param<{ projectId: string }>) {
  return db
    .selectFrom('test_case_health')
    .select('test_case_id')
    .where('project_id', '=', param('projectId'))
    .where('last_run_id', 'is', null)
    .where('last_run_at', 'is not', null)
}
