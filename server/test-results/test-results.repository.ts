import type { ExpressionBuilder, Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { CursorInput, PageInput } from '#shared/page.ts'
import type { Permission } from '#shared/permissions.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { Attempt, TestResult } from '#shared/test-results/test-result.ts'
import type { CaseResult, RunStatus } from '#shared/test-runs/test-run.ts'
import { type Actor, type ActorRef, actorUserId, authorize, type Authorized, refOf, roleIn } from '../authorize.ts'
import type { Db } from '../db.ts'
import { NO_LIMIT, unplanned } from '../dialect.ts'
import { rowsToRead } from '../paging.ts'
import { type Place, prepared, preparedForActor } from '../prepared.ts'
import type { Tables, TestCaseRevisionTable, TestResultAttemptTable, TestResultTable } from '../tables.ts'
import type { TestCaseRow } from '../test-cases/test-cases.repository.ts'
import { addPendingToSummary, moveInSummary, type TestRunRow } from '../test-runs/test-runs.repository.ts'
import type { TestSuiteRow } from '../test-suites/test-suites.repository.ts'

type Snapshot = Pick<Selectable<TestCaseRevisionTable>, 'name' | 'description' | 'type' | 'expected_value_type'> & {
  snapshot_expected_value: string | null
  suite_name: string
  executed_by_name: string | null
}
type ResultRow = Selectable<TestResultTable> & Snapshot
type FoundResult = ResultRow & { role: string | null; run_status: RunStatus }
export type WritableResult = Authorized<FoundResult, 'run.record'>

/** The result, when the actor may do this in its project. Throws NOT_FOUND or FORBIDDEN. */
export async function findTestResult<P extends Permission>(
  db: Db,
  actor: Actor,
  resultId: string,
  permission: P,
): Promise<Authorized<FoundResult, P>> {
  const [row] = await resultForActor(db, actor, { resultId })
  return authorize(row, permission, 'Test result')
}

const resultForActor = preparedForActor((db, actor, place: Place<{ resultId: string }>) =>
  selectFoundResults(db, actor).where('test_results.id', '=', unplanned(place('resultId'))),
)

/** The result of a case in a run; undefined when the case is not in the run, or the run not the actor's. */
export async function findResultOfCase(
  db: Db,
  actor: Actor,
  testCaseId: string,
  testRunId: string,
): Promise<WritableResult | undefined> {
  const [row] = await resultOfCaseForActor(db, actor, { testCaseId, testRunId })
  return row && row.role !== null ? authorize(row, 'run.record', 'Test run') : undefined
}

const resultOfCaseForActor = preparedForActor((db, actor, place: Place<{ testCaseId: string; testRunId: string }>) =>
  selectFoundResults(db, actor)
    .where('test_results.test_case_id', '=', unplanned(place('testCaseId')))
    .where('test_results.test_run_id', '=', unplanned(place('testRunId'))),
)

/** The first result of this name in a suite of a run. */
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

type ResultFilter = { suiteId?: string | undefined; status?: ResultStatus | undefined }

/** The results of a run, by suite and case number. `limit` and `offset` cut the list. */
export async function listResultsOfRun(
  db: Db,
  run: Authorized<TestRunRow, 'project.read'>,
  { limit, offset = 0, ...filter }: ResultFilter & PageInput = {},
): Promise<TestResult[]> {
  const rows = await selectResults(db)
    .where(inRun(run.id, filter))
    .orderBy('test_results.suite_number')
    .orderBy('test_results.number')
    .orderBy('test_results.id')
    .limit(limit ?? NO_LIMIT)
    .offset(offset)
    .execute()
  return rows.map(toTestResult)
}

export async function countResultsOfRun(
  db: Db,
  run: Authorized<TestRunRow, 'project.read'>,
  filter: ResultFilter,
): Promise<number> {
  const { count } = await db
    .selectFrom('test_results')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(inRun(run.id, filter))
    .executeTakeFirstOrThrow()
  return count
}

/** The results of a case, newest run first; `cursor` is the id of the last run already read. */
export async function listResultsOfCase(
  db: Db,
  testCaseId: string,
  { limit, offset = 0, cursor }: CursorInput,
): Promise<CaseResult[]> {
  const rows = await selectResults(db)
    .innerJoin('test_runs', 'test_runs.id', 'test_results.test_run_id')
    .select(['test_runs.description as run_description', 'test_runs.status as run_status', 'test_runs.created_at as run_created_at'])
    .where('test_results.test_case_id', '=', testCaseId)
    .$if(cursor !== undefined, (query) => query.where('test_results.test_run_id', '<', cursor as string))
    .orderBy('test_results.test_run_id', 'desc')
    .limit(rowsToRead(limit) ?? NO_LIMIT)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    ...toTestResult(row),
    testRun: { id: row.test_run_id, description: row.run_description, status: row.run_status, createdAt: row.run_created_at },
  }))
}

