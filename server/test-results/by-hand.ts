import type { Issue } from '#shared/errors.ts'
import type { SetResults } from '#shared/test-results/test-result.ts'
import { type AttemptKind, toAttempt, toDefects } from './attempt.ts'
import { judgeSteps, type JudgedSteps } from './judge-steps.ts'
import type { ResultState } from './run-results.repository.ts'
import type { NewAttempt, ShownOutcome } from './test-results.rows.ts'

/** An entry by hand. Omitted fields stay unchanged. */
export type ByHand = Pick<SetResults['results'][number], 'status' | 'actualValue' | 'steps' | 'notes' | 'defects'> & {
  executionTimeMs?: number | null | undefined
}

/** Whether it leaves value and status unchanged, unless steps alone decide the status. */
export const isAddition = ({ status, actualValue }: { status?: unknown; actualValue?: unknown }): boolean =>
  status == null && actualValue === undefined

export const saysNothing = (given: ByHand): boolean =>
  isAddition(given) && !given.steps?.length && given.notes === undefined && given.defects === undefined

/** An automated case takes values, notes and defects by hand, but no verdict. */
export function verdictProblem({ snapshot_type }: Pick<ResultState, 'snapshot_type'>, given: ByHand): Issue | false {
  const field = given.status != null ? 'status' : given.steps?.length ? 'steps' : undefined
  if (snapshot_type !== 'auto' || !field) return false
  return { path: [field], message: 'An automated test case takes no verdict by hand' }
}

export function addByHand(result: ResultState & ShownOutcome, given: Omit<ByHand, 'status'>): NewAttempt {
  const { steps, notes = result.notes, executionTimeMs } = given
  const judged = steps?.length ? judgeSteps(result, steps) : { steps: result.steps, decided: null }
  const execution_time_ms = executionTimeMs ?? result.execution_time_ms
  const defects = defectsByHand(result, given)
  return { ...outcomeOf(result), execution_time_ms, notes: notes || null, defects, ...withSteps(judged) }
}

/** Applies a status, or a value from which it follows. Null alone removes value and verdicts. */
export function judgeByHand(result: ResultState, given: ByHand): NewAttempt {
  const { status, steps, actualValue = result.actual_value, notes = result.notes, executionTimeMs } = given
  const isTakenBack = status == null && !actualValue
  const before = { ...result, steps: isTakenBack ? null : result.steps }
  const judged = steps?.length ? judgeSteps(before, steps) : { steps: before.steps, decided: null }
  const executed = toAttempt(result, { status, actualValue: actualValue || null, notes, executionTimeMs })
  const attempt = { ...executed, defects: defectsByHand(result, given) }
  if (isTakenBack) return { ...attempt, ...withSteps(judged) }
  return { ...attempt, steps: judged.steps, is_status_by_hand: status == null ? 0 : 1 }
}

const defectsByHand = (result: Pick<NewAttempt, 'defects'>, { defects }: ByHand) =>
  defects === undefined ? result.defects : toDefects(defects)

/** The kind of an attempt by hand. Without a status the result counts as not executed. */
export function kindByHand({ status }: NewAttempt, kind: 'executed' | 'set'): AttemptKind {
  return status === 'pending' ? 'taken back' : kind
}

/** When steps decide the status, an earlier error no longer applies. */
function withSteps({ steps, decided }: JudgedSteps) {
  if (decided === null) return { steps }
  return { steps, status: decided, is_status_by_hand: 1 as const, error_message: null, trace: null }
}

function outcomeOf(result: ShownOutcome): NewAttempt {
  return {
    extras: null,
    status: result.status,
    is_status_by_hand: result.is_status_by_hand,
    expected_value: result.expected_value,
    actual_value: result.actual_value,
    error_message: result.error_message,
    trace: result.trace,
    notes: result.notes,
    defects: result.defects,
    execution_time_ms: result.execution_time_ms,
    started_at: result.started_at,
    steps: result.steps,
  }
}
