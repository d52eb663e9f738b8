import { type ResultStatus, resultStatus } from '#shared/test-results/result-status.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'

/** The status that a result will have once this value has been saved. */
export function statusOfValue({ expectedValue, testCase }: TestResult, actualValue: string | null): ResultStatus {
  return resultStatus({ actualValue, expectedValue, expectedValueType: testCase.expectedValueType })
}
