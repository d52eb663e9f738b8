import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Summary, summaryChange } from '#shared/test-runs/summary.ts'
import { type Actor, actorUserId } from '../authorize.ts'
import { bulkInsert } from '../database/bulk.ts'
import type { SnapshotColumns } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { inList, pairList } from '../database/dialect.ts'
import { noteResults } from '../database/changes.ts'
import type { TestResultTable } from '../database/tables.ts'
import { afterAttempt, counted, type Recording } from './recording.ts'
import type { NewAttempt } from './test-results.rows.ts'

/** The result of a case in a run as far as it must be known to execute the case once more. */
export type ResultState = Pick<
  Selectable<TestResultTable>,
  | 'id'
  | 'test_run_id'
  | 'test_case_id'
  | 'case_revision'
  | 'test_suite_id'
  | 'suite_number'
  | 'number'
  | 'status'
  | 'actual_value'
  | 'notes'
  | 'attempts'
  | 'has_failed'
  | 'flaky'
> &
  Expectation

/** What a result is compared with when nothing else is sent. */
type Expectation = Pick<SnapshotColumns, 'snapshot_expected_value' | 'snapshot_expected_value_type'>

/** A case that may be executed in a run. */
export type RunnableCase = {
  id: string
  revision: number
  number: number
  suite: { id: string; name: string; number: number }
} & Expectation

/** How a harness names a case that it knows no id of. */
export type CaseNames = { suiteName: string; caseName: string }

/** A result and the attempts to add to its record, oldest first. `isNew` when the case joins the run with them. */
export type BatchEntry = Joining & { attempts: NewAttempt[]; recording: Recording }
export type Joining = { result: ResultState; isNew: boolean }
export type Shown = ReturnType<typeof afterAttempt>

/** The results of these cases in a run, by case; a case that is not in the run yet gets one to join it with. */
export async function resultsOfCases(db: Db, testRunId: string, cases: RunnableCase[]): Promise<Map<string, Joining>> {
  const known = await findResultsOfCases(
    db,
    testRunId,
    cases.map(({ id }) => id),
  )
  const found = new Map<string, Joining>(known.map((result) => [result.test_case_id, { result, isNew: false }]))
  const late = cases.filter(({ id }) => !found.has(id))
  const numbers = await joinSuites(
    db,
    testRunId,
    late.map(({ suite }) => suite),
  )
  for (const testCase of late) {
    const result = pendingResult(testRunId, testCase, numbers.get(testCase.suite.id) ?? testCase.suite.number)
    found.set(testCase.id, { result, isNew: true })
  }
  return found
}

/** Lets a case that is not in a run yet join it, as pending. */
export async function insertPendingResult(db: Db, testRunId: string, testCase: RunnableCase): Promise<void> {
  const joining = await resultsOfCases(db, testRunId, [testCase])
  await upsertResults(
    db,
    Array.from(joining.values(), ({ result }) => ({ ...NOT_EXECUTED, ...result })),
  )
  noteResults(
    db,
    testRunId,
    Array.from(joining.values(), ({ result }) => result.id),
  )
}

/** The results that these cases have in a run; they may have been deleted since. */
export async function findResultsOfCases(db: Db, testRunId: string, testCaseIds: string[]): Promise<ResultState[]> {
  return await selectStates(db)
    .where('test_results.test_case_id', 'in', inList(db, testCaseIds))
    .where('test_results.test_run_id', '=', testRunId)
    .execute()
}

/** Results of a run by their ids. */
export async function findResultsById(db: Db, testRunId: string, ids: string[]): Promise<ResultState[]> {
  return await selectStates(db)
    .where('test_results.id', 'in', inList(db, ids))
    .where('test_results.test_run_id', '=', testRunId)
    .execute()
}

type NamedResult = ResultState & { suite_name: string; case_name: string }

/** Results of a run by the names that suites and cases had when they joined it; several may bear one name. */
export async function findResultsByName(db: Db, testRunId: string, names: CaseNames[]): Promise<NamedResult[]> {
  const suites = await db
    .selectFrom('test_run_suites')
    .select(['test_suite_id', 'name'])
    .where('test_run_id', '=', testRunId)
    .where(
      'name',
      'in',
      inList(
        db,
        names.map(({ suiteName }) => suiteName),
      ),
    )
    .orderBy('number')
    .execute()
  const suitesOf = Map.groupBy(suites, ({ name }) => name)
  const wanted = names.flatMap(({ suiteName, caseName }) =>
    (suitesOf.get(suiteName) ?? []).map(({ test_suite_id }) => [test_suite_id, caseName] as const),
  )
  const nameOf = new Map(suites.map(({ test_suite_id, name }) => [test_suite_id, name]))
  const rows = await selectStates(db)
    .innerJoin(pairList(db, wanted).as('wanted'), (join) =>
      join
        .onRef('wanted.first', '=', 'test_case_revisions.test_suite_id')
        .onRef('wanted.second', '=', 'test_case_revisions.name'),
    )
    .select('test_case_revisions.name as case_name')
    .where('test_results.test_run_id', '=', testRunId)
    .orderBy('test_results.suite_number')
    .orderBy('test_results.number')
    .execute()
  return rows.map((row) => ({ ...row, suite_name: nameOf.get(row.test_suite_id) ?? '' }))
}

/**
 * Adds attempts to the records of many results of one run, each result once, and lets the results show them.
 * Answers what each attempt made its result show, and what this changes in the run's summary.
 */
