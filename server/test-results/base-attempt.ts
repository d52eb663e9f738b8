import { DomainError } from '#shared/errors.ts'
import { type NewAttempt, type ResultRow, toTestResult, type WritableResult } from './test-results.rows.ts'

type State = Pick<NewAttempt, 'status' | 'actual_value' | 'notes' | 'defects' | 'steps'> & { attempts: number }
type Outcome = Omit<State, 'attempts'>

/** The number of attempts that the caller has seen. Without it the last writer wins. */
type Base = number | null | undefined

const COMPARED = ['status', 'actual_value', 'notes', 'defects', 'steps'] as const satisfies (keyof Outcome)[]

const SHOWN_LENGTH = 60

/**
 * Whether a result changed after the caller read it, to something other than the wanted outcome. Two testers who set
 * the same do not conflict: both attempts are kept.
 */
export function isOutdated(result: State, wanted: Outcome, base: Base): base is number {
  return base != null && base !== result.attempts && isDifferent(result, wanted)
}

/**
 * Whether the entry of this person is the latest attempt already. Browsers send a call again by themselves when the
 * connection ends before its answer.
 */
export function isRecorded(
  result: State & { executed_by: string | null },
  wanted: Outcome,
  base: Base,
  by: string | null,
) {
  const author = wanted.status === 'pending' ? null : by
  return base != null && result.attempts === base + 1 && result.executed_by === author && !isDifferent(result, wanted)
}

const isDifferent = (result: Outcome, wanted: Outcome): boolean =>
  COMPARED.some((column) => result[column] !== wanted[column])

export function refuseOutdated(result: WritableResult, wanted: Outcome, base: Base): void {
  if (isOutdated(result, wanted, base))
    throw new DomainError('CONFLICT', describeConflict(result, base), { current: toTestResult(result) })
}

/** Why an entry that was based on an earlier attempt is refused. */
export function describeConflict(result: ResultRow, base: number): string {
  if (result.attempts < base) return `This result has ${result.attempts} attempts, not ${base}`
  if (result.executed_at === null)
    return `The ${result.steps === null ? 'value has been taken back' : 'steps have changed'} since you read this result`
  return `${result.executed_by_name ?? 'The project credential'} has set ${valueOf(result)} since you read this result`
}

/** The value in quotation marks, shortened for a message; without a value the status. */
export function valueOf({ actual_value, status }: Outcome): string {
  if (actual_value === null) return status
  return JSON.stringify(actual_value.length > SHOWN_LENGTH ? `${actual_value.slice(0, SHOWN_LENGTH)}…` : actual_value)
}
