import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} TestCount */

/** @returns {TestCount} */
export const noTests = () => ({ passed: 0, failed: 0, skipped: 0 })

/**
 * Counts the tests of a step from the JSON report of Vitest or Playwright. A failed file or step without a failed test
 * counts as one failure: a file that throws during setup reports no test.
 *
 * @param {string | undefined} report
 * @param {boolean} isOk whether the step exited with 0
 * @returns {TestCount}
 */
export function countTests(report, isOk) {
  const count = report !== undefined && existsSync(report) ? readReport(report) : noTests()
  return count.failed === 0 && !isOk ? { ...count, failed: 1 } : count
}

/** @param {string} file @returns {TestCount} */
function readReport(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return report.stats ? ofPlaywright(report) : ofVitest(report)
}

/** A test that passes only on a retry has failed. */
function ofPlaywright({ stats: { expected, flaky, unexpected, skipped }, errors }) {
  return { passed: expected, failed: unexpected + flaky + errors.length, skipped }
}

function ofVitest({ testResults, numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
  }
}
