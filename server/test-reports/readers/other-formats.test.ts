import { expect, test } from 'vitest'
import { readReport } from './testing.ts'

test.each([
  ['<TestRun><FailedTests/></TestRun>', 'CppUnit XML', 'stylesheet'],
  ['<TestLog/>', 'Boost.Test XML', '--log_format=JUNIT'],
  ['<Catch2TestRun/>', 'Catch2 XML', '--reporter junit'],
  ['<Site/>', 'CTest XML', 'ctest --output-junit'],
  ['<ns2:test-suite xmlns:ns2="urn:model.allure.qatools.yandex.ru"/>', 'an Allure result', 'JUnit reporter'],
  ['<coverage line-rate="1"/>', 'a coverage report', 'send the test report'],
  ['=== RUN   TestA\n--- FAIL: TestA (0.00s)\nFAIL\n', 'the output of go test -v', 'gotestsum --junitfile'],
  ['{"uuid": "1", "children": [], "befores": []}', 'a container of Allure', 'the whole folder of results'],
  ['{"version": "3.13", "examples": [{"id": "a"}]}', 'the JSON of RSpec', 'RspecJunitFormatter'],
  ['{"protocolVersion":"0.1.1","type":"start"}\n{"type":"done"}', 'the JSON of dart test', 'tojunit'],
  ['{"generator": "Robot 7.0", "suite": {}}', 'the JSON of Robot Framework', 'rebot --xunit'],
])('%j is refused with its name and the way to JUnit', (file, name, way) => {
  for (const size of [100_000, 3, 1])
    expect(() => readReport(file, size)).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST',
        message: expect.stringMatching(
          new RegExp(`^This is ${name}.*${way.replaceAll(/[.+]/g, '\\$&')}.*Supported: JUnit XML, CTRF, `),
        ),
      }),
    )
})

test.each([
  ['<coverage/>', 'This is a coverage report, which holds no tests: send the test report instead. Supported: '],
  [
    '{"uuid": "1", "children": [], "befores": []}',
    'This is a container of Allure without its results: send the whole folder of results as a zip file instead. Supported: ',
  ],
  ['<testExecutions/>', "This is SonarQube's generic format: send the report from which it was made. Supported: "],
])('%j, which no tool turns into JUnit, is refused without a word of it', (file, message) => {
  expect(() => readReport(file)).toThrow(expect.objectContaining({ message: expect.stringMatching(`^${message}`) }))
})

test.each([
  ['<constructor/>', 'This XML file is not a JUnit report: its root element is <constructor>'],
  ['[1, 2]', 'Unrecognized report'],
  ['{"a": 1}', 'Unrecognized JSON report'],
])('the unknown %j is refused with what is supported', (file, message) => {
  expect(() => readReport(file)).toThrow(new RegExp(`^${message}.*Supported: JUnit XML, CTRF, Playwright JSON`))
})
