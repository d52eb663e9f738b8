import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ReportedExecution } from '../reported-test.ts'
import { READER_LIMITS } from './limits.ts'
import { type Found, lineOf, readReport } from './testing.ts'

const sample = (file: string) => readReport(readFileSync(new URL(`samples/${file}`, import.meta.url)))

function executionsOf({ tests }: Found, name: string): ReportedExecution[] {
  return tests.find((one) => one.name === name)?.executions ?? []
}

describe('message, trace, time and duration are those of the report', () => {
  test.each([
    [
      'trx/mstest.trx',
      'IsWrong',
      {
        message: 'Assert.AreEqual failed. Expected:<1>. Actual:<2>.',
        trace: String.raw`at Shop.CartTests.IsWrong() in C:\src\CartTests.cs:line 12`,
        durationMs: 62_003,
        startedAt: '2026-01-02T02:04:02.500Z',
      },
    ],
    ['robot/rf7.xml', 'Opens', { status: 'failed', message: 'Parent suite teardown failed:\ngone', durationMs: 100 }],
    ['robot/rf3.xml', 'Adds Up', { message: null, durationMs: 1_250, startedAt: '2026-01-02T03:04:05.000Z' }],
    ['nunit/nunit3.xml', 'Breaks', { message: 'System.Exception : no', startedAt: '2026-01-02T03:04:06.000Z' }],
    ['nunit/nunit2.xml', 'IsIgnored', { message: 'Later', durationMs: null }],
    ['xunit/xunit.xml', 'AddsUp', { durationMs: 12.5, startedAt: '2026-01-02T03:04:05.000Z' }],
    ['xunit/xunit.xml', 'by attributes', { message: 'Test failed', trace: 'at somewhere' }],
    ['gotest/go.ndjson', 'Build', { message: 'broken/a.go:3:1: undefined: x', durationMs: null }],
    ['gotest/go.ndjson', 'TestTable/two', { message: 'cart_test.go:9: expected 1, got 2', durationMs: 50 }],
    ['allure/single.json', 'shows the cart (browser=firefox)', { message: 'No cart', durationMs: 1_250 }],
    ['testng/results.xml', '[C6] isWrong', { message: 'java.lang.AssertionError', durationMs: 1 }],
    [
      'jest/jest.json',
      'is wrong',
      {
        message: 'Error: expect(received).toBe(expected) // Object.is equality',
        trace: expect.stringContaining('Received: 1'),
        durationMs: 1,
        startedAt: '2026-11-21T07:38:06.906Z',
      },
    ],
    ['jest/jest.json', 'to do', { message: 'todo', trace: null }],
    ['jest/jest.json', 'is skipped', { message: null }],
    [
      'jest/jest.json',
      'Test file failed to load',
      {
        message: "Cannot find module './nothing' from 'broken.test.js'",
        trace: expect.stringContaining('● Test suite failed to run'),
        startedAt: '2026-11-21T07:38:06.994Z',
      },
    ],
    ['jest/ci.json', 'passes in the end', { durationMs: 3, startedAt: '2026-06-01T08:00:00.000Z' }],
    ['mocha/mocha.json', '[C12] is wrong', { message: '1 == 2', trace: expect.stringContaining('t/a.test.js:5:39') }],
    ['mocha/mochawesome.json', '[C12] is wrong', { trace: expect.stringContaining('t/a.test.js:5:39') }],
    [
      'newman/newman.json',
      '[C5] is 404',
      {
        message: expect.stringMatching(/^AssertionError: expected .* 200$/),
        trace: expect.stringContaining('at Object.eval'),
      },
    ],
    [
      'cucumber/cucumber.json',
      '[C12] takes 1 items',
      {
        message: 'AssertionError [ERR_ASSERTION]: 0 == 1',
        trace: expect.stringContaining('at World'),
        durationMs: 1.002,
      },
    ],
    ['cucumber/cucumber.json', 'is undefined', { message: 'A step is undefined', trace: null }],
    [
      'cucumber/messages.ndjson',
      '[C12] takes 1 items',
      {
        message: 'AssertionError [ERR_ASSERTION]: 0 == 1',
        trace: expect.stringContaining('at World'),
        durationMs: 1.002,
        startedAt: '2026-11-24T03:36:38.915Z',
      },
    ],
    [
      'playwright/report.json',
      '[C12] is wrong',
      {
        message: 'Error: expect(received).toBe(expected) // Object.is equality',
        trace: expect.stringContaining('Received: 2'),
        durationMs: 13,
        startedAt: '2026-11-21T07:49:48.172Z',
      },
    ],
    ['playwright/made.json', 'is left out', { message: 'no printer' }],
    [
      'playwright/made.json',
      'fails twice over',
      { message: 'one', trace: 'one\n\nExpected: 1\n\n> 1 | x\n\ntwo\n    at b' },
    ],
    ['xunit/xunit.xml', 'IsSkipped', { message: 'On purpose', durationMs: 0 }],
    [
      'nunit/nunit2.xml',
      'IsWrong',
      { message: 'Expected 1', trace: 'at Shop.CartTests.IsWrong ()', durationMs: 1_000 },
    ],
    [
      'nunit/nunit3.xml',
      'Test suite',
      { message: 'TearDown : the browser is gone', trace: 'at Shop.WebTests.Close()' },
    ],
    ['robot/rf7.xml', 'Is Wrong [C2]', { message: '1 != 2', durationMs: 3, startedAt: '2026-01-02T03:04:06.000Z' }],
    ['trx/crashed.trx', 'Test run', { message: expect.stringMatching(/^The active test run was aborted/) }],
    ['junit/pytest.xml', 'test_skip', { message: 'later', startedAt: '2026-11-21T07:38:08.232Z' }],
    ['junit/libcheck.xml', 'test_money_adds', { trace: 'tests/check_money.c:35', durationMs: 0.105 }],
  ])('%s: %s', (file, name, expected) => {
    expect(executionsOf(sample(file), name).at(-1)).toMatchObject(expected)
  })
})

