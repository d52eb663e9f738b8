import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { FAILURE_STATUSES } from '#shared/test-results/severity.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'
import { isExecuted, type ResultCondition } from './test-results.repository.ts'

const EXECUTED: ResultStatus[] = ['passed', ...FAILURE_STATUSES]

export type ComparableRun = Pick<TestRunListItem, 'id' | 'projectId' | 'branch' | 'environment'>

/**
 * Results that failed in this run and whose case passed, or was not executed, the last time before on the same branch
 * and environment. Each case is looked up in the index of its executions, newest first.
 */
export function newFailuresOf(run: ComparableRun): ResultCondition {
  return (eb) => {
    const statusBefore = eb
      .selectFrom('test_results as before')
      .select('before.status')
      .whereRef('before.test_case_id', '=', 'test_results.test_case_id')
      .whereRef('before.test_run_id', '<', 'test_results.test_run_id')
      .where('before.test_run_id', '>=', firstComparable(eb, run))
      .where('before.status', 'in', EXECUTED)
      .where(isExecuted('before'))
      .where(isOfComparableRun(run))
      .orderBy('before.test_run_id', 'desc')
      .limit(1)
      .$asScalar()
    return eb.and([
      eb('test_results.test_run_id', '=', run.id),
      eb('test_results.status', 'in', FAILURE_STATUSES),
      eb(eb.fn.coalesce(statusBefore, eb.val<ResultStatus>('passed')), '=', 'passed'),
    ])
  }
}

export function failuresOf(run: { id: string }): ResultCondition {
  return (eb) =>
    eb.and([eb('test_results.test_run_id', '=', run.id), eb('test_results.status', 'in', FAILURE_STATUSES)])
}

export function failuresOfCases(db: Db, run: { id: string }, testCaseIds: string[]): ResultCondition {
  return (eb) =>
    eb.and([
      eb('test_results.test_run_id', '=', run.id),
      eb('test_results.status', 'in', FAILURE_STATUSES),
      eb('test_results.test_case_id', 'in', inList(db, testCaseIds)),
    ])
}

/** The first run of the branch and environment, where a search can end. Without one, a text after every id. */
function firstComparable(
  eb: ExpressionBuilder<Tables, 'test_results'>,
  { projectId, branch, environment }: ComparableRun,
) {
  const first = eb
    .selectFrom('test_runs as first')
    .select('first.id')
    .where('first.project_id', '=', projectId)
    .where(sql<string>`coalesce(first.branch, '')`, '=', branch ?? '')
    .where(sql<string>`coalesce(first.environment, '')`, '=', environment ?? '')
    .where((run) => run('first.is_receiving', '=', run.lit(0)))
    .orderBy('first.id')
    .limit(1)
    .$asScalar()
  return eb.fn.coalesce(first, eb.val('z'))
}

/** A scalar, because PostgreSQL would join an `exists` to all runs. */
function isOfComparableRun({ branch, environment }: ComparableRun) {
  return sql<SqlBool>`(select case when coalesce(earlier.branch, '') = ${branch ?? ''}
    and coalesce(earlier.environment, '') = ${environment ?? ''} and earlier.is_receiving = 0 then 1 else 0 end
    from test_runs as earlier where earlier.id = before.test_run_id) = 1`
}
