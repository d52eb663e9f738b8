import type { TestResult } from '#shared/test-results/test-result.ts'

export function describeResult({ status, ref, testCase, errorMessage }: TestResult): string {
  const message = errorMessage === null ? '' : `: ${errorMessage.split('\n', 1)[0]}`
  return `${status.padEnd(7)}  ${ref}  ${testCase.testSuite.name} › ${testCase.name}${message}`
}