test('attempts of Allure and TestNG are in the order of their starts, each with its own message', () => {
  const allure = executionsOf(sample('allure/made.ndjson'), 'pays (card=visa)')
  expect(allure.map(({ status, message }) => [status, message])).toEqual([
    ['error', 'timeout'],
    ['passed', null],
  ])
  const testng = executionsOf(sample('testng/results.xml'), 'pays(shop.Card)')
  expect(testng.map(({ status, message }) => [status, message])).toEqual([
    ['failed', 'no answer'],
    ['passed', null],
  ])
})

test('attachments of Allure that came along are embedded, others are beside the report', () => {
  const found = sample('allure/made.ndjson')
  const files = found.tests.flatMap((one) => one.files ?? [])
  expect(files).toEqual([
    { name: 'Log.txt', path: 'b-attachment.txt' },
    { name: 'Screen.png', id: 'file 1' },
  ])
  expect(Buffer.from(found.embedded['file 1'] ?? '', 'base64').toString()).toBe('not really a picture')
})

test('attachments of Cucumber are embedded, in base64 or as text', () => {
  const embedded = (found: Found) =>
    Object.values(found.embedded).map((base64) => Buffer.from(base64, 'base64').toString())
  const messages = readFileSync(new URL('samples/cucumber/messages.ndjson', import.meta.url), 'utf8')
  const asText = messages.replace(
    '"body":"aGVsbG8=","contentEncoding":"BASE64"',
    '"body":"hi","contentEncoding":"IDENTITY"',
  )
  expect(embedded(sample('cucumber/cucumber.json'))).toEqual(['hello'])
  expect(embedded(readReport(messages))).toEqual(['hello'])
  expect(embedded(readReport(asText))).toEqual(['hi'])
})

test('a masked or hidden parameter of Allure shows nowhere', () => {
  expect(JSON.stringify(sample('allure/made.ndjson').tests)).not.toContain('secret')
})

test('the tag of a scenario, the label of a result and the property of a test name known defects', () => {
  const defects = ['cucumber/cucumber.json', 'allure/single.json', 'nunit/nunit3.xml', 'robot/rf7.xml'].map((file) =>
    sample(file).tests.flatMap((one) => one.defects ?? []),
  )
  expect(defects).toEqual([['PAY-7'], ['PAY-12'], ['PAY-4'], ['PAY-3']])
})

