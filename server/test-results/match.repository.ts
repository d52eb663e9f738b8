import { sql } from 'kysely'
import type { ResultFilter } from '#shared/test-results/match.ts'
import { onSnapshot } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { type ComparableRun, newFailuresOf } from './new-failures.repository.ts'
import type { ResultCondition } from './test-results.repository.ts'

/** The position of a result in its run. It never changes. */
export type ResultPosition = { id: string; test_suite_id: string; suite_number: number; number: number }

/** The conditions of a filter on results themselves. Those on cases, and the words, are checked on `listSnapshots`. */
export function matching(
  run: ComparableRun,
  { status, newlyFailed, assigneeId, flaky }: ResultFilter,
): ResultCondition {
  return (eb) =>
    eb.and([
      eb('test_results.test_run_id', '=', run.id),
      ...(status?.length ? [eb('test_results.status', 'in', status)] : []),
      ...(assigneeId === undefined ? [] : [eb('test_results.assignee_id', '=', assigneeId)]),
      ...(flaky ? [eb('test_results.flaky', '=', 1)] : []),
      ...(newlyFailed ? [newFailuresOf(run)(eb)] : []),
    ])
}

/** The positions of results in any order: sorting them is faster than looking them up in order. */
export async function listPlaces(db: Db, condition: ResultCondition): Promise<ResultPosition[]> {
  return await db
    .selectFrom('test_results')
    .select(['test_results.id', 'test_suite_id', 'suite_number', 'number'])
    .where(condition)
    .execute()
}

/** What a filter looks at in results and the snapshots of their cases. */
export const listSnapshots = prepared((db, param: Param<{ ids: string[] }>) =>
  db
    .selectFrom('test_results')
    .innerJoin('test_case_revisions', onSnapshot)
    .select(['test_results.id', 'type', 'priority', 'tags', 'references', TEXT.as('text')])
    .where('test_results.id', 'in', inList(db, param('ids'))),
)

const LINE_END = sql.lit('\n')
const TEXT = sql<string>`test_case_revisions.name || ${LINE_END} || coalesce(test_results.notes, '') || ${LINE_END} ||
  coalesce(test_results.defects, '') || ${LINE_END} ||
  coalesce(test_results.actual_value, '') || ${LINE_END} ||
  coalesce(test_results.expected_value, test_case_revisions.expected_value, '')`

export const listSuiteNames = prepared((db, param: Param<{ testRunId: string }>) =>
  db
    .selectFrom('test_run_suites')
    .select(['test_suite_id as id', 'name'])
    .where('test_run_id', '=', param('testRunId')),
)
