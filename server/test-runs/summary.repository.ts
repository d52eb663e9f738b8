import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { type Counted, sumCounts, type Summary, SUMMARY_COUNTS, summaryChange } from '#shared/test-runs/summary.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { TestRunRow } from './test-runs.repository.ts'

/** Keeps the summary of a run equal to a count of its results; `before` is null for a result that joins the run. */
export async function updateSummary(
  db: Db,
  testRunId: string,
  changes: Iterable<{ before: Counted | null; after: Counted }>,
): Promise<void> {
  const change = summaryChange(changes)
  if (SUMMARY_COUNTS.some((count) => change[count] !== 0)) await addToSummary(db, { testRunId, ...change })
}

export const addToSummary = prepared((db, param: Param<Summary & { testRunId: string }>) =>
  db
    .updateTable('test_runs')
    .set((eb) => Object.fromEntries(SUMMARY_COUNTS.map((count) => [count, eb(count, '+', param(count))])))
    .where('id', '=', param('testRunId')),
)

/** The suites of a run in order, each with a count of its results; with `ids` only those suites. */
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
