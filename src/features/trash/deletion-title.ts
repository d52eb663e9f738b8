import type { Deletion } from '#shared/deletions/deletion.ts'
import { formatCount } from '#src/lib/format.ts'

/** 'Test suite “Cart” with 3 cases', '1 test case of “Cart”', '5 test cases of 2 suites'. */
export function titleOf({ testSuites, testCases, testCaseCount }: Deletion): string {
  if (testSuites.length > 0) {
    const names = testSuites.map(({ name }) => `“${name}”`).join(', ')
    return `Test suite ${names} with ${formatCount(testCaseCount, 'case')}`
  }
  const suites = new Map(testCases.map(({ testSuiteId, suiteName }) => [testSuiteId, suiteName]))
  const [name] = suites.values()
  const isWhole = testCases.length === testCaseCount
  const where =
    suites.size === 1 && isWhole ? `“${name}”` : isWhole ? formatCount(suites.size, 'suite') : 'several suites'
  return `${formatCount(testCaseCount, 'test case')} of ${where}`
}
