import type { Selectable } from 'kysely'
import { TestResult } from '#shared/test-results/test-result.ts'
import type { RunStatus } from '#shared/test-runs/test-run.ts'
import type { Authorized } from '../authorize.ts'
import { type SnapshotColumns, toSnapshot } from '../database/case-columns.ts'
import { SNAPSHOT_SOURCES } from '../database/json/case-sources.ts'
import { firstText, flag, integer, layoutOf, orNull, real, text, textOr, token } from '../database/json/layout.ts'
import type { TestResultAttemptTable, TestResultTable } from '../database/tables.ts'

type Snapshot = SnapshotColumns & {
  suite_name: string
  executed_by_name: string | null
}
export type ResultRow = Selectable<TestResultTable> & Snapshot
export type FoundResult = ResultRow & { role: string | null; run_status: RunStatus }
export type WritableResult = Authorized<FoundResult, 'run.record'>

export type NewAttempt = Omit<
  Selectable<TestResultAttemptTable>,
  'test_result_id' | 'number' | 'executed_at' | 'executed_by' | 'test_report_id' | 'reported_test'
>

export function toTestResult(row: ResultRow): TestResult {
  return {
    id: row.id,
    testRunId: row.test_run_id,
    testCase: {
      id: row.test_case_id,
      ...toSnapshot(row),
      number: row.number,
      testSuiteId: row.test_suite_id,
      testSuite: { id: row.test_suite_id, name: row.suite_name, number: row.suite_number },
    },
    ...toOutcome(row, row.snapshot_expected_value),
    attempts: row.attempts,
    flaky: row.flaky === 1,
  }
}

/** The same as JSON, made from the joins of `joinedResults`. */
export const RESULT_LAYOUT = layoutOf(TestResult, {
  id: token('test_results.id'),
  testRunId: token('test_results.test_run_id'),
  testCase: {
    id: token('test_results.test_case_id'),
    ...SNAPSHOT_SOURCES,
    number: integer('test_results.number'),
    testSuiteId: token('test_results.test_suite_id'),
    testSuite: {
      id: token('test_results.test_suite_id'),
      name: text('test_run_suites.name'),
      number: integer('test_results.suite_number'),
    },
  },
  status: token('test_results.status'),
  expectedValue: firstText('test_results.expected_value', 'test_case_revisions.expected_value'),
  actualValue: text('test_results.actual_value'),
  errorMessage: text('test_results.error_message'),
  trace: text('test_results.trace'),
  notes: text('test_results.notes'),
  executionTimeMs: real('test_results.execution_time_ms'),
  startedAt: token('test_results.started_at'),
  executedAt: token('test_results.executed_at'),
  executedBy: orNull('test_results.executed_by', {
    id: token('users.id'),
    name: textOr('users.name', ''),
  }),
  attempts: integer('test_results.attempts'),
  flaky: flag('test_results.flaky'),
})

type OutcomeRow = NewAttempt & {
  executed_at: string | null
  executed_by: string | null
  executed_by_name: string | null
}

/** The outcome fields that results and attempts share. */
export function toOutcome(row: OutcomeRow, snapshotExpectedValue: string | null) {
  return {
    status: row.status,
    expectedValue: row.expected_value ?? snapshotExpectedValue,
    actualValue: row.actual_value,
    errorMessage: row.error_message,
    trace: row.trace,
    notes: row.notes,
    executionTimeMs: row.execution_time_ms,
    startedAt: row.started_at,
    executedAt: row.executed_at,
    executedBy: row.executed_by === null ? null : { id: row.executed_by, name: row.executed_by_name ?? '' },
  }
}
