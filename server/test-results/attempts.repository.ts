import type { Attempt } from '#shared/test-results/test-result.ts'
import type { Authorized } from '../authorize.ts'
import { bulkInsert } from '../database/bulk.ts'
import type { Db } from '../database/databases.ts'
import { type FoundResult, toOutcome } from './test-results.rows.ts'

/** The attempts of a result, oldest first. */
export async function listAttemptRows(db: Db, result: Authorized<FoundResult, 'project.read'>): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('test_result_attempts')
    .leftJoin('users', 'users.id', 'test_result_attempts.executed_by')
    .selectAll('test_result_attempts')
    .select('users.name as executed_by_name')
    .where('test_result_id', '=', result.id)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    number: row.number,
    ...toOutcome(row, result.snapshot_expected_value),
    executedAt: row.executed_at,
  }))
}

/** The columns that a result copies from its newest attempt. */
const OUTCOME = [
  'status',
  'expected_value',
  'actual_value',
  'error_message',
  'trace',
  'notes',
  'execution_time_ms',
  'started_at',
  'executed_at',
  'executed_by',
] as const

export const insertAttempts = bulkInsert('test_result_attempts', ['test_result_id', 'number', ...OUTCOME])

/** The columns that locate a result in its run. */
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

/** Updates results to their newest attempts. Inserts new results. */
export const upsertResults = bulkInsert('test_results', [...POSITION, ...SHOWN], (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .column('id')
      .doUpdateSet((eb) => Object.fromEntries(SHOWN.map((column) => [column, eb.ref(`excluded.${column}`)]))),
  ),
)

type Numbered = { id: string; attempts: number }

/** Changes the number of the newest attempt of a result. */
export async function renumberAttempt(db: Db, { id, attempts }: Numbered, number: number): Promise<void> {
  await db
    .updateTable('test_result_attempts')
    .set({ number })
    .where('test_result_id', '=', id)
    .where('number', '=', attempts)
    .execute()
}

export async function setAttemptCount(db: Db, { id }: Numbered, attempts: number): Promise<void> {
  await db.updateTable('test_results').set({ attempts }).where('id', '=', id).execute()
}
