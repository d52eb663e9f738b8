import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { Db } from '../database/databases.ts'
import { isShownSuite } from '../database/hidden-suites.ts'
import { inList, newIdInSql } from '../database/dialect.ts'

/**
 * Takes the snapshot of a project for a run: the suites that have cases, and a pending result for each case, in order;
 * with `testCaseIds` only of these cases. A result points to the current revision of its case instead of copying its
 * texts. Returns the number of results.
 */
export async function insertSnapshot(
  db: Db,
  testRunId: string,
  projectId: string,
  testCaseIds?: string[],
): Promise<number> {
  await snapshotSuites(db, testRunId, projectId, testCaseIds)
  return await snapshotCases(db, testRunId, projectId, testCaseIds)
}

async function snapshotSuites(db: Db, testRunId: string, projectId: string, testCaseIds?: string[]): Promise<void> {
  await db
    .insertInto('test_run_suites')
    .columns(['test_run_id', 'test_suite_id', 'name', 'number'])
    .expression((eb) =>
      eb
        .selectFrom('test_suites')
        .select((suite) => [suite.val(testRunId).as('test_run_id'), 'id', 'name', 'number'])
        .where('project_id', '=', projectId)
        .where(isShownSuite)
        .where((suite) =>
          testCaseIds
            ? suite(
                'id',
                'in',
                suite
                  .selectFrom('test_cases')
                  .select('test_suite_id')
                  .where('test_cases.id', 'in', inList(db, testCaseIds)),
              )
            : suite.exists(
                suite.selectFrom('test_cases').select('test_cases.id').whereRef('test_suite_id', '=', 'test_suites.id'),
              ),
        ),
    )
    .execute()
}

async function snapshotCases(db: Db, testRunId: string, projectId: string, testCaseIds?: string[]): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('test_results')
    .columns([
      'id',
      'test_run_id',
      'test_case_id',
      'case_revision',
      'test_suite_id',
      'suite_number',
      'number',
      'status',
      'attempts',
    ])
    .expression((eb) =>
      eb
        .selectFrom('test_suites')
        .innerJoin('test_cases', 'test_cases.test_suite_id', 'test_suites.id')
        .select((row) => [
          newIdInSql(db).as('id'),
          row.val(testRunId).as('test_run_id'),
          'test_cases.id as test_case_id',
          'test_cases.revision',
          'test_suites.id as test_suite_id',
          'test_suites.number as suite_number',
          'test_cases.number',
          row.val<ResultStatus>('pending').as('status'),
          row.lit(0).as('attempts'),
        ])
        .where('test_suites.project_id', '=', projectId)
        .where(isShownSuite)
        .$if(testCaseIds !== undefined, (query) =>
          query.where('test_cases.id', 'in', inList(db, testCaseIds as string[])),
        )
        .orderBy('test_suites.number')
        .orderBy('test_cases.number'),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}
