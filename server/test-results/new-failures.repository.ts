import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { FAILURE_STATUSES } from '#shared/test-results/severity.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { hiddenRuns, isExecuted, type ResultCondition } from './test-results.repository.ts'

const EXECUTED: ResultStatus[] = ['passed', ...FAILURE_STATUSES]

/** Results that failed in this run and whose case passed, or was not executed, the last time before. */
export function newFailuresOf(run: { id: string }): ResultCondition {
  return (eb) => {
    const statusBefore = eb
      .selectFrom('test_results as before')
      .select('before.status')
      .whereRef('before.test_case_id', '=', 'test_results.test_case_id')
      .whereRef('before.test_run_id', '<', 'test_results.test_run_id')
      .where('before.status', 'in', EXECUTED)
      .where(isExecuted('before'))
      .where('before.test_run_id', 'not in', hiddenRuns(eb))
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

/** The failed results of some cases in a run. */
export function failuresOfCases(db: Db, run: { id: string }, testCaseIds: string[]): ResultCondition {
  return (eb) =>
    eb.and([
      eb('test_results.test_run_id', '=', run.id),
      eb('test_results.status', 'in', FAILURE_STATUSES),
      eb('test_results.test_case_id', 'in', inList(db, testCaseIds)),
    ])
}
