import { expect, test } from 'vitest'
import { cucumberOutcome } from './cucumber-outcome.ts'
import { READER_LIMITS } from './limits.ts'
import { hasTooManyValues, VALUES_MAX } from './many-values.ts'
import { readReport, testsOfSteps } from './testing.ts'

/* Small reports that would take a multiple of their size, or its square, in memory and time. */

const PIECE = 1_000
const limits = { ...READER_LIMITS, held: 20_000, text: 20_000 }
const tooLarge = expect.objectContaining({
  code: 'BAD_REQUEST',
  message: expect.stringMatching(/too large|longer than 20,000/),
})

const lines = (start: string, lineOf: (index: number) => object) =>
  start + Array.from({ length: 200 }, (_, index) => `${JSON.stringify(lineOf(index))}\n`).join('')

const cucumber = '{"meta":{"protocolVersion":"1"}}\n'
const started = '{"testCaseStarted":{"id":"a","testCaseId":"c"}}\n'
const failed = { testStepFinished: { testCaseStartedId: 'a', testStepResult: { status: 'FAILED', message: 'no' } } }

test.each([
  ['packages of go test', lines('', (id) => ({ Action: 'start', Package: `p${id}` }))],
  ['tests of go test', lines('', (id) => ({ Action: 'run', Package: 'p', Test: `t${id}` }))],
  [
    'builds of go test',
    lines('{"Action":"start","Package":"p"}\n', (id) => ({ Action: 'build-fail', ImportPath: `p${id}` })),
  ],
  ['scenarios of Cucumber', lines(cucumber, (id) => ({ testCaseStarted: { id: `${id}` } }))],
  ['steps of Cucumber', lines(cucumber + started, () => failed)],
  [
    'attachments of Allure',
    lines('', (id) => ({
      file: 'a-result.json',
      content: {
        historyId: 'h',
        name: 'a',
        attachments: Array.from({ length: 5 }, (_, index) => ({ source: `${id} ${index}` })),
      },
    }))
      .split('\n')
      .slice(0, 30)
      .join('\n'),
  ],
  [
    'fixtures of Allure',
    lines('', () => ({ file: 'a-container.json', content: { befores: [{ status: 'failed' }], children: ['a'] } })),
  ],
  [
    'outcomes of a case of JUnit',
    `<testsuite><testcase name="a">${'<rerunFailure/>'.repeat(200)}</testcase></testsuite>`,
  ],
  [
    'elements of a result of TRX',
    `<TestRun xmlns="http://microsoft.com"><Results><UnitTestResult testName="a">${'<InnerResults/>'.repeat(500)}</UnitTestResult></Results></TestRun>`,
  ],
  ['members of a test of CTRF', `{"results":{"tests":[{"name":"a","extra":[${'{},'.repeat(200)}0]}]}}`],
  ['members of a file of Jest', `{"testResults":[{"name":"a","assertionResults":[${'[],'.repeat(200)}0]}]}`],
])('a report that holds many %s at once is refused', (_what, report) => {
  expect(() => readReport(report, PIECE)).not.toThrow(tooLarge)
  expect(() => readReport(report, PIECE, limits)).toThrow(tooLarge)
})

test('what ended is no longer held: scenarios of Cucumber and packages of go test may be many', () => {
  const once = [
    { testCaseStarted: { id: 'a', testCaseId: 'c' } },
    failed,
    { testCaseFinished: { testCaseStartedId: 'a', willBeRetried: true } },
    { testCaseStarted: { id: 'a', testCaseId: 'c' } },
    { testCaseFinished: { testCaseStartedId: 'a' } },
  ]
  const scenario = once.map((line) => `${JSON.stringify(line)}\n`).join('')
  const report = `${cucumber}${scenario.repeat(100)}{"testRunFinished":{"success":true}}\n`
  expect(readReport(report, PIECE, limits).tests).toHaveLength(100)
  const packages = Array.from({ length: 100 }, (_, id) =>
    ['start', 'output', 'fail'].map((Action) => `${JSON.stringify({ Action, Package: `p${id}`, Output: 'no' })}\n`),
  )
  expect(readReport(packages.flat().join(''), PIECE, limits).tests).toHaveLength(100)
})

test.each([
  ['', 5_000],
  ['{"Action":"fail","Package":"p"}', 5_000],
  // It says that all is well, and then not every test has run to its end.
  ['{"Action":"pass","Package":"p"}', 5_000],
])('tests of go test without an end are found in slices, also if their package ends: %s', (end, count) => {
  const runs = Array.from({ length: count }, (_, id) => `{"Action":"run","Package":"p","Test":"t${id}"}`)
  const steps = testsOfSteps([...runs, end])
  expect(steps.reduce((sum, found) => sum + found, 0)).toBe(count)
  expect(Math.max(...steps)).toBeLessThanOrEqual(500)
})

test.each([100, 150, 155, 160, 165, 2_000])('a JSON report may have %i values that no test needs', (count) => {
  const result = `{"title":"t","status":"passed","x":[${'0,'.repeat(100)}0]}`
  const report = `{"coverageMap":{"a":[${'{},'.repeat(count)}0]},"testResults":[{"name":"a","assertionResults":[${result}]}]}`
  expect(readReport(report, PIECE, limits).tests).toMatchObject([{ name: 't' }])
})

test('a test of go test may have a name of nothing but slashes', () => {
  const [{ suite, executions } = {}] = readReport(
    `{"Action":"fail","Package":"p","Test":"${'a/'.repeat(300_000)}"}\n`,
  ).tests
  expect([suite, executions?.length]).toEqual([['p'], 1])
})

test('a line of a report, and a file of Allure, may have 500,000 values, and not one more', () => {
  const line = (values: number) => `{"Action":"pass","Package":"p","x":[${'0,'.repeat(values - 4)}0]}`
  expect(readReport(line(VALUES_MAX - 1)).tests).toEqual([])
  expect(() => readReport(line(VALUES_MAX + 1))).toThrow('A line has more than 500,000 values')
})

test.each([
  ['commas', `[${'0,'.repeat(VALUES_MAX)}0]`, true],
  ['lists', '['.repeat(VALUES_MAX + 1), true],
  ['commas in a string', `["${',[{'.repeat(VALUES_MAX)}"]`, false],
  ['commas after an escaped quote', `["\\"${','.repeat(VALUES_MAX + 1)}"]`, false],
  ['commas after an escaped backslash', `["\\\\"${',0'.repeat(VALUES_MAX + 1)}]`, true],
  ['commas in a string without an end', `["${','.repeat(VALUES_MAX + 1)}`, false],
])('a text with many %s: %#', (_what, text, isTooMany) => {
  expect(hasTooManyValues(text)).toBe(isTooMany)
})

test('a test may have 150,000 keys, of which the distinct ones are kept', () => {
  const keys = `<property name="test_id" value="${'C1,'.repeat(150_000)}C2"/>`
  const report = `<testsuite name="s"><testcase name="a"><properties>${keys}</properties></testcase></testsuite>`
  expect(readReport(report).tests).toMatchObject([{ keys: ['C1', 'C2'] }])
})

test('a scenario may have 150,000 steps, of which the worst counts', () => {
  const step = (status: string) => ({ status, text: null, durationMs: null })
  const steps = Array.from({ length: 150_000 }, () => step('passed'))
  expect(cucumberOutcome([...steps, step('failed')]).status).toBe('failed')
})
