import { type AliasedExpression, type SqlBool, sql } from 'kysely'
import type { CursorInput } from '#shared/page.ts'
import type { CaseResult } from '#shared/test-runs/test-run.ts'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { NO_LIMIT, rowsToRead } from '../http/paging.ts'
import { type CaseOfHistory, hiddenRuns, isExecuted, selectResults } from './test-results.repository.ts'
import { toTestResult } from './test-results.rows.ts'

/*
 * The results of a case in all runs. The index by case omits pending results, so that starting a run is fast; pending
 * ones are found through the runs that have any.
 */

type Part = CaseOfHistory & {
  before: string
  /** Only runs of this branch and environment; '' for any. */
  branch: string
  environment: string
}
type RunsOfHistory = { branch?: string | undefined; environment?: string | undefined }
type PartOfPage = Part & { limit: number; offset: number; upToEnd: number }

/** Sorts after all ids. */
const AFTER_ALL = 'g'

/** The results of a case, newest run first. `cursor` is the id of the last run that was read. */
export async function listResultsOfCase(
  db: Db,
  testCase: CaseOfHistory,
  { limit, offset = 0, cursor = AFTER_ALL, ...runs }: CursorInput & RunsOfHistory,
): Promise<CaseResult[]> {
  const count = rowsToRead(limit) ?? NO_LIMIT
  const page = { ...testCase, ...chosen(runs), before: cursor, limit: count, offset, upToEnd: offset + count }
  const rows = await (isAny(runs) ? resultsOfPage : filteredResultsOfPage)(db, page)
  return rows.map((row) => ({
    ...toTestResult(row),
    testRun: {
      id: row.test_run_id,
      description: row.run_description,
      status: row.run_status,
      createdAt: row.run_created_at,
      ref: row.run_ref,
      branch: row.run_branch,
      environment: row.run_environment,
    },
  }))
}

const chosen = ({ branch = '', environment = '' }: RunsOfHistory) => ({ branch, environment })
const isAny = ({ branch, environment }: RunsOfHistory) => !branch && !environment

const resultsOfPage = prepared((db, param: Param<PartOfPage>) => selectPage(db, param, false))
const filteredResultsOfPage = prepared((db, param: Param<PartOfPage>) => selectPage(db, param, true))

const selectPage = (db: Db, param: Param<PartOfPage>, isFiltered: boolean) =>
  selectResults(db)
    .innerJoin(runsOfPage(db, param, isFiltered).as('page'), 'page.id', 'test_results.test_run_id')
    .innerJoin('test_runs', 'test_runs.id', 'page.id')
    .select([
      'test_runs.description as run_description',
      'test_runs.status as run_status',
      'test_runs.created_at as run_created_at',
      'test_runs.ref as run_ref',
      'test_runs.branch as run_branch',
      'test_runs.environment as run_environment',
    ])
    .where('test_results.test_case_id', '=', param('testCaseId'))
    .orderBy('page.id', 'desc')

/** The runs of a page. Pending results are searched only as far as the last executed one that the page can reach. */
function runsOfPage(db: Db, param: Param<PartOfPage>, isFiltered: boolean) {
  const executed = executedRuns(db, param, isFiltered)
    .select('test_run_id as id')
    .orderBy('test_run_id', 'desc')
    .limit(param('upToEnd'))
  const last = sql<string>`(select case when count(*) < ${param('upToEnd')} then '' else min(id) end from executed)`
  const pending = pendingRuns(db, param, isFiltered)
    .select('test_runs.id')
    .where('test_runs.id', '>=', last)
    .orderBy('test_runs.id', 'desc')
    .limit(param('upToEnd'))
  return db
    .with('executed', () => executed)
    .with('pending', () => pending)
    .selectFrom('executed')
    .select('id')
    .unionAll((eb) => eb.selectFrom('pending').select('id'))
    .orderBy('id', 'desc')
    .limit(param('limit'))
    .offset(param('offset'))
}

/** More results are not counted: to count them would cost more than the page. */
const COUNTED_MAX = 1_000

/** Null if there are more than `most`. */
export async function countResultsOfCase(
  db: Db,
  testCase: CaseOfHistory,
  runs: RunsOfHistory = {},
  most = COUNTED_MAX,
): Promise<number | null> {
  const part = { ...testCase, ...chosen(runs), before: AFTER_ALL, limit: most + 1 }
  const [row] = await (isAny(runs) ? countsOfCase : filteredCountsOfCase)(db, part)
  const count = (row?.executed ?? 0) + (row?.pending ?? 0)
  return count > most ? null : count
}

type Counted = Part & { limit: number }

const countsOfCase = prepared((db, param: Param<Counted>) => selectCounts(db, param, false))
const filteredCountsOfCase = prepared((db, param: Param<Counted>) => selectCounts(db, param, true))

function selectCounts(db: Db, param: Param<Counted>, isFiltered: boolean) {
  const executed = executedRuns(db, param, isFiltered).select('test_run_id as id').limit(param('limit'))
  const pending = pendingRuns(db, param, isFiltered).select('test_runs.id').limit(param('limit'))
  const counted = (part: AliasedExpression<{ id: string }, 'part'>) =>
    db
      .selectFrom(part)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .$asScalar()
  return db.selectNoFrom(() => [counted(executed.as('part')).as('executed'), counted(pending.as('part')).as('pending')])
}

function executedRuns(db: Db, param: Param<Part>, isFiltered: boolean) {
  return db
    .selectFrom('test_results')
    .where('test_case_id', '=', param('testCaseId'))
    .where(isExecuted('test_results'))
    .where('test_run_id', '<', param('before'))
    .where('test_run_id', 'not in', hiddenRuns)
    .$if(isFiltered, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('test_runs as run')
            .select('run.id')
            .whereRef('run.id', '=', 'test_results.test_run_id')
            .where(isChosen('run', param)),
        ),
      ),
    )
}

function isChosen(run: string, param: Param<Part>) {
  const column = (name: 'branch' | 'environment') =>
    sql<SqlBool>`(${param(name)} = '' or ${sql.ref(`${run}.${name}`)} = ${param(name)})`
  return sql<SqlBool>`(${column('branch')} and ${column('environment')})`
}

function pendingRuns(db: Db, param: Param<Part>, isFiltered: boolean) {
  return db
    .selectFrom('test_runs')
    .where('test_runs.project_id', '=', param('projectId'))
    .where('test_runs.id', '<', param('before'))
    .where((eb) => eb('test_runs.is_receiving', '=', eb.lit(0)))
    .where((eb) => eb('test_runs.pending', '>', eb.lit(0)))
    .$if(isFiltered, (query) => query.where(isChosen('test_runs', param)))
    .where((eb) => {
      const result = eb
        .selectFrom('test_results')
        .where('test_results.test_case_id', '=', param('testCaseId'))
        .whereRef('test_results.test_run_id', '=', 'test_runs.id')
      const executed = result.select('test_results.id').where(isExecuted('test_results'))
      // A comparison: PostgreSQL could join an EXISTS to all results.
      return eb.not(eb.exists(executed)).and(result.select('test_results.status'), '=', 'pending')
    })
}
