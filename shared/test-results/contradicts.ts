import { type ResultStatus } from './result-status.ts'
import { valuesAreEqual } from './value-equality.ts'

type Verdict = {
  status: ResultStatus
  actualValue: string | null
  expectedValue: string | null
  expectedValueType: string | null
}

/** Whether a verdict by hand contradicts the recorded value. Such a verdict needs a note. */
export function contradicts({ status, actualValue, expectedValue, expectedValueType }: Verdict): boolean {
  if (actualValue === null || expectedValue === null) return false
  const meets = valuesAreEqual(expectedValue, actualValue, expectedValueType)
  return meets ? status === 'failed' || status === 'error' : status === 'passed'
}
