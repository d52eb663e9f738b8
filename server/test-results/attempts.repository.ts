import type { Selectable } from 'kysely'
import type { Attempt, TestResult } from '#shared/test-results/test-result.ts'
import { type Actor, actorUserId, type Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { noteResults } from '../database/changes.ts'
import { type Place, prepared } from '../database/prepared.ts'
import type { TestResultAttemptTable } from '../database/tables.ts'
import { moveInSummary } from '../test-runs/test-runs.repository.ts'
import { afterAttempt, counted, type Recording } from './recording.ts'
import { type FoundResult, type NewAttempt, toOutcome, toTestResult, type WritableResult } from './test-results.rows.ts'

/** The record of a result, oldest attempt first. */
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

/** Adds an attempt to the record of a result and lets the result show it. */
export async function insertAttempt(
  db: Db,
  actor: Actor,
  result: WritableResult,
  attempt: NewAttempt,
  recording: Recording = 'executed',
): Promise<TestResult> {
  const by = { executed_at: new Date().toISOString(), executed_by: actorUserId(actor) }
  const shown = afterAttempt(result, attempt, by, recording)
  await addAttempt(db, { test_result_id: result.id, number: shown.attempts, ...attempt, ...by })
  await showAttempt(db, { id: result.id, ...shown })
  await moveInSummary(db, result.test_run_id, counted(result), counted(shown))
  noteResults(db, result.test_run_id, [result.id])
  return toTestResult({ ...result, ...shown, executed_by_name: actor.kind === 'user' ? actor.user.name : null })
}

const addAttempt = prepared((db, place: Place<Selectable<TestResultAttemptTable>>) =>
  db.insertInto('test_result_attempts').values({
    test_result_id: place('test_result_id'),
    number: place('number'),
    ...outcomeAt(place),
    executed_at: place('executed_at'),
  }),
)

const showAttempt = prepared((db, place: Place<Shown>) =>
  db
    .updateTable('test_results')
    .set({
      ...outcomeAt(place),
      executed_at: place('executed_at'),
      attempts: place('attempts'),
      has_failed: place('has_failed'),
      flaky: place('flaky'),
    })
    .where('id', '=', place('id')),
)

type Shown = ReturnType<typeof afterAttempt> & { id: string }

function outcomeAt(place: Place<NewAttempt & { executed_by: string | null }>) {
  return {
    status: place('status'),
    expected_value: place('expected_value'),
    actual_value: place('actual_value'),
    error_message: place('error_message'),
    trace: place('trace'),
    notes: place('notes'),
    execution_time_ms: place('execution_time_ms'),
    started_at: place('started_at'),
    executed_by: place('executed_by'),
  }
}
