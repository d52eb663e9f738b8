import type { TestResult } from '#shared/test-results/test-result.ts'
import { valuesAreEqual } from '#shared/test-results/value-equality.ts'
import { canonicalJson } from '#src/ui/pretty-json.ts'

/** Shorter values are compared at a glance. */
const SHORT = 40

export const isShort = (value: string) => value.length <= SHORT && !value.includes('\n')

/** Whether the values of a result differ so that the difference is hard to see. */
export function needsDiff({ expectedValue, actualValue, testCase }: TestResult): boolean {
  if (expectedValue === null || actualValue === null) return false
  if (valuesAreEqual(expectedValue, actualValue, testCase.expectedValueType)) return false
  return [expectedValue, actualValue].some((value) => !isShort(value) || canonicalJson(value) !== null)
}
