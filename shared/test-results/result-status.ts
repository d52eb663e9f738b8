import { valuesAreEqual } from './value-equality.ts'

export const RESULT_STATUSES = ['passed', 'failed', 'error', 'pending', 'skipped'] as const
export type ResultStatus = (typeof RESULT_STATUSES)[number]

type Outcome = {
  status?: ResultStatus | null | undefined
  errorMessage?: string | null | undefined
  actualValue?: string | null | undefined
  expectedValue?: string | null | undefined
  expectedValueType?: string | null | undefined
}

/**
 * The status of an outcome: the status sent, else by the first rule that applies: an error message means `error`, no actual
 * value `pending`, no expectation `passed`, equal values `passed`, different values `failed`.
 */
export function resultStatus(outcome: Outcome): ResultStatus {
  if (outcome.status != null) return outcome.status
  if (outcome.errorMessage) return 'error'
  if (outcome.actualValue == null) return 'pending'
  if (outcome.expectedValue == null) return 'passed'
  return valuesAreEqual(outcome.expectedValue, outcome.actualValue, outcome.expectedValueType) ? 'passed' : 'failed'
}
