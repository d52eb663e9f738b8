import type { NamedCase } from '#shared/test-cases/test-case.ts'
import { FAILURE_STATUSES } from '#shared/test-results/severity.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { Person } from '#shared/users/user.ts'
import type { Db } from '../database/databases.ts'
import { isShownSuite } from '../database/hidden-suites.ts'
import { idRows, pairList, pairsOf, type Pairs } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'

export async function listHealthCases(db: Db, projectId: string, ids: string[]): Promise<Map<string, NamedCase>> {
  if (ids.length === 0) return new Map()
  const rows = await casesById(db, { ids })
  return new Map(
    rows
      .filter((row) => row.project_id === projectId)
      .map(({ id, ref, name, suite_id, suite_name }) => [
        id,
        { id, ref, name, testSuite: { id: suite_id, name: suite_name } },
      ]),
  )
}

const casesById = prepared((db, param: Param<{ ids: string[] }>) =>
  db
    .selectFrom(idRows(db, param('ids')).as('wanted'))
    .innerJoin('test_cases', 'test_cases.id', 'wanted.id')
    .innerJoin('test_suites', 'test_suites.id', 'test_cases.test_suite_id')
    .select([
      'test_cases.id',
      'test_cases.project_id',
      'test_cases.ref',
      'test_cases.name',
      'test_suites.id as suite_id',
      'test_suites.name as suite_name',
    ])
    .where(isShownSuite),
)

type ResultDetail = {
  resultId: string
  testRunId: string
  runName: string
  executedAt: string
  by: Person | null
  /** Of the result or, if it passed on retry, of its last failed execution. */
  errorMessage: string | null
}

export const pairKey = (testRunId: string, testCaseId: string) => `${testRunId} ${testCaseId}`

export async function listResultDetails(
  db: Db,
  wanted: (readonly [testRunId: string, testCaseId: string])[],
): Promise<Map<string, ResultDetail>> {
  if (wanted.length === 0) return new Map()
  const rows = await resultsOfPairs(db, pairsOf(wanted))
  return new Map(
    rows.map((row) => [
      pairKey(row.test_run_id, row.test_case_id),
      {
        resultId: row.id,
        testRunId: row.test_run_id,
        runName: runName({ id: row.test_run_id, description: row.description }),
        executedAt: row.executed_at ?? row.created_at,
        by: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
        errorMessage: row.flaky === 1 ? row.error_before : row.error_message,
      },
    ]),
  )
}

export async function listResultIds(
  db: Db,
  wanted: (readonly [testRunId: string, testCaseId: string])[],
): Promise<Map<string, string>> {
  const rows = await idsOfPairs(db, pairsOf(wanted))
  return new Map(rows.map((row) => [pairKey(row.test_run_id, row.test_case_id), row.id]))
}

const idsOfPairs = prepared((db, param: Param<Pairs>) =>
  selectPairs(db, param).select(['test_results.id', 'test_results.test_run_id', 'test_results.test_case_id']),
)

const resultsOfPairs = prepared((db, param: Param<Pairs>) =>
  selectPairs(db, param)
    .innerJoin('test_runs', 'test_runs.id', 'test_results.test_run_id')
    .leftJoin('users', (join) =>
      join.on('users.id', '=', (eb) => eb.fn.coalesce('test_results.executed_by', 'test_runs.created_by')),
    )
    .select([
      'test_results.id',
      'test_results.test_run_id',
      'test_results.test_case_id',
      'test_results.executed_at',
      'test_results.error_message',
      'test_results.flaky',
      'test_runs.created_at',
      'test_runs.description',
      'users.id as user_id',
      'users.name as user_name',
    ])
    .select((eb) =>
      eb
        .selectFrom('test_result_attempts as failed')
        .select('failed.error_message')
        .whereRef('failed.test_result_id', '=', 'test_results.id')
        .where('failed.status', 'in', FAILURE_STATUSES)
        .orderBy('failed.number', 'desc')
        .limit(1)
        .as('error_before'),
    ),
)

function selectPairs(db: Db, param: Param<Pairs>) {
  return db
    .selectFrom(
      pairList(db, { pairs: param('pairs'), firsts: param('firsts'), seconds: param('seconds') }).as('wanted'),
    )
    .innerJoin('test_results', (join) =>
      join
        .onRef('test_results.test_run_id', '=', 'wanted.first')
        .onRef('test_results.test_case_id', '=', 'wanted.second'),
    )
}
