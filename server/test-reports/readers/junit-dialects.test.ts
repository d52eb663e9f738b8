import { describe, expect, test } from 'vitest'
import { lineOf, readReport } from './testing.ts'

const lines = (report: string) => readReport(report).tests.map(lineOf)
const suite = (cases: string, attributes = 'name="s"') => `<testsuite ${attributes}>${cases}</testsuite>`

describe('a case of CTest that did not run', () => {
  const notRun = (message: string) =>
    `<testcase name="t" classname="t" status="notrun"><skipped message="${message}"/></testcase>`

  test.each([
    ['Unable to find executable', 'error'],
    ['Fixture dependency failed', 'error'],
    ['SKIP_RETURN_CODE=77', 'skipped'],
    ['SKIP_REGULAR_EXPRESSION_MATCHED', 'skipped'],
  ])('because of %s has the status %s', (message, status) => {
    expect(readReport(suite(notRun(message))).tests[0]?.executions).toMatchObject([{ status, message }])
  })

  test('a case of CTest that did not run is otherwise skipped, as GoogleTest means it', () => {
    expect(lines(suite('<testcase name="t" classname="C" status="notrun"/>'))).toEqual(['s | C :: t = skipped'])
  })
})

test('a failing test to do of node:test is skipped, with its failure as trace', () => {
  const todo = '<skipped type="todo" message="soon"/><failure message="1 == 2">stack</failure>'
  expect(readReport(suite(`<testcase name="t">${todo}</testcase>`)).tests[0]?.executions).toMatchObject([
    { status: 'skipped', message: 'TODO soon', trace: 'stack' },
  ])
})

describe('a subtest that node-tap sums up by a case', () => {
  const report = (inner: string, outer: string) =>
    `<testsuites name="TAP Tests" tests="3" failures="1">${suite(
      `${suite(`<testcase name="a">${inner}</testcase>`, 'name="cart"')}<testcase name="cart">${outer}</testcase>`,
      'name="a.js"',
    )}</testsuites>`

  test.each([
    ['passes is no test', '', '', ['a.js | cart :: a = passed']],
    ['fails with a test in it is no test', '<failure/>', '<failure/>', ['a.js | cart :: a = failed']],
    ['fails by itself is a test', '', '<failure/>', ['a.js | cart :: a = passed', 'a.js :: cart = failed']],
  ])('and that %s', (_, inner, outer, expected) => {
    expect(lines(report(inner, outer))).toEqual(expected)
  })
})

test('Vitest has the project in the names when its reporter writes it as the class', () => {
  const cases = '<testcase classname="node" name="cart &gt; adds up"/>'
  const report = `<testsuites name="vitest tests">${suite(cases, 'name="a.test.ts"')}</testsuites>`
  expect(lines(report)).toEqual(['a.test.ts | node | cart :: adds up = passed'])
})
