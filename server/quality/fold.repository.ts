import { type Selectable, sql, type Updateable } from 'kysely'
import { SUMMARY_COUNTS, type Summary } from '#shared/test-runs/summary.ts'
import type { Db } from '../database/databases.ts'
import { bulkInsert } from '../database/bulk.ts'
import { idRows, inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { FoldedRunTable, TestCaseHealthTable } from '../database/quality-tables.ts'

export type HealthRow = Selectable<TestCaseHealthTable>

type RunParam = { testRunId: string }

type AfterCase = RunParam & { after: string; limit: number }

/** The next results of a run, in the order of their cases. */
export const listNextResults = prepared((db, param: Param<AfterCase>) =>
  db
    .selectFrom('test_results')
    .select(['test_case_id', 'test_suite_id', 'status', 'flaky', 'attempts'])
    .where('test_run_id', '=', param('testRunId'))
    .where('test_case_id', '>', param('after'))
    .orderBy('test_case_id')
    .limit(param('limit')),
)

export function suiteCountsText(suites: Map<string, Summary>): string {
  const counts = Array.from(suites, ([id, summary]) => [id, SUMMARY_COUNTS.map((count) => summary[count])])
  return JSON.stringify(Object.fromEntries(counts))
}

export function readSuiteCounts(text: string): Map<string, Summary> {
  const suites = Object.entries(JSON.parse(text) as Record<string, number[]>)
  return new Map(
    suites.map(([id, counts]) => [
      id,
      Object.fromEntries(SUMMARY_COUNTS.map((count, index) => [count, counts[index]])) as Summary,
    ]),
  )
}

export async function listHealthRows(db: Db, ids: string[]): Promise<Map<string, HealthRow>> {
  return new Map((await healthOfCases(db, { ids })).map((row) => [row.test_case_id, row]))
}

const healthOfCases = prepared((db, param: Param<{ ids: string[] }>) =>
  db
    .selectFrom(idRows(db, param('ids')).as('wanted'))
    .innerJoin('test_case_health', 'test_case_health.test_case_id', 'wanted.id')
    .selectAll('test_case_health'),
)

/** Cases whose health depends on a run or on an earlier one, in the order of their ids. */
export async function listDependent(db: Db, values: Dependent): Promise<string[]> {
  return (await dependentCases(db, values)).map(({ id }) => id)
}

type Dependent = RunParam & { projectId: string; after: string; limit: number }

const dependentCases = prepared((db, param: Param<Dependent>) =>
  db
    .selectFrom('test_case_health')
    .select('test_case_id as id')
    .where('project_id', '=', param('projectId'))
    .where('test_case_id', '>', param('after'))
    .where('oldest_run_id', '<=', param('testRunId'))
    .orderBy('test_case_id')
    .limit(param('limit')),
)

const HEALTH_COLUMNS = [
  'test_case_id',
  'project_id',
  'last_run_id',
  'last_run_at',
  'oldest_run_id',
  'runs',
  'executions',
  'flips',
  'passed_on_retry',
  'score',
  'volume',
  'last_flaky_at',
  'last_flake_run_id',
  'is_broken',
  'broken_at',
  'median_ms',
  'timed_runs',
] as const satisfies (keyof TestCaseHealthTable)[]

export const upsertHealth = bulkInsert('test_case_health', HEALTH_COLUMNS, (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .column('test_case_id')
      .doUpdateSet((eb) =>
        Object.fromEntries(HEALTH_COLUMNS.slice(2).map((column) => [column, eb.ref(`excluded.${column}`)])),
      ),
  ),
)

export const insertFolded = bulkInsert('folded_runs', [
  'test_run_id',
  'project_id',
  'version',
  'branch',
  'environment',
  'suites',
  'results',
])

export async function readFoldedText(db: Db, testRunId: string): Promise<string> {
  return (await foldedText(db, { testRunId }))[0]?.results ?? ''
}

const foldedText = prepared((db, param: Param<RunParam>) =>
  db.selectFrom('folded_runs').select('results').where('test_run_id', '=', param('testRunId')),
)

export async function updateFolded(db: Db, testRunIds: string[], change: Updateable<FoldedRunTable>): Promise<void> {
  if (testRunIds.length === 0) return
  await db.updateTable('folded_runs').set(change).where('test_run_id', 'in', inList(db, testRunIds)).execute()
}

export async function deleteFolded(db: Db, testRunId: string): Promise<void> {
  await db.deleteFrom('folded_runs').where('test_run_id', '=', testRunId).execute()
}

export type LastRun = { last_run_id: string | null; last_run_at: string | null }

export async function findLastRunsBefore(db: Db, ids: string[], before: string): Promise<Map<string, LastRun>> {
  const rows = await lastRunsBefore(db, { ids, before })
  return new Map(rows.map(({ test_case_id, ...last }) => [test_case_id, last]))
}

const lastRunsBefore = prepared((db, param: Param<{ ids: string[]; before: string }>) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom(idRows(db, param('ids')).as('wanted'))
        .select(['wanted.id as case_id'])
        .select((eb) =>
          eb
            .selectFrom('test_results as older')
            .select('older.test_run_id')
            .whereRef('older.test_case_id', '=', eb.ref('wanted.id'))
            .where('older.status', '<>', sql.lit('pending'))
            .where('older.status', '<>', sql.lit('skipped'))
            .where('older.test_run_id', '<', param('before'))
            .orderBy('older.test_run_id', 'desc')
            .limit(1)
            .as('run_id'),
        )
        .as('last'),
    )
    .innerJoin('test_results', (join) =>
      join
        .onRef('test_results.test_case_id', '=', 'last.case_id')
        .onRef('test_results.test_run_id', '=', 'last.run_id'),
    )
    .select(['test_case_id', 'test_run_id as last_run_id', 'executed_at as last_run_at']),
)
