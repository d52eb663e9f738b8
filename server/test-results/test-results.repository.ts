import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { PageInput } from '#shared/page.ts'
import type { Permission } from '#shared/permissions.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { type Actor, type ActorRef, authorize, type Authorized, roleIn, preparedForActor } from '../authorize.ts'
import { countRows } from '../database/count-rows.ts'
import { SELECT_SNAPSHOT, onSnapshot, onRunSuite } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { inList, isOneOf, listLength, readFirst, unknownToPlanner } from '../database/dialect.ts'
import { NO_LIMIT } from '../http/paging.ts'
import type { Param } from '../database/prepared.ts'
import type { Tables, TestResultTable } from '../database/tables.ts'
import type { TestRunRow } from '../test-runs/test-runs.repository.ts'
import { type FoundResult, type ResultRow, toTestResult, type WritableResult } from './test-results.rows.ts'

/** The result, if the actor has the permission in its project. Throws NOT_FOUND or FORBIDDEN. */
export async function findTestResult<P extends Permission>(
  db: Db,
  actor: Actor,
  resultId: string,
  permission: P,
): Promise<Authorized<FoundResult, P>> {
  const [row] = await resultForActor(db, actor, { resultId })
  return authorize(actor, row, permission, 'Test result')
}

const resultForActor = preparedForActor((db, actor, param: Param<{ resultId: string }>) =>
  selectFoundResults(db, actor).where('test_results.id', '=', param('resultId')),
)

/** The results of cases in a run, by case id, without those that are not in the run, or if the actor may not see it. */
export async function findResultsOfCases(
  db: Db,
  actor: Actor,
  testRunId: string,
  testCaseIds: string[],
): Promise<Map<string, WritableResult>> {
  const rows = await resultsOfCasesForActor(db, actor, { testCaseIds, testRunId })
  const seen = rows.filter(({ role }) => role !== null)
  return new Map(seen.map((row) => [row.test_case_id, authorize(actor, row, 'run.record', 'Test run')]))
}

const resultsOfCasesForActor = preparedForActor(
  (db, actor, param: Param<{ testCaseIds: string[]; testRunId: string }>) => {
    const found = db
      .selectFrom('test_results')
      .selectAll()
      .where(isOneOf(db, sql.ref('test_results.test_case_id'), param('testCaseIds')))
      .where('test_results.test_run_id', '=', unknownToPlanner(db, param('testRunId')))
    return selectFoundResults(db, actor, readFirst(db, found))
  },
)

export async function findResultByName(
  db: Db,
  run: Authorized<TestRunRow, 'project.read'>,
  testSuiteId: string,
  caseName: string,
): Promise<TestResult | undefined> {
  const row = await selectResults(db)
    .where('test_case_revisions.test_suite_id', '=', testSuiteId)
    .where('test_case_revisions.name', '=', caseName)
    .where('test_results.test_run_id', '=', run.id)
    .orderBy('test_results.number')
    .executeTakeFirst()
  return row && toTestResult(row)
}

export type ResultCondition = (eb: ExpressionBuilder<Tables, 'test_results'>) => Expression<SqlBool>

export async function listResults(
  db: Db,
  condition: ResultCondition,
  { limit, offset = 0 }: PageInput = {},
): Promise<TestResult[]> {
  const rows = await selectResults(db)
    .where(condition)
    .orderBy('test_results.suite_number')
    .orderBy('test_results.number')
    .orderBy('test_results.id')
    .limit(limit ?? NO_LIMIT)
    .offset(offset)
    .execute()
  return rows.map(toTestResult)
}

