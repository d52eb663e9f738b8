import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Attempt } from '#shared/test-results/test-result.ts'
import type { Authorized } from '../authorize.ts'
import { bulkInsert } from '../database/bulk.ts'
import type { Db } from '../database/databases.ts'
import { extrasFromText } from '../database/case-columns.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { Tables, TestResultTable } from '../database/tables.ts'
import type { ReportOrigin, ShownCandidate } from './shown-attempt.ts'
import { type FoundResult, toOutcome } from './test-results.rows.ts'

/** The attempts to read: up to `limit` after the number `cursor`, in this order, without the first `offset`. */
type AttemptRange = { cursor: number | undefined; order: 'oldest' | 'newest'; limit: number; offset: number }

export async function listAttemptRows(
  db: Db,
  result: Authorized<FoundResult, 'project.read'>,
  { cursor, order, limit, offset }: AttemptRange,
): Promise<Attempt[]> {
  const isNewest = order === 'newest'
  const rows = await db
    .selectFrom('test_result_attempts')
    .leftJoin('users', 'users.id', 'test_result_attempts.executed_by')
    .selectAll('test_result_attempts')
    .select('users.name as executed_by_name')
    .where('test_result_id', '=', result.id)
    .$if(cursor !== undefined, (query) => query.where('number', isNewest ? '<' : '>', cursor as number))
    .orderBy('number', isNewest ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    number: row.number,
    ...toOutcome(row, result),
    executedAt: row.executed_at,
    extras: extrasFromText(row.extras),
  }))
}

/** The columns that a result copies from the attempt it shows. */
const OUTCOME = [
  'status',
  'is_status_by_hand',
  'expected_value',
  'actual_value',
  'error_message',
  'trace',
  'notes',
  'defects',
  'execution_time_ms',
  'started_at',
  'executed_at',
  'executed_by',
  'steps',
] as const

export const insertAttempts = bulkInsert('test_result_attempts', [
  'test_result_id',
  'number',
  ...OUTCOME,
  'test_report_id',
  'reported_test',
  'extras',
])

export const POSITION = [
  'id',
  'test_run_id',
  'test_case_id',
  'case_revision',
  'test_suite_id',
  'suite_number',
  'number',
] as const

const SHOWN = [...OUTCOME, 'attempts', 'has_failed', 'flaky'] as const

export const upsertResults = bulkInsert('test_results', [...POSITION, ...SHOWN], (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .column('id')
      .doUpdateSet((eb) => Object.fromEntries(SHOWN.map((column) => [column, eb.ref(`excluded.${column}`)]))),
  ),
)

/**
 * The attempts that a result may show, without their texts, oldest first, by result id: the latest execution by REST
 * and all after it.
 */
export async function listOrigins(db: Db, resultIds: string[]): Promise<Map<string, AttemptOrigin[]>> {
  if (resultIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('test_results')
    .innerJoin('test_result_attempts as attempt', (join) =>
      join
        .onRef('attempt.test_result_id', '=', 'test_results.id')
        .on('attempt.number', '>=', (eb) => eb.fn.coalesce(latestByRest(eb), eb.lit(0))),
    )
    .select(['attempt.test_result_id', 'attempt.number', 'attempt.status'])
    .select(['attempt.test_report_id as report', 'attempt.reported_test as test'])
    .where('test_results.id', 'in', inList(db, resultIds))
    .execute()
  const attempts = rows.toSorted((a, b) => a.number - b.number)
  return Map.groupBy(attempts, (attempt) => attempt.test_result_id)
}

function latestByRest(eb: ExpressionBuilder<Tables, 'test_results'>) {
  return eb
    .selectFrom('test_result_attempts as by_rest')
    .select('by_rest.number')
    .whereRef('by_rest.test_result_id', '=', 'test_results.id')
    .where('by_rest.test_report_id', 'is', null)
    .orderBy('by_rest.number', 'desc')
    .limit(1)
}

export type AttemptOrigin = ShownCandidate & { number: number }

export async function findOutcome(db: Db, resultId: string, number: number) {
  return await db
    .selectFrom('test_result_attempts')
    .select(OUTCOME)
    .where('test_result_id', '=', resultId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
}

export async function findOutcomes(db: Db, resultIds: string[]) {
  if (resultIds.length === 0) return new Map<string, never>()
  const rows = await outcomesOf(db, { resultIds })
  return new Map(rows.map((row) => [row.id, row]))
}

const outcomesOf = prepared((db, param: Param<{ resultIds: string[] }>) =>
  db
    .selectFrom('test_results')
    .select(['id', ...OUTCOME])
    .where('id', 'in', inList(db, param('resultIds'))),
)

export const updateCounts = prepared(
  (db, param: Param<Pick<Selectable<TestResultTable>, 'id' | 'attempts' | 'has_failed' | 'flaky'>>) =>
    db
      .updateTable('test_results')
      .set({ attempts: param('attempts'), has_failed: param('has_failed'), flaky: param('flaky') })
      .where('id', '=', param('id')),
)

export async function listReportOrigins(db: Db, ids: string[]): Promise<Map<string, ReportOrigin>> {
  const rows = await reportOrigins(db, { ids })
  return new Map(rows.map(({ id, shard, is_retry }) => [id, { id, shard, isRetry: is_retry === 1 }]))
}

const reportOrigins = prepared((db, param: Param<{ ids: string[] }>) =>
  db
    .selectFrom('test_reports')
    .select(['id', 'shard', 'is_retry'])
    .where('id', 'in', inList(db, param('ids'))),
)