test('repeats differ by their row, iteration or test element', () => {
  const newman = JSON.stringify({
    collection: { item: [{ id: 'i', name: 'Get' }] },
    run: {
      stats: { requests: { total: 2 } },
      executions: [0, 1].map((iteration) => ({ cursor: { iteration }, item: { id: 'i', name: 'Get' } })),
    },
  })
  const labels = (found: Found) => found.tests.map(({ parameters, host }) => parameters ?? host)
  expect(labels(readReport(newman))).toEqual([undefined, 'iteration 2'])
  expect(labels(sample('cucumber/messages.ndjson')).slice(1, 3)).toEqual(['row 2', 'row 3'])
  expect(labels(readReport('[{"elements": [{"id": "cart;takes-items;;2", "name": "takes items"}]}]'))).toEqual([
    'row 2',
  ])
  expect(labels(sample('trx/mstest.trx'))).toEqual(expect.arrayContaining(['row 0', 'row 1']))
  expect(labels(sample('testng/results.xml')).at(-2)).toBe('firefox')
})

describe('nothing is green that is not', () => {
  test.each([
    ['a step without a result', '[{"keyword":"Feature","elements":[{"name":"a","steps":[{}]}]}]', 'a = pending'],
    [
      'an ambiguous step after a failed one',
      '[{"keyword":"Feature","elements":[{"name":"a","steps":[{"result":{"status":"failed"}},{"result":{"status":"ambiguous"}}]}]}]',
      'a = error',
    ],
    [
      'a failed background',
      '[{"keyword":"Feature","elements":[{"type":"background","steps":[{"result":{"status":"failed"}}]},{"name":"a","steps":[{"result":{"status":"passed"}}]}]}]',
      'a = failed',
    ],
    [
      'a failed scenario of a rule',
      '[{"keyword":"Feature","name":"F","elements":[{"type":"rule","name":"R","children":[{"name":"a","steps":[{"result":{"status":"failed"}}]}]}]}]',
      'a = failed',
    ],
    [
      'a failed hook',
      '[{"keyword":"Feature","elements":[{"name":"a","steps":[{"result":{"status":"passed"}}],"after":[{"result":{"status":"failed"}}]}]}]',
      'a = failed',
    ],
    [
      'a test of mochawesome without a state',
      '{"stats":{"passes":0,"failures":0},"results":[{"tests":[{"title":"a"}]}]}',
      'a = error',
    ],
    ['a Go test without an end', '{"Action":"run","Package":"p","Test":"a"}\n', 'a = error'],
    [
      'a Go package without an end',
      '{"Action":"run","Package":"p","Test":"a"}\n{"Action":"pass","Package":"p","Test":"a"}\n',
      'Package = error',
    ],
    [
      'a TRX result without an outcome',
      '<TestRun xmlns="microsoft.com"><Results><UnitTestResult testName="a"/></Results></TestRun>',
      'a = error',
    ],
    ['a Robot test without a status', '<robot><suite name="s"><test name="a"/></suite></robot>', 'a = error'],
    [
      'a failed Robot suite',
      '<robot><suite name="s"><status status="FAIL">x</status></suite></robot>',
      'Test suite = error',
    ],
    [
      'an unknown result of NUnit',
      '<test-run result="Passed"><test-case name="a" result="Odd"/></test-run>',
      'a = error',
    ],
    [
      'an unknown result of xUnit.net',
      '<assembly><collection><test name="a" result="Odd"/></collection></assembly>',
      'a = error',
    ],
    [
      'a suite of NUnit that could not begin',
      '<test-run result="Failed"><test-suite fullname="s" result="Failed" site="SetUp"><test-case name="a" result="Passed"/></test-suite></test-run>',
      'Test suite = error',
    ],
    [
      'a run that newman could not begin',
      '{"run":{"stats":{"requests":{"total":0}},"error":{"name":"Error","message":"no data"}}}',
      'Test run = error',
    ],
    [
      'a failed hook of a Cucumber run',
      '{"meta":{"protocolVersion":"1"}}\n{"testRunHookFinished":{"result":{"status":"FAILED"}}}\n{"testRunFinished":{"success":false}}\n',
      'Test run hook = error',
    ],
    ['an Allure result without a status', '{"historyId":"1","name":"a"}', 'a = error'],
    [
      'an undelivered scenario',
      '{"meta":{"protocolVersion":"1"}}\n{"testRunFinished":{"success":false}}\n',
      'Test run = error',
    ],
  ])('%s', (_title, report, line) => {
    expect(readReport(report).tests.map(lineOf).join('\n')).toContain(`:: ${line}`)
  })
})

