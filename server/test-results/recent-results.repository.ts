import { type RawBuilder, sql } from 'kysely'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { Db } from '../database/databases.ts'
import { idRows, jsonRows } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { hiddenRuns, isExecuted } from './test-results.repository.ts'

type RecentRow = [testRunId: string, description: string | null, status: ResultStatus, executedAt: string | null]
type Wanted = { projectId: string; upToRun: string; testCaseIds: string[]; limit: number }

/** The newest executed results of each case up to a run, newest run first. Each is found by the index of its case. */
export async function listRecentRows(db: Db, wanted: Wanted): Promise<Map<string, RecentRow[]>> {
  const rows = await recentOfCases(db, wanted)
  return new Map(
    rows.map(({ id, recent }) => [
      id,
      (JSON.parse(recent) as RecentRow[]).toSorted(([a], [b]) => (a < b ? 1 : a > b ? -1 : 0)),
    ]),
  )
}

const recentOfCases = prepared((db, param: Param<Wanted>) => {
  const newest = db
    .selectFrom('test_results')
    .select(['test_results.test_run_id', 'test_results.status', 'test_results.executed_at'])
    .where('test_results.test_case_id', '=', sql<string>`wanted.id`)
    .where(isExecuted('test_results'))
    .where('test_results.test_run_id', '<=', param('upToRun'))
    .where('test_results.test_run_id', 'not in', hiddenRuns)
    .orderBy('test_results.test_run_id', 'desc')
    .limit(param('limit'))
  const list: RawBuilder<string> = jsonRows(
    db,
    ['part.test_run_id', 'test_runs.description', 'part.status', 'part.executed_at'],
    db
      .selectFrom(newest.as('part'))
      .innerJoin('test_runs', 'test_runs.id', 'part.test_run_id')
      .where('test_runs.project_id', '=', param('projectId')),
  )
  return db.selectFrom(idRows(db, param('testCaseIds')).as('wanted')).select(['wanted.id', list.as('recent')])
})