export async function insertAttempts(
  db: Db,
  actor: Actor,
  entries: BatchEntry[],
): Promise<{ shown: Shown[][]; change: Summary }> {
  const by = { executed_at: new Date().toISOString(), executed_by: actorUserId(actor) }
  const shown = entries.map(({ result, attempts, recording }) => {
    const states: Shown[] = []
    for (const attempt of attempts) states.push(afterAttempt(states.at(-1) ?? result, attempt, by, recording))
    return states
  })
  const last = entries.map(({ result }, index) => ({ result, shown: shown[index]?.at(-1) as Shown }))
  await upsertResults(
    db,
    last.map(({ result, shown }) => ({ ...result, ...shown })),
  )
  const attempts = entries.flatMap(({ result, attempts }) =>
    attempts.map((attempt, index) => ({
      ...attempt,
      ...by,
      test_result_id: result.id,
      number: result.attempts + index + 1,
    })),
  )
  await insertAttemptRows(db, attempts)
  tellBatch(db, entries)
  const changes = last.map(({ result, shown }, index) => ({
    before: entries[index]?.isNew ? null : counted(result),
    after: counted(shown),
  }))
  return { shown, change: summaryChange(changes) }
}

/**
 * Adds attempts to the record of a result below its newest one, which stays what the result shows: what they tell
 * of is no later state, and less than what is shown.
 */
export async function insertAttemptsBelow(
  db: Db,
  actor: Actor,
  { result, attempts }: Pick<BatchEntry, 'result' | 'attempts'>,
): Promise<void> {
  const by = { executed_at: new Date().toISOString(), executed_by: actorUserId(actor) }
  const total = result.attempts + attempts.length
  await db
    .updateTable('test_result_attempts')
    .set({ number: total })
    .where('test_result_id', '=', result.id)
    .where('number', '=', result.attempts)
    .execute()
  await insertAttemptRows(
    db,
    attempts.map((attempt, index) => ({
      ...attempt,
      ...by,
      test_result_id: result.id,
      number: result.attempts + index,
    })),
  )
  await db.updateTable('test_results').set({ attempts: total }).where('id', '=', result.id).execute()
  noteResults(db, result.test_run_id, [result.id])
}

function tellBatch(db: Db, [first, ...others]: Joining[]): void {
  if (first)
    noteResults(
      db,
      first.result.test_run_id,
      [first, ...others].map(({ result }) => result.id),
    )
}

const OUTCOME = [
  'status',
  'expected_value',
  'actual_value',
  'error_message',
  'trace',
  'notes',
  'execution_time_ms',
  'started_at',
  'executed_at',
  'executed_by',
] as const
const SHOWN = [...OUTCOME, 'attempts', 'has_failed', 'flaky'] as const

const upsertResults = bulkInsert(
  'test_results',
  ['id', 'test_run_id', 'test_case_id', 'case_revision', 'test_suite_id', 'suite_number', 'number', ...SHOWN],
  (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => Object.fromEntries(SHOWN.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    ),
)

const NOT_EXECUTED = {
  expected_value: null,
  error_message: null,
  trace: null,
  execution_time_ms: null,
  started_at: null,
  executed_at: null,
  executed_by: null,
}

const insertAttemptRows = bulkInsert('test_result_attempts', ['test_result_id', 'number', ...OUTCOME])

function pendingResult(testRunId: string, testCase: RunnableCase, suiteNumber: number): ResultState {
  return {
    id: uuidv7(),
    test_run_id: testRunId,
    test_case_id: testCase.id,
    case_revision: testCase.revision,
    test_suite_id: testCase.suite.id,
    suite_number: suiteNumber,
    number: testCase.number,
    status: 'pending',
    actual_value: null,
    notes: null,
    attempts: 0,
    has_failed: 0,
    flaky: 0,
    snapshot_expected_value: testCase.snapshot_expected_value,
    snapshot_expected_value_type: testCase.snapshot_expected_value_type,
  }
}

function selectStates(db: Db) {
  return db
    .selectFrom('test_results')
    .innerJoin('test_case_revisions', (join) =>
      join
        .onRef('test_case_revisions.test_case_id', '=', 'test_results.test_case_id')
        .onRef('test_case_revisions.revision', '=', 'test_results.case_revision'),
    )
    .select([
      'test_results.id',
      'test_results.test_run_id',
      'test_results.test_case_id',
      'test_results.case_revision',
      'test_results.test_suite_id',
      'test_results.suite_number',
      'test_results.number',
      'test_results.status',
      'test_results.actual_value',
      'test_results.notes',
      'test_results.attempts',
      'test_results.has_failed',
      'test_results.flaky',
      'test_case_revisions.expected_value as snapshot_expected_value',
      'test_case_revisions.expected_value_type as snapshot_expected_value_type',
    ])
}

const insertRunSuites = bulkInsert('test_run_suites', ['test_run_id', 'test_suite_id', 'name', 'number'], (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

/** Makes sure that the suites are in the run; answers the numbers they have there. */
async function joinSuites(db: Db, testRunId: string, suites: RunnableCase['suite'][]): Promise<Map<string, number>> {
  const distinct = new Map(suites.map((suite) => [suite.id, suite]))
  if (distinct.size === 0) return new Map()
  const rows = Array.from(distinct.values(), ({ id, name, number }) => ({
    test_run_id: testRunId,
    test_suite_id: id,
    name,
    number,
  }))
  await insertRunSuites(db, rows)
  const joined = await db
    .selectFrom('test_run_suites')
    .select(['test_suite_id', 'number'])
    .where('test_run_id', '=', testRunId)
    .where('test_suite_id', 'in', inList(db, [...distinct.keys()]))
    .execute()
  return new Map(joined.map((suite) => [suite.test_suite_id, suite.number]))
}
