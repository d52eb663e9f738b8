import { describe, expect, test } from 'vitest'
import { lineOf, readReport } from './testing.ts'

const SUREFIRE = 'xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/surefire-test-report.xsd"'
const ok = (count: number) => Array.from({ length: count }, (_, index) => `<testcase name="t${index}"/>`).join('')
const RED = '<testcase name="red"><failure message="m"/></testcase>'
const suite = (attributes: string, content: string) => `<testsuite name="s" ${attributes}>${content}</testsuite>`
const root = (attributes: string, content: string) => `<testsuites ${attributes}>${content}</testsuites>`

/** The results that stand for something outside of the tests. */
const lost = (report: string) =>
  readReport(report)
    .tests.filter(({ name }) => name.endsWith(')'))
    .map(({ suite: names, name, executions }) => [names.join(' | '), name, executions[0]?.status])

test('the outputs of a suite stand on lines of their own in the message of what was lost', () => {
  const outputs = '<system-out>connecting</system-out><system-err>no database</system-err>'
  expect(readReport(suite('tests="0" errors="1"', outputs)).tests[0]?.executions).toMatchObject([
    { message: 'connecting\nno database' },
  ])
})

describe('what only the numbers of a JUnit report tell of', () => {
  test.each([
    ['a browser that died', suite('tests="4" errors="1"', ok(2)), 's', 's (1 error reported without a test)'],
    ['errors after the last test', suite('tests="2" errors="2"', ok(2)), 's', 's (2 errors reported without a test)'],
    [
      'an error beside a failure that is there',
      suite('tests="4" errors="1" failures="1"', ok(1) + RED),
      's',
      's (1 error reported without a test)',
    ],
    [
      'a failure whose test is not there',
      suite('tests="3" failures="1"', ok(2)),
      's',
      's (1 error reported without a test)',
    ],
    [
      'a package that did not compile',
      root('tests="1" errors="3"', suite('tests="1"', ok(1))),
      'JUnit',
      '(3 errors reported without a test)',
    ],
    [
      'a suite with an output and no test',
      suite('tests="0" errors="1"', '<system-err>no database</system-err>'),
      's',
      's (1 error reported without a test)',
    ],
    [
      'a suite in a folder that counts it too',
      root(
        'errors="1"',
        `<testsuite name="folder" errors="1">${suite('errors="1"', '<system-err>x</system-err>')}</testsuite>`,
      ),
      'folder | s',
      's (1 error reported without a test)',
    ],
    [
      'the tests that ran when the machine of Surefire died',
      suite(`${SUREFIRE} tests="4" errors="0"`, ok(3)),
      's',
      's (1 test counted but not reported)',
    ],
    [
      'the tests that Surefire lost beside a failure',
      suite(`${SUREFIRE} tests="4" failures="1" errors="0"`, ok(2) + RED),
      's',
      's (1 test counted but not reported)',
    ],
  ])('what only the numbers of a JUnit report tell of becomes one result: %s', (_, report, inSuite, name) => {
    expect(lost(report)).toEqual([[inSuite, name, 'error']])
    expect(readReport(report).failures[0]).toBeLessThanOrEqual(3)
  })

  test.each([
    ['failures when every test is there', suite('tests="3" failures="1"', ok(3))],
    ['errors in a red report that has every test', root('tests="1" errors="1"', suite('tests="1"', RED))],
    ['more failures of a red report', suite('tests="9" failures="6"', ok(3) + RED)],
    ['an excerpt', suite('tests="1251" errors="14" failures="10"', ok(1))],
    ['a report without a test', suite('tests="6" failures="1"', '')],
    ['more tests of any writer', suite('tests="4"', ok(3))],
    ['an excerpt of Surefire', suite(`${SUREFIRE} tests="924"`, ok(5))],
    [
      'the executions that Surefire counts',
      suite(`${SUREFIRE} tests="2"`, '<testcase name="t"><flakyFailure/></testcase>'),
    ],
    ['children that the suite around them counts', suite('tests="2" failures="1"', suite('', ok(1) + RED))],
  ])('what only the numbers of a JUnit report tell of is not believed: %s', (_, report) => {
    expect(lost(report)).toEqual([])
  })

  test('what only the numbers of a JUnit report tell of has the output of its suite as message, and the same key for any number', () => {
    const found = (count: number) =>
      readReport(
        suite(`errors="${count}"`, `${ok(1)}<system-out>Disconnected</system-out><system-err> at x </system-err>`),
      )
    expect(found(1).tests[1]).toMatchObject({
      executions: [{ status: 'error', message: 'Disconnected at x' }],
      keys: ['s: errors reported without a test'],
    })
    expect(found(2).tests[1]?.keys).toEqual(found(1).tests[1]?.keys)
    const { tests } = readReport(suite('tests="2" errors="1"', ok(1)))
    expect(tests[1]?.executions[0]?.message).toBe('1 error reported without a test')
  })

  test('what only the numbers of a JUnit report tell of is one result beside the request without a response that newman writes', () => {
    const report = suite(
      'id="ba25b4bf-cafa-4f43-9ae1-4d6f550d5d0a" tests="1" errors="2"',
      '<system-err>ECONNREFUSED</system-err>',
    )
    expect(readReport(report).tests.map(lineOf)).toEqual(['s :: Request = error'])
  })
})
