import { expect, test } from 'vitest'
import { readReport } from './testing.ts'

const allure = '{"uuid": "1", "name": "a", "historyId": "b", "status": "failed"}'
const goTest =
  '{"Time":"2025-04-22T08:59:55Z","Action":"start","Package":"a"}\n{"Action":"run","Package":"a","Test":"T"}\n'
const mocha = '{\n "stats": {\n "suites": 1, "tests": 1, "passes": 0, "failures": 1 }, "tests": []}'

test.each([
  [
    '<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"/>',
    'a TRX report',
    'dotnet test --logger',
  ],
  ['<TestRun><FailedTests/></TestRun>', 'CppUnit XML', 'stylesheet'],
  ['<?xml version="1.0"?><!-- by NUnit --><test-results name="a"/>', 'NUnit 2 XML', 'nunit3-console'],
  ['<test-run id="2" result="Failed"/>', 'NUnit XML', 'transform=nunit3-junit.xslt'],
  ['\ufeff<assemblies><assembly/></assemblies>', 'xUnit.net XML', 'dotnet xunit-to-junit'],
  ['<robot generator="Robot 7.0"/>', 'Robot Framework XML', 'rebot --xunit report.xml output.xml'],
  ['<testng-results total="1"/>', 'TestNG XML', 'test-output/junitreports'],
  ['<TestLog/>', 'Boost.Test XML', '--log_format=JUNIT'],
  ['<Catch2TestRun/>', 'Catch2 XML', '--reporter junit'],
  ['<Site/>', 'CTest XML', 'ctest --output-junit'],
  ['<ns2:test-suite xmlns:ns2="urn:model.allure.qatools.yandex.ru"/>', 'an Allure result', 'JUnit reporter'],
  ['<coverage line-rate="1"/>', 'a coverage report', 'send the test report'],
  [allure, 'an Allure result', 'JUnit reporter'],
  [goTest, 'the output of go test -json', 'gotestsum --junitfile'],
  ['=== RUN   TestA\n--- FAIL: TestA (0.00s)\nFAIL\n', 'the output of go test -v', 'gotestsum --junitfile'],
  ['[\n  {\n    "elements": [],\n    "keyword": "Feature"\n  }\n]', 'the JSON of Cucumber or behave', 'behave --junit'],
  [mocha, 'the JSON of Mocha or mochawesome', 'mocha --reporter xunit'],
  ['{"collection": {"info": {"id": "1"}}, "run": {}}', 'the JSON of newman', '--reporter-junit-export'],
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
  ['<constructor/>', 'This XML file is not a JUnit report: its root element is <constructor>'],
  ['[1, 2]', 'Unrecognized report'],
  ['{"a": 1}', 'Unrecognized JSON report'],
])('the unknown %j is refused with what is supported', (file, message) => {
  expect(() => readReport(file)).toThrow(new RegExp(`^${message}.*Supported: JUnit XML, CTRF, Playwright JSON`))
})
