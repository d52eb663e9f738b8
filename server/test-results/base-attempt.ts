import { DomainError } from '#shared/errors.ts'
import { type NewAttempt, toTestResult, type WritableResult } from './test-results.rows.ts'

type State = Pick<NewAttempt, 'status' | 'actual_value' | 'notes'> & { attempts: number }
type Outcome = Omit<State, 'attempts'>

/** How many attempts the caller saw; without it nobody asks, and the last writer wins. */
type Base = number | null | undefined

const SHOWN_LENGTH = 60

/**
 * Whether a result was changed after the caller read it, to something other than what the caller wants it to
 * show. Two testers who saw the same have nothing to settle: both attempts are kept.
 */
export function isOutdated(result: State, wanted: Outcome, base: Base): base is number {
  if (base == null || base === result.attempts) return false
  return result.status !== wanted.status || result.actual_value !== wanted.actual_value || result.notes !== wanted.notes
}

/** Throws CONFLICT that tells the result as it is now. */
export function refuseOutdated(result: WritableResult, wanted: Outcome, base: Base): void {
  if (isOutdated(result, wanted, base))
    throw new DomainError('CONFLICT', tell(result, base), { current: toTestResult(result) })
}

/** What is to be said of a result that is not the one which the caller read. */
function tell(result: WritableResult, base: number): string {
  if (result.attempts < base) return `This result has ${result.attempts} attempts, not ${base}`
  if (result.executed_at === null) return 'The value has been taken back since you read this result'
  return `${result.executed_by_name ?? 'The project credential'} has set ${valueOf(result)} since you read this result`
}

/** The value in quotation marks, cut to what a message can hold; without a value the status. */
export function valueOf({ actual_value, status }: Outcome): string {
  if (actual_value === null) return status
  return JSON.stringify(actual_value.length > SHOWN_LENGTH ? `${actual_value.slice(0, SHOWN_LENGTH)}…` : actual_value)
}
