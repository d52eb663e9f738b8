import { sql, type SqlBool } from 'kysely'
import { FAILURE_STATUSES } from '#shared/test-results/severity.ts'
import type { Db } from '../database/databases.ts'
import { inShownSuite } from '../database/hidden-suites.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'

/* The health of cases that exist. Rows of deleted cases stay, so every list joins the cases. */

type OfProject = { projectId: string }
/** Flakes after `since`, and a score of at least `score`. */
export type Since = OfProject & { since: string; score: number }
type Page = { limit: number; offset: number }

export const listFlakyRows = prepared((db, param: Param<Since & Page>) =>
  selectFlaky(db, param)
    .selectAll('test_case_health')
    .orderBy('volume', 'desc')
    .orderBy('test_case_id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

export async function listFlakyIds(db: Db, values: Since): Promise<string[]> {
  return (await flakyIds(db, values)).map(({ id }) => id)
}

const flakyIds = prepared((db, param: Param<Since>) => selectFlaky(db, param).select('test_case_id as id'))

export function selectFlaky(db: Db, param: Param<Since>) {
  return selectHealth(db, param)
    .where((eb) => eb('volume', '>', eb.lit(0)))
    .where('last_flaky_at', '>', param('since'))
    .where('score', '>=', param('score'))
}

/** The cases that failed in one of these runs, or passed on retry: only these can be flaky. */
export async function listUnsteadyIds(db: Db, values: OfProject & { testRunIds: string[] }): Promise<string[]> {
  return (await unsteadyIds(db, values)).map(({ id }) => id)
}

const unsteadyIds = prepared((db, param: Param<OfProject & { testRunIds: string[] }>) => {
  const unsteady = db
    .selectFrom('test_results')
    .select('test_case_id')
    .where('test_run_id', 'in', inList(db, param('testRunIds')))
    .where((eb) => eb.or([eb('status', 'in', FAILURE_STATUSES), eb('flaky', '=', eb.lit(1))]))
  return selectHealth(db, param).select('test_case_id as id').where('test_case_id', 'in', unsteady)
})

export const listBroken = prepared((db, param: Param<OfProject>) =>
  selectHealth(db, param)
    .select(['test_case_id as id', 'last_run_id as lastRunId'])
    .where((eb) => eb('is_broken', '=', eb.lit(1)))
    .orderBy('broken_at', 'desc')
    .orderBy('test_case_id', 'desc'),
)

export const listSlowRows = prepared((db, param: Param<OfProject & { limit: number }>) =>
  selectHealth(db, param)
    .selectAll('test_case_health')
    .where('median_ms', 'is not', null)
    .orderBy('median_ms', 'desc')
    .orderBy('test_case_id', 'desc')
    .limit(param('limit')),
)

function selectHealth(db: Db, param: Param<OfProject>) {
  return db.selectFrom('test_case_health').where('test_case_health.project_id', '=', param('projectId'))
    .where(sql<SqlBool>`exists (select 1 from test_cases
      where test_cases.id = test_case_health.test_case_id and ${inShownSuite('test_cases.test_suite_id')})`)
}

export type SuiteTotals = { suiteId: string; testCases: number; lastRunAt: string | null; overdue: number }

type NextCases = OfProject & { overdueAt: string; after: string; limit: number }

/** The totals of the next `limit` cases of a project, by suite. `lastRef` is the last of their refs, in every row. */
export const listSuiteTotals = prepared((db, param: Param<NextCases>) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('test_cases')
        .select(['project_id', 'id', 'ref', 'test_suite_id'])
        .where('project_id', '=', param('projectId'))
        .where('ref', '>', param('after'))
        .where(inShownSuite('test_cases.test_suite_id'))
        .orderBy('ref')
        .limit(param('limit'))
        .as('next'),
    )
    .leftJoin('test_case_health', (join) =>
      join
        .onRef('test_case_health.project_id', '=', 'next.project_id')
        .onRef('test_case_health.test_case_id', '=', 'next.id'),
    )
    .select(({ fn }) => [
      'next.test_suite_id as suiteId',
      fn.countAll<number>().as('testCases'),
      fn.max('test_case_health.last_run_at').as('lastRunAt'),
      sql<number>`count(case when test_case_health.last_run_at >= ${param('overdueAt')} then null else 1 end)`.as(
        'overdue',
      ),
      sql<string>`max(max(next.ref)) over ()`.as('lastRef'),
    ])
    .groupBy('next.test_suite_id'),
)

export const listSuiteCounts = prepared((db, param: Param<{ testRunIds: string[] }>) =>
  db
    .selectFrom('folded_runs')
    .select(['test_run_id as id', 'suites'])
    .where('test_run_id', 'in', inList(db, param('testRunIds'))),
)