test('a pending scenario of Cucumber fails its run without another error', () => {
  const messages = [
    { meta: { protocolVersion: '27.0.0' } },
    { testCase: { id: 'c', pickleId: 'p' } },
    { testCaseStarted: { id: 's', testCaseId: 'c' } },
    { testStepFinished: { testCaseStartedId: 's', testStepResult: { status: 'PENDING' } } },
    { testCaseFinished: { testCaseStartedId: 's' } },
    { testRunFinished: { success: false } },
  ]
  const found = readReport(messages.map((one) => JSON.stringify(one)).join('\n'))
  expect([found.tests, found.ignored]).toEqual([[], { testcase: 1 }])
})

test('classes of TRX may come before the results', () => {
  const results = '<Results><UnitTestResult testId="1" testName="Adds" outcome="Passed"/></Results>'
  const classes =
    '<TestDefinitions><UnitTest id="1"><TestMethod className="Shop.Cart, Shop"/></UnitTest></TestDefinitions>'
  for (const inner of [results + classes, classes + results])
    expect(readReport(`<TestRun xmlns="microsoft.com">${inner}</TestRun>`).tests.map(lineOf)).toEqual([
      'Shop.Cart :: Adds = passed',
    ])
})

test('a feature that Cucumber cannot parse is the only error of a run that fails for it', () => {
  const messages = [
    { meta: { protocolVersion: '27.0.0' } },
    { parseError: { source: { uri: 'a.feature' }, message: '(1:1): expected: #FeatureLine' } },
    { testRunFinished: { success: false } },
  ]
  expect(readReport(messages.map((one) => JSON.stringify(one)).join('\n')).tests.map(lineOf)).toEqual([
    'a.feature :: Parse error = error',
  ])
})

test('declared failures that no test has become one error', () => {
  const found = readReport(
    '<test-run result="Failed" total="3" failed="2"><test-case name="a" result="Passed"/></test-run>',
  )
  expect(found.tests.map(lineOf)).toEqual([
    'NUnit :: a = passed',
    'NUnit :: (2 errors reported without a test) = error [errors reported without a test]',
  ])
  expect(found.declared).toEqual([3])
})

test.each([
  ['<test-run><test-suite><test-case name="a" runstate="Runnable"/></test-suite></test-run>', 'a list of NUnit tests'],
  ['{"meta":{"protocolVersion":"1"}}\n{"testRunStarted":{}}\n', 'truncated at line'],
  ['{"Action":"run","Package":"p","Test":"a"}\n{"Action":\n', 'The line is not valid JSON (line 2)'],
  ['{"file":"a-result.json","content":{"a":1}}\n', 'no result of Allure: a-result.json'],
  ['<!DOCTYPE robot [<!ENTITY a "b">]><robot/>', 'must not contain a DTD'],
  ['[{"name": "no feature"}]', 'Unrecognized JSON report'],
])('%s is refused: %s', (report, message) => {
  expect(() => readReport(report)).toThrow(
    expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining(message) }),
  )
})

describe('what a format holds until its end is bounded', () => {
  const limits = { ...READER_LIMITS, held: 5_000, text: 2_000 }
  const robot = '<test name="a"><status status="FAIL">x</status></test>'.repeat(20)
  const go = '{"Action":"output","Package":"p","Test":"a","Output":"0123456789"}\n'.repeat(600)
  const allure = '{"file":"a-result.json","content":{"historyId":"h","name":"a"}}\n'.repeat(20)
  test.each([
    ['Robot', `<robot><suite name="s">${robot}</suite></robot>`],
    ['go test', go],
    ['Allure', allure],
    ['TestNG', `<testng-results><suite><test><class><test-method name="${'a'.repeat(3_000)}"/>`],
  ])('%s', (_format, report) => {
    expect(() => readReport(report, 1_000, limits)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
  })
})
