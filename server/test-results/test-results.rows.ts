import type { Selectable } from 'kysely'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { resultSteps } from '#shared/test-results/result-steps.ts'
import { TestResult } from '#shared/test-results/test-result.ts'
import type { RunStatus } from '#shared/test-runs/test-run.ts'
import type { Authorized } from '../authorize.ts'
import { listFromText, type SnapshotColumns, toSnapshot } from '../database/case-columns.ts'
import { SNAPSHOT_SOURCES } from '../database/json/case-sources.ts'
import {
  firstText,
  flag,
  integer,
  layoutOf,
  list,
  listMadeOf,
  orNull,
  real,
  text,
  textOr,
  token,
} from '../database/json/layout.ts'
import type { TestResultAttemptTable, TestResultTable } from '../database/tables.ts'

type Snapshot = SnapshotColumns & {
  suite_name: string
  executed_by_name: string | null
  assignee_name: string | null
}
export type ResultRow = Selectable<TestResultTable> & Snapshot
export type FoundResult = ResultRow & { role: string | null; run_status: RunStatus; step_count: number }
export type WritableResult = Authorized<FoundResult, 'run.record'>

export type NewAttempt = Omit<
  Selectable<TestResultAttemptTable>,
  'test_result_id' | 'number' | 'executed_at' | 'executed_by' | 'test_report_id' | 'reported_test'
>
export type ShownOutcome = Omit<NewAttempt, 'extras'>

export function toTestResult(row: ResultRow): TestResult {
  return {
    id: row.id,
    testRunId: row.test_run_id,
    ref: row.snapshot_ref,
    testCase: {
      id: row.test_case_id,
      ref: row.snapshot_ref,
      revision: row.case_revision,
      ...toSnapshot(row),
      number: row.number,
      testSuiteId: row.test_suite_id,
      testSuite: { id: row.test_suite_id, name: row.suite_name, number: row.suite_number },
    },
    ...toOutcome(row, row),
    attempts: row.attempts,
    flaky: row.flaky === 1,
    assignee: toPerson(row.assignee_id, row.assignee_name),
    attachments: attachmentsOf(row),
  }
}

export function attachmentsOf({ attachments }: Pick<ResultRow, 'attachments'>): AttachmentItem[] {
  return attachments === null ? [] : (JSON.parse(attachments) as AttachmentItem[])
}

/** The same as JSON, from `joinedResults`. */
export const RESULT_LAYOUT = layoutOf(TestResult, {
  id: token('test_results.id'),
  testRunId: token('test_results.test_run_id'),
  ref: token('test_case_revisions.ref'),
  testCase: {
    id: token('test_results.test_case_id'),
    ref: token('test_case_revisions.ref'),
    revision: integer('test_results.case_revision'),
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
  isStatusByHand: flag('test_results.is_status_by_hand'),
  expectedValue: firstText('test_results.expected_value', 'test_case_revisions.expected_value'),
  actualValue: text('test_results.actual_value'),
  errorMessage: text('test_results.error_message'),
  trace: text('test_results.trace'),
  notes: text('test_results.notes'),
  defects: list('test_results.defects'),
  executionTimeMs: real('test_results.execution_time_ms'),
  startedAt: token('test_results.started_at'),
  executedAt: token('test_results.executed_at'),
  executedBy: orNull('test_results.executed_by', {
    id: token('users.id'),
    name: textOr('users.name', ''),
  }),
  steps: listMadeOf('result_steps', 'test_case_revisions.steps', 'test_results.steps'),
  attempts: integer('test_results.attempts'),
  flaky: flag('test_results.flaky'),
  assignee: orNull('test_results.assignee_id', {
    id: token('assignees.id'),
    name: textOr('assignees.name', ''),
  }),
  attachments: list('test_results.attachments'),
})

type OutcomeRow = ShownOutcome & {
  executed_at: string | null
  executed_by: string | null
  executed_by_name: string | null
}

type OutcomeSnapshot = Pick<SnapshotColumns, 'snapshot_expected_value' | 'snapshot_steps'>

export function toOutcome(row: OutcomeRow, { snapshot_expected_value, snapshot_steps }: OutcomeSnapshot) {
  return {
    status: row.status,
    isStatusByHand: row.is_status_by_hand === 1,
    expectedValue: row.expected_value ?? snapshot_expected_value,
    actualValue: row.actual_value,
    errorMessage: row.error_message,
    trace: row.trace,
    notes: row.notes,
    defects: listFromText<string>(row.defects),
    executionTimeMs: row.execution_time_ms,
    startedAt: row.started_at,
    executedAt: row.executed_at,
    executedBy: toPerson(row.executed_by, row.executed_by_name),
    steps: resultSteps(snapshot_steps, row.steps),
  }
}

const toPerson = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
