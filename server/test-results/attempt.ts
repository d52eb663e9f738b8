import type { Selectable } from 'kysely'
import { distinctReferences } from '#shared/references.ts'
import { afterExecution } from '#shared/test-results/flakiness.ts'
import { resultStatus } from '#shared/test-results/result-status.ts'
import type { Execute } from '#shared/test-results/test-result.ts'
import type { Counted } from '#shared/test-runs/summary.ts'
import { extrasToText, listToText, type SnapshotColumns } from '../database/case-columns.ts'
import type { TestResultTable } from '../database/tables.ts'
import type { NewAttempt } from './test-results.rows.ts'

/** `executed`: by a harness or a tester. `set`, `taken back`: a tester set the value by hand, or removed it. */
export type AttemptKind = 'executed' | 'set' | 'taken back'

type State = Pick<Selectable<TestResultTable>, 'status' | 'actual_value' | 'attempts' | 'has_failed' | 'flaky'>
type By = { executed_at: string | null; executed_by: string | null }

export type Shown = ReturnType<typeof afterAttempt>

/**
 * The state of a result after one more attempt. A removed value leaves the result not executed. An attempt by hand with
 * the same outcome, such as another note, leaves `flaky` unchanged.
 */
export function afterAttempt(state: State, attempt: NewAttempt, by: By, kind: AttemptKind) {
  const executed =
    kind === 'executed' ? afterExecution({ hasFailed: state.has_failed === 1 }, attempt.status) : undefined
  return {
    ...attempt,
    ...(kind === 'taken back' ? { executed_at: null, executed_by: null } : by),
    attempts: state.attempts + 1,
    has_failed: executed ? flag(executed.hasFailed) : state.has_failed,
    flaky: executed ? flag(executed.flaky) : isSame(state, attempt) ? state.flaky : (0 as const),
  }
}

const isSame = (state: State, attempt: NewAttempt) =>
  state.status === attempt.status && state.actual_value === attempt.actual_value

export function counted({ status, flaky }: Pick<Selectable<TestResultTable>, 'status' | 'flaky'>): Counted {
  return { status, flaky: flaky === 1 }
}

export const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

type Execution = Partial<Omit<Execute, 'id' | 'testRunId'>>

export type Expectation = Pick<SnapshotColumns, 'snapshot_expected_value' | 'snapshot_expected_value_type'>

export const toDefects = (given: Execution['defects']) => (given ? listToText(distinctReferences(given)) : null)

/** Converts an execution to an attempt. A missing expected value is taken from the snapshot. */
export function toAttempt(result: Expectation, execution: Execution): NewAttempt {
  const { actualValue = null, expectedValue = null } = execution
  const errorMessage = execution.errorMessage || null
  const status = resultStatus({
    status: execution.status,
    errorMessage,
    actualValue,
    expectedValue: expectedValue ?? result.snapshot_expected_value,
    expectedValueType: result.snapshot_expected_value_type,
  })
  return {
    status,
    expected_value: expectedValue,
    actual_value: actualValue,
    error_message: errorMessage,
    trace: execution.trace || null,
    notes: execution.notes || null,
    defects: toDefects(execution.defects),
    execution_time_ms: execution.executionTimeMs ?? null,
    started_at: execution.startedAt ?? null,
    is_status_by_hand: 0,
    steps: null,
    extras: extrasToText(execution.extras),
  }
}
