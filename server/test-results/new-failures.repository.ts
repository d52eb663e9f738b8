import type { ExpressionBuilder } from 'kysely'
import type { PageInput } from '#shared/page.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { FAILURE_STATUSES } from '#shared/test-results/severity.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { NO_LIMIT } from '../http/paging.ts'
import type { Tables } from '../database/tables.ts'
import type { TestRunRow } from '../test-runs/test-runs.service.ts'
import { selectResults } from './test-results.repository.ts'
import { toTestResult } from './test-results.rows.ts'

const EXECUTED: ResultStatus[] = ['passed', ...FAILURE_STATUSES]

/** The newly failed results of a run, by suite and case number. */
export async function listNewFailuresOfRun(
  db: Db,
  run: Authorized<TestRunRow, 'project.read'>,
  { limit, offset = 0 }: PageInput,
): Promise<TestResult[]> {
  const rows = await selectResults(db)
    .where(isNewFailure(run.id))
    .orderBy('test_results.suite_number')
    .orderBy('test_results.number')
    .orderBy('test_results.id')
    .limit(limit ?? NO_LIMIT)
    .offset(offset)
    .execute()
  return rows.map(toTestResult)
}

export async function countNewFailuresOfRun(db: Db, run: Authorized<TestRunRow, 'project.read'>): Promise<number> {
  const { count } = await db
    .selectFrom('test_results')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isNewFailure(run.id))
    .executeTakeFirstOrThrow()
  return count
}

/** Failed in this run, and passed or was unknown when its case was executed the last time before. */
function isNewFailure(testRunId: string) {
  return (eb: ExpressionBuilder<Tables, 'test_results'>) =>
    eb.and([
      eb('test_results.test_run_id', '=', testRunId),
      eb('test_results.status', 'in', FAILURE_STATUSES),
      eb(
        eb.fn.coalesce(
          eb
            .selectFrom('test_results as before')
            .select('before.status')
            .whereRef('before.test_case_id', '=', 'test_results.test_case_id')
            .whereRef('before.test_run_id', '<', 'test_results.test_run_id')
            .where('before.status', 'in', EXECUTED)
            .orderBy('before.test_run_id', 'desc')
            .limit(1)
            .$asScalar(),
          eb.val<ResultStatus>('passed'),
        ),
        '=',
        'passed',
      ),
    ])
}