export async function findResultRows(db: Db, run: { id: string }, ids: string[]): Promise<Map<string, ResultRow>> {
  const rows = await selectResults(db)
    .where(ofRun(db, run, { ids }))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function countResults(db: Db, condition: ResultCondition): Promise<number> {
  return await countRows(db.selectFrom('test_results').where(condition))
}

type ResultFilter = { suiteId?: string | undefined; status?: ResultStatus | undefined; ids?: string[] | undefined }

/** The results of a run. A suite is found by its number, which is indexed, and its id, because numbers may repeat. */
export function ofRun(db: Db, { id }: { id: string }, { suiteId, status, ids }: ResultFilter = {}): ResultCondition {
  return (eb) => {
    const suiteNumber = eb
      .selectFrom('test_run_suites as suite')
      .select('suite.number')
      .where('suite.test_run_id', '=', id)
      .where('suite.test_suite_id', '=', suiteId ?? '')
    return eb.and([
      eb('test_results.test_run_id', '=', id),
      ...(ids === undefined ? [] : [eb('test_results.id', 'in', inList(db, ids))]),
      ...(status === undefined ? [] : [eb('test_results.status', '=', status)]),
      ...(suiteId === undefined
        ? []
        : [eb('test_results.test_suite_id', '=', suiteId), eb('test_results.suite_number', '=', suiteNumber)]),
    ])
  }
}

/** The few runs whose first report is still being recorded. Nobody may see them yet. */
export function hiddenRuns(eb: ExpressionBuilder<Tables, 'test_results'>) {
  return eb
    .selectFrom('test_runs as hidden')
    .select('hidden.id')
    .where((hidden) => hidden('hidden.is_receiving', '=', hidden.lit(1)))
}

/** Whether a result is not pending, in a form that lets SQLite use the index by case. */
export const isExecuted = (table: string) => sql<SqlBool>`${sql.ref(`${table}.status`)} <> 'pending'`

/** A case, possibly deleted, for callers already authorized for its project. */
export type CaseOfHistory = { testCaseId: string; projectId: string }

/** The case, if the actor may read its project; undefined for a stranger and an unknown case. Throws FORBIDDEN. */
export async function findCaseOfHistory(db: Db, actor: Actor, testCaseId: string): Promise<CaseOfHistory | undefined> {
  const [row] = await projectForActor(db, actor, { testCaseId })
  if (!row || row.role === null) return undefined
  return { testCaseId, projectId: authorize(actor, row, 'project.read', 'Test case').project_id }
}

const projectForActor = preparedForActor((db, actor, param: Param<{ testCaseId: string }>) =>
  db
    .selectFrom('test_case_revisions')
    .select(['project_id', roleIn(actor, 'test_case_revisions.project_id').as('role')])
    .where('test_case_id', '=', param('testCaseId'))
    .limit(1),
)

type ResultQuery<O> = SelectQueryBuilder<Tables, 'test_results', O>
type SomeResults = ResultQuery<Selectable<TestResultTable>>

/** `found`: some results to select from, instead of all. */
export function selectResults(db: Db, found?: SomeResults) {
  return joinedResults(db, found)
    .selectAll('test_results')
    .select([...SELECT_SNAPSHOT, 'test_run_suites.name as suite_name'])
    .select(['users.name as executed_by_name', 'assignees.name as assignee_name'])
}

export function joinedResults(db: Db, found?: SomeResults) {
  const results = found ? db.selectFrom(found.as('test_results')) : db.selectFrom('test_results')
  return (results as ResultQuery<{}>)
    .innerJoin('test_case_revisions', onSnapshot)
    .innerJoin('test_run_suites', onRunSuite)
    .leftJoin('users', 'users.id', 'test_results.executed_by')
    .leftJoin('users as assignees', 'assignees.id', 'test_results.assignee_id')
}

function selectFoundResults(db: Db, actor: ActorRef, found?: SomeResults) {
  return selectResults(db, found)
    .innerJoin('test_runs', 'test_runs.id', 'test_results.test_run_id')
    .where((eb) => eb('test_runs.is_receiving', '=', eb.lit(0)))
    .select(listLength(db, 'test_case_revisions.steps').as('step_count'))
    .select(['test_runs.status as run_status', roleIn(actor, 'test_runs.project_id').as('role')])
}
