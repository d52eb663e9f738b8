import { sumCounts } from '#shared/test-runs/summary.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import type { TestRunRow } from './test-runs.repository.ts'

export async function listSuitesOfRun(
  db: Db,
  run: Authorized<TestRunRow, 'project.read'>,
  ids?: string[],
): Promise<TestRunOverview['suites']> {
  const suites = await db
    .selectFrom('test_run_suites')
    .select(['test_suite_id as id', 'name', 'number'])
    .where('test_run_id', '=', run.id)
    .$if(ids !== undefined, (query) => query.where('test_suite_id', 'in', inList(db, ids as string[])))
    .orderBy('number')
    .orderBy('test_suite_id')
    .execute()
  const counts = await db
    .selectFrom('test_results')
    .select((eb) => [
      'test_suite_id',
      'status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('flaky').as('flaky'),
    ])
    .where('test_run_id', '=', run.id)
    .$if(ids !== undefined, (query) => query.where('test_suite_id', 'in', inList(db, ids as string[])))
    .groupBy(['test_suite_id', 'status'])
    .execute()
  const countsOf = Map.groupBy(counts, (row) => row.test_suite_id)
  return suites.map((suite) => ({ ...suite, summary: sumCounts(countsOf.get(suite.id) ?? []) }))
}
