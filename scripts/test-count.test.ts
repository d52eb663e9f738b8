import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTests, dearestTests, failedTests } from './test-count.mjs'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-counts-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

function report(content: object): string {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(content))
  return file
}

const NO_TESTS = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }

const vitest = (testResults: object[]) =>
  report({ numPassedTests: 2, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0, testResults })

const failedTest = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }
const brokenFile = { status: 'failed', assertionResults: [{ status: 'passed' }] }

test('a Vitest file that fails outside its tests counts as one more failure', () => {
  expect(countTests(vitest([failedTest]), false)).toEqual({ passed: 2, failed: 1, skipped: 1 })
  expect(countTests(vitest([failedTest, brokenFile]), false)).toEqual({ passed: 2, failed: 2, skipped: 1 })
})

test('a browser test that passes only on a retry, and an error outside the tests, count as failures', () => {
  const stats = { expected: 5, flaky: 1, unexpected: 2, skipped: 0 }
  expect(countTests(report({ stats, errors: [] }), false)).toEqual({ passed: 5, failed: 3, skipped: 0 })
  expect(countTests(report({ stats, errors: [{}] }), false)).toEqual({ passed: 5, failed: 4, skipped: 0 })
})

test('a step without a report counts as one failure if it fails, else as no test', () => {
  expect(countTests(join(folder, 'missing.json'), false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countTests(undefined, true)).toEqual({ passed: 0, failed: 0, skipped: 0 })
})

test('failed tests are named with the first line of their error, in Vitest', () => {
  const failed = { status: 'failed', fullName: 'adds two', failureMessages: ['\u001b[31mError: 3\u001b[39m\n  at sum'] }
  const testResults = [
    { status: 'failed', name: join(process.cwd(), 'sum.test.ts'), assertionResults: [{ status: 'passed' }, failed] },
    { status: 'failed', name: join(process.cwd(), 'setup.test.ts'), message: 'no database', assertionResults: [] },
    { status: 'passed', name: join(process.cwd(), 'good.test.ts'), assertionResults: [{ status: 'passed' }] },
  ]
  const step = { name: 'rules', report: vitest(testResults) }
  expect(failedTests(step, false)).toEqual([
    'rules: sum.test.ts › adds two: Error: 3',
    'rules: setup.test.ts: no database',
  ])
})

test('an error outside the tests of Vitest is counted and named', () => {
  const file = report({ ...NO_TESTS, testResults: [], errors: [{ message: 'TypeError: no such run\n  at open' }] })
  expect(countTests(file, false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(failedTests({ name: 'rules', report: file }, false)).toEqual(['rules: TypeError: no such run'])
})

test('failed tests are named in Playwright with the line that failed, also those that pass on a retry', () => {
  const tests = (status: string, ...errors: object[]) => [{ status, results: [{ errors }] }]
  const slow = { message: 'Timeout\nCall log', location: { file: '/app/src/helper.ts', line: 40, column: 3 } }
  const specs = [
    { ok: true, file: 'a.e2e.ts', line: 3, title: 'opens', tests: tests('expected') },
    { ok: true, file: 'a.e2e.ts', line: 5, title: 'closes', tests: tests('flaky', slow) },
  ]
  const hidden = tests('unexpected', {
    message: 'not visible',
    location: { file: '/app/src/a.e2e.ts', line: 12, column: 3 },
  })
  const inner = [{ ok: false, file: 'a.e2e.ts', line: 9, title: 'saves', tests: hidden }]
  const suites = [{ specs, suites: [{ specs: inner }] }]
  const file = report({ stats: {}, suites, errors: [{ message: 'no browser' }] })
  expect(failedTests({ name: 'looks', report: file }, false)).toEqual([
    'looks: a.e2e.ts:5 › closes: Timeout',
    'looks: a.e2e.ts:12 › saves: not visible',
    'looks: no browser',
  ])
})

test('a step that failed without a failed test is named itself, with its last errors', () => {
  const closed = { name: 'rules', report: vitest([]), errors: '\u001b[31mError during close\u001b[39m\n' }
  expect(failedTests(closed, false)).toEqual(['rules: Error during close'])
  expect(failedTests({ name: 'types' }, false)).toEqual(['types'])
  expect(failedTests({ name: 'types' }, true)).toEqual([])
})

test('the dearest tests of a report come first, in Vitest and in Playwright with all of their tries', () => {
  const assertionResults = [
    { fullName: 'adds', duration: 2 },
    { fullName: 'divides', duration: 40 },
    { fullName: 'is skipped' },
  ]
  expect(dearestTests(vitest([{ name: join(process.cwd(), 'sum.test.ts'), assertionResults }]))).toEqual([
    { name: 'sum.test.ts › divides', ms: 40 },
    { name: 'sum.test.ts › adds', ms: 2 },
    { name: 'sum.test.ts › is skipped', ms: 0 },
  ])
  const spec = (line: number, ...durations: number[]) => ({
    file: 'a.e2e.ts',
    line,
    title: 'opens',
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const suites = [{ specs: [spec(3, 10)], suites: [{ specs: [spec(9, 20, 5)] }] }]
  expect(dearestTests(report({ stats: {}, suites, errors: [] }))).toEqual([
    { name: 'a.e2e.ts:9 › opens', ms: 25 },
    { name: 'a.e2e.ts:3 › opens', ms: 10 },
  ])
  expect(dearestTests(undefined)).toEqual([])
})