export async function countResultsOfCase(db: Db, testCaseId: string): Promise<number> {
  const { count } = await db
    .selectFrom('test_results')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('test_case_id', '=', testCaseId)
    .executeTakeFirstOrThrow()
  return count
}

/** The role of the actor in the project a case belongs or belonged to; null for a stranger and an unknown case. */
export async function roleForHistory(db: Db, actor: Actor, testCaseId: string): Promise<string | null> {
  const row = await db
    .selectFrom('test_case_revisions')
    .select(roleIn(refOf(actor), 'test_case_revisions.project_id').as('role'))
    .where('test_case_id', '=', testCaseId)
    .limit(1)
    .executeTakeFirst()
  return row?.role ?? null
}

/** The record of a result, oldest attempt first. */
export async function listAttemptRows(db: Db, result: Authorized<FoundResult, 'project.read'>): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('test_result_attempts')
    .leftJoin('users', 'users.id', 'test_result_attempts.executed_by')
    .selectAll('test_result_attempts')
    .select('users.name as executed_by_name')
    .where('test_result_id', '=', result.id)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    number: row.number,
    ...toOutcome(row, result.snapshot_expected_value),
    executedAt: row.executed_at,
  }))
}

/** Adds a case that was made after the run started, as pending. */
export async function insertLateResult(
  db: Db,
  run: Authorized<TestRunRow, 'run.record'>,
  suite: TestSuiteRow,
  testCase: TestCaseRow,
): Promise<void> {
  await db
    .insertInto('test_run_suites')
    .values({ test_run_id: run.id, test_suite_id: suite.id, name: suite.name, number: suite.number })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { number } = await db
    .selectFrom('test_run_suites')
    .select('number')
    .where('test_run_id', '=', run.id)
    .where('test_suite_id', '=', suite.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('test_results')
    .values({
      id: uuidv7(),
      test_run_id: run.id,
      test_case_id: testCase.id,
      case_revision: testCase.revision,
      test_suite_id: suite.id,
      suite_number: number,
      number: testCase.number,
      status: 'pending',
      attempts: 0,
    })
    .execute()
  await addPendingToSummary(db, run.id)
}

export type NewAttempt = Omit<Selectable<TestResultAttemptTable>, 'test_result_id' | 'number' | 'executed_at' | 'executed_by'>

/**
 * Adds an attempt to the record of a result and lets the result show it. A value that was taken back leaves
 * a result that nobody has executed, while the record keeps who took it back.
 */
export async function insertAttempt(
  db: Db,
  actor: Actor,
  result: WritableResult,
  attempt: NewAttempt,
  { isTakenBack = false } = {},
): Promise<TestResult> {
  const by = { executed_at: new Date().toISOString(), executed_by: actorUserId(actor) }
  const attempts = result.attempts + 1
  await addAttempt(db, { test_result_id: result.id, number: attempts, ...attempt, ...by })
  const shown = { ...attempt, ...(isTakenBack ? { executed_at: null, executed_by: null } : by), attempts }
  await showAttempt(db, { id: result.id, ...shown })
  await moveInSummary(db, result.test_run_id, result.status, attempt.status)
  return toTestResult({ ...result, ...shown, executed_by_name: actor.kind === 'user' ? actor.user.name : null })
}

const addAttempt = prepared((db, place: Place<Selectable<TestResultAttemptTable>>) =>
  db.insertInto('test_result_attempts').values({
    test_result_id: place('test_result_id'),
    number: place('number'),
    ...outcomeAt(place),
    executed_at: place('executed_at'),
  }),
)

const showAttempt = prepared((db, place: Place<Shown>) =>
  db
    .updateTable('test_results')
    .set({ ...outcomeAt(place), executed_at: place('executed_at'), attempts: place('attempts') })
    .where('id', '=', place('id')),
)

type Shown = NewAttempt & Pick<Selectable<TestResultTable>, 'id' | 'executed_at' | 'executed_by' | 'attempts'>

function outcomeAt(place: Place<NewAttempt & { executed_by: string | null }>) {
  return {
    status: place('status'),
    expected_value: place('expected_value'),
    actual_value: place('actual_value'),
    error_message: place('error_message'),
    notes: place('notes'),
    execution_time_ms: place('execution_time_ms'),
    executed_by: place('executed_by'),
  }
}

export function toTestResult(row: ResultRow): TestResult {
  return {
    id: row.id,
    testRunId: row.test_run_id,
    testCase: {
      id: row.test_case_id,
      name: row.name,
      description: row.description,
      type: row.type,
      number: row.number,
      expectedValueType: row.expected_value_type,
      expectedValue: row.snapshot_expected_value,
      testSuiteId: row.test_suite_id,
      testSuite: { id: row.test_suite_id, name: row.suite_name, number: row.suite_number },
    },
    ...toOutcome(row, row.snapshot_expected_value),
    attempts: row.attempts,
  }
}

type OutcomeRow = NewAttempt & {
  executed_at: string | null
  executed_by: string | null
  executed_by_name: string | null
}

function toOutcome(row: OutcomeRow, snapshotExpectedValue: string | null) {
  return {
    status: row.status,
    expectedValue: row.expected_value ?? snapshotExpectedValue,
    actualValue: row.actual_value,
    errorMessage: row.error_message,
    notes: row.notes,
    executionTimeMs: row.execution_time_ms,
    executedAt: row.executed_at,
    executedBy: row.executed_by === null ? null : { id: row.executed_by, name: row.executed_by_name ?? '' },
  }
}

/** A suite is looked up by its number in the run, which the indexes know, and by its id, since numbers may repeat. */
function inRun(testRunId: string, { suiteId, status }: ResultFilter) {
  return (eb: ExpressionBuilder<Tables, 'test_results'>) => {
    const numberOfSuite = eb
      .selectFrom('test_run_suites as asked')
      .select('asked.number')
      .where('asked.test_run_id', '=', testRunId)
      .where('asked.test_suite_id', '=', suiteId ?? '')
    return eb.and([
      eb('test_results.test_run_id', '=', testRunId),
      ...(status === undefined ? [] : [eb('test_results.status', '=', status)]),
      ...(suiteId === undefined
        ? []
        : [eb('test_results.test_suite_id', '=', suiteId), eb('test_results.suite_number', '=', numberOfSuite)]),
    ])
  }
}

function selectResults(db: Db) {
  return db
    .selectFrom('test_results')
    .innerJoin('test_case_revisions', (join) =>
      join
        .onRef('test_case_revisions.test_case_id', '=', 'test_results.test_case_id')
        .onRef('test_case_revisions.revision', '=', 'test_results.case_revision'),
    )
    .innerJoin('test_run_suites', (join) =>
      join
        .onRef('test_run_suites.test_run_id', '=', 'test_results.test_run_id')
        .onRef('test_run_suites.test_suite_id', '=', 'test_results.test_suite_id'),
    )
    .leftJoin('users', 'users.id', 'test_results.executed_by')
    .selectAll('test_results')
    .select([
      'test_case_revisions.name',
      'test_case_revisions.description',
      'test_case_revisions.type',
      'test_case_revisions.expected_value_type',
      'test_case_revisions.expected_value as snapshot_expected_value',
      'test_run_suites.name as suite_name',
      'users.name as executed_by_name',
    ])
}

function selectFoundResults(db: Db, actor: ActorRef) {
  return selectResults(db)
    .innerJoin('test_runs', 'test_runs.id', 'test_results.test_run_id')
    .select(['test_runs.status as run_status', roleIn(actor, 'test_runs.project_id').as('role')])
}
