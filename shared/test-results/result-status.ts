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
 * The status that was sent, or else the first that applies: `error` with an error message, `pending` without an actual
 * value, `passed` without an expected value or with equal values, `failed` with different values.
 */
export function resultStatus(outcome: Outcome): ResultStatus {
  if (outcome.status != null) return outcome.status
  if (outcome.errorMessage) return 'error'
  if (outcome.actualValue == null) return 'pending'
  if (outcome.expectedValue == null) return 'passed'
  return valuesAreEqual(outcome.expectedValue, outcome.actualValue, outcome.expectedValueType) ? 'passed' : 'failed'
}
