import { describe, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { readReport } from './testing.ts'
import { IGNORING_SINK } from './tidy-sink.ts'

describe('the format is found from the content', () => {
  test.each([
    ['junit', '\ufeff \n<testsuites/>'],
    ['ctrf', ' \n{"reportFormat": "CTRF"}'],
    ['playwright', '{"config": {}, "suites": [], "stats": {"expected": 0}}'],
    ['jest', '{"testResults": [{"name": "a", "assertionResults": []}]}'],
    ['tap', '\n\nTAP version 14\n1..0\n'],
    ['tap', '1..0\n'],
    ['tap', 'ok\n1..1'],
    ['trx', '<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"/>'],
    ['trx', '<t:TestRun xmlns:t="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"/>'],
    ['robot', '<robot generator="Robot 7.0"/>'],
    ['nunit', '<test-run id="2" result="Passed"/>'],
    ['nunit', '<?xml version="1.0"?><!-- by NUnit --><test-results name="a"/>'],
    ['xunit', '\ufeff<assemblies><assembly/></assemblies>'],
    ['xunit', '<assembly/>'],
    ['testng', '<testng-results total="0"/>'],
    ['allure', '{"uuid": "1", "name": "a", "historyId": "b", "status": "failed"}'],
    ['allure', '{"file":"a-result.json","content":{"historyId":"b","name":"a"}}\n'],
    ['cucumber', '[\n  {\n    "elements": [],\n    "keyword": "Feature"\n  }\n]'],
    ['cucumber', '{"meta":{"protocolVersion":"32.2.0"}}\n{"testRunFinished":{"success":true}}\n'],
    ['gotest', '{"Time":"2026-01-02T03:04:05Z","Action":"start","Package":"a"}\n{"Action":"pass","Package":"a"}\n'],
    ['gotest', 'go: downloading x v1.0.0\n{"Time":"2026-01-02T03:04:05Z","Action":"start","Package":"a"}\n'],
    ['mocha', '{\n "stats": {\n "suites": 0, "tests": 0, "passes": 0, "failures": 0 }, "tests": []}'],
    ['newman', '{"collection": {"info": {}}, "run": {"stats": {"requests": {"total": 0}}, "executions": []}}'],
  ])('%s: %j', (format, report) => {
    expect([readReport(report).format, readReport(report, 1).format]).toEqual([format, format])
  })

  test.each([
    ['a page', '\n<!doctype HTML><html></html>', 'This is an HTML page. Send the report itself. Supported: JUnit XML'],
    ['a page without a type', '<html lang="en">', 'This is an HTML page'],
    [
      'text',
      'hello',
      'Unrecognized report. Supported: JUnit XML, CTRF, Playwright JSON, Jest or Vitest JSON, TAP, TRX, Allure results, ',
    ],
    ['more text', 'hello, this is just a text file', 'Unrecognized report'],
    ['nothing', '', 'The report is truncated at line 1: the file is empty'],
    ['white space', ' \n ', 'The report is truncated at line 1: the file is empty'],
  ])('%s is refused', (_title, file, message) => {
    for (const size of [1000, 1])
      expect(() => readReport(file, size)).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining(message) }),
      )
  })

  test('a file of white space is refused before it is read to its end', () => {
    const reader = openReader(IGNORING_SINK)
    expect(() => {
      for (let chunk = 0; chunk < 3; chunk += 1) reader.write(Buffer.alloc(40_000, ' '))
    }).toThrow('Unrecognized report')
  })
})
