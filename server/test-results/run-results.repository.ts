import { sql } from 'kysely'
import { onSnapshot } from '../database/case-columns.ts'
import { bulkInsert } from '../database/bulk.ts'
import type { Db } from '../database/databases.ts'
import { inList, isOneOf, unknownToPlanner, listLength, pairList, pairsOf } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { KnownCase } from '../test-cases/case-lookup.repository.ts'
import { POSITION } from './attempts.repository.ts'

/** The columns of a result on which recording an attempt depends. */
const STATE = [
  ...POSITION,
  'status',
  'actual_value',
  'notes',
  'defects',
  'steps',
  'attempts',
  'has_failed',
  'flaky',
  'executed_by',
] as const

export type ResultState = Awaited<ReturnType<ReturnType<typeof selectStates>['execute']>>[number]

/** A result to record attempts of. `isNew`: the case joins the run with its first attempt. */
export type Target = { result: ResultState; isNew: boolean }

export type CaseNames = { suiteName: string; caseName: string }

/** Results of a run by their own ids, or by those of their cases, which may have been deleted since. */
export async function findResultsBy(
  db: Db,
  testRunId: string,
  column: 'id' | 'test_case_id',
  ids: string[],
): Promise<ResultState[]> {
  return await resultsBy[column](db, { testRunId, ids })
}

const resultsBy = {
  id: preparedResultsBy('id'),
  test_case_id: preparedResultsBy('test_case_id'),
}

function preparedResultsBy(column: 'id' | 'test_case_id') {
  return prepared((db, param: Param<{ testRunId: string; ids: string[] }>) =>
    selectStates(db)
      .where(isOneOf(db, sql.ref(`test_results.${column}`), param('ids')))
      .where('test_results.test_run_id', '=', unknownToPlanner(db, param('testRunId'))),
  )
}

export async function findResultsByName(
  db: Db,
  testRunId: string,
  names: CaseNames[],
): Promise<(ResultState & CaseNames)[]> {
  const suiteNames = names.map(({ suiteName }) => suiteName)
  const suites = await db
    .selectFrom('test_run_suites')
    .select(['test_suite_id as id', 'name'])
    .where('test_run_id', '=', testRunId)
    .where('name', 'in', inList(db, suiteNames))
    .orderBy('number')
    .execute()
  const rows = await selectStates(db)
    .innerJoin(pairList(db, pairsOf(casesInSuites(suites, names))).as('wanted'), (join) =>
      join
        .onRef('wanted.first', '=', 'test_case_revisions.test_suite_id')
        .onRef('wanted.second', '=', 'test_case_revisions.name'),
    )
    .select('test_case_revisions.name as caseName')
    .where('test_results.test_run_id', '=', testRunId)
    .orderBy('test_results.suite_number')
    .orderBy('test_results.number')
    .execute()
  const nameOf = new Map(suites.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, suiteName: nameOf.get(row.test_suite_id) ?? '' }))
}

export function casesInSuites(
  suites: { id: string; name: string }[],
  names: CaseNames[],
): [suiteId: string, caseName: string][] {
  const suitesOf = Map.groupBy(suites, ({ name }) => name)
  return names.flatMap(({ suiteName, caseName }) =>
    (suitesOf.get(suiteName) ?? []).map(({ id }): [string, string] => [id, caseName]),
  )
}

/** The results of these cases in a run, by case id. A case that is not in the run yet gets a new pending result. */
export async function targetsOfCases(db: Db, testRunId: string, cases: KnownCase[]): Promise<Map<string, Target>> {
  const ids = cases.map(({ id }) => id)
  const known = await findResultsBy(db, testRunId, 'test_case_id', ids)
  const targets = new Map(known.map((result) => [result.test_case_id, { result, isNew: false }]))
  const late = cases.filter(({ id }) => !targets.has(id))
  const numbers = await joinSuites(
    db,
    testRunId,
    late.map(({ suite }) => suite),
  )
  for (const testCase of late) {
    const result = pendingResult(testRunId, testCase, numbers.get(testCase.suite.id) ?? testCase.suite.number)
    targets.set(testCase.id, { result, isNew: true })
  }
  return targets
}

function pendingResult(testRunId: string, testCase: KnownCase, suiteNumber: number): ResultState {
  return {
    id: newId(),
    test_run_id: testRunId,
    test_case_id: testCase.id,
    case_revision: testCase.revision,
    test_suite_id: testCase.suite.id,
    suite_number: suiteNumber,
    number: testCase.number,
    status: 'pending',
    actual_value: null,
    notes: null,
    defects: null,
    steps: null,
    attempts: 0,
    has_failed: 0,
    flaky: 0,
    executed_by: null,
    step_count: testCase.step_count,
    snapshot_type: testCase.snapshot_type,
    snapshot_expected_value: testCase.snapshot_expected_value,
    snapshot_expected_value_type: testCase.snapshot_expected_value_type,
  }
}

export const insertPendingResults = bulkInsert('test_results', [...POSITION, 'status', 'attempts'])

const insertRunSuites = bulkInsert('test_run_suites', ['test_run_id', 'test_suite_id', 'name', 'number'], (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

/** Adds missing suites to the run. Returns the number of each in the run, by suite id. */
async function joinSuites(db: Db, testRunId: string, suites: KnownCase['suite'][]): Promise<Map<string, number>> {
  const distinct = [...new Map(suites.map((suite) => [suite.id, suite])).values()]
  if (distinct.length === 0) return new Map()
  await insertRunSuites(
    db,
    distinct.map(({ id, name, number }) => ({ test_run_id: testRunId, test_suite_id: id, name, number })),
  )
  const joined = await joinedSuites(db, { testRunId, ids: distinct.map(({ id }) => id) })
  return new Map(joined.map((suite) => [suite.test_suite_id, suite.number]))
}

const joinedSuites = prepared((db, param: Param<{ testRunId: string; ids: string[] }>) =>
  db
    .selectFrom('test_run_suites')
    .select(['test_suite_id', 'number'])
    .where('test_run_id', '=', param('testRunId'))
    .where('test_suite_id', 'in', inList(db, param('ids'))),
)

function selectStates(db: Db) {
  return db
    .selectFrom('test_results')
    .innerJoin('test_case_revisions', onSnapshot)
    .select(STATE.map((column) => `test_results.${column}` as const))
    .select(listLength(db, 'test_case_revisions.steps').as('step_count'))
    .select([
      'test_case_revisions.type as snapshot_type',
      'test_case_revisions.expected_value as snapshot_expected_value',
      'test_case_revisions.expected_value_type as snapshot_expected_value_type',
    ])
}
