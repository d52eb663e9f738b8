import type { Selectable } from 'kysely'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { RunStatus } from '#shared/test-runs/test-run.ts'
import type { Authorized } from '../authorize.ts'
import { type SnapshotColumns, toSnapshot } from '../database/case-columns.ts'
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
