import type { TestResult } from '#shared/test-results/test-result.ts'

/** Number and name of a case: '1.2 Pays by card'. */
export const labelOf = ({ number, testSuite, name }: TestResult['testCase']) => `${testSuite.number}.${number} ${name}`
