import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

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

/**
 * The failed tests of a step with the first line of their error, from the same report. A step that failed without one
 * is named itself, with the last of what it wrote to stderr.
 *
 * @param {{ name: string, report?: string, errors?: string }} step
 * @param {boolean} isOk whether the step exited with 0
 * @returns {string[]}
 */
export function failedTests({ name, report: file, errors = '' }, isOk) {
  const report = file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const failed = !report ? [] : report.stats ? failedOfPlaywright(report) : failedOfVitest(report)
  if (failed.length === 0 && !isOk) return [[name, stripVTControlCharacters(errors).trim()].filter(Boolean).join(': ')]
  return failed.map((test) => `${name}: ${test}`)
}

function failedOfVitest({ testResults, errors = [] }) {
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      const file = relative(process.cwd(), name)
      if (failed.length === 0) return [`${file}: ${firstLine(message)}`]
      return failed.map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
    })
  return [...failed, ...errors.map(({ message }) => firstLine(message))]
}

function failedOfPlaywright({ suites, errors }) {
  return [...suites.flatMap(failedOfSuite), ...errors.map(({ message }) => firstLine(message))]
}

function failedOfSuite({ suites = [], specs = [] }) {
  const failed = specs.filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
  const own = failed.map(({ file, line, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
    const [first] = errors
    // An assertion of a helper has its line there.
    const failedAt = first?.location?.file.endsWith(file) ? first.location.line : line
    return `${file}:${failedAt} › ${title}: ${firstLine(first?.message)}`
  })
  return [...own, ...suites.flatMap(failedOfSuite)]
}

const firstLine = (text = '') => stripVTControlCharacters(text).trim().split('\n', 1)[0]

/** A test that passes only on retry counts as failed. */
function ofPlaywright({ stats: { expected, flaky, unexpected, skipped }, errors }) {
  return { passed: expected, failed: unexpected + flaky + errors.length, skipped }
}

function ofVitest({ testResults, errors = [], numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length + errors.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/** @param {string | undefined} file a report @returns {{ name: string, ms: number }[]} its tests, slowest first */
export function dearestTests(file) {
  if (file === undefined || !existsSync(file)) return []
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const tests = report.stats ? report.suites.flatMap(timesOfSuite) : timesOfVitest(report)
  return tests.toSorted((a, b) => b.ms - a.ms)
}

function timesOfSuite({ suites = [], specs = [] }) {
  const own = specs.map(({ file, line, title, tests }) => ({
    name: `${file}:${line} › ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }))
  return [...own, ...suites.flatMap(timesOfSuite)]
}

function timesOfVitest({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(process.cwd(), name)} › ${fullName}`,
      ms: duration ?? 0,
    })),
  )
}
