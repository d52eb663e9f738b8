import { describe, expect, test } from 'vitest'
import { lineOf, readReport } from './testing.ts'

const ctrf = (test: object, results = {}) =>
  readReport(
    JSON.stringify({
      reportFormat: 'CTRF',
      results: { tool: { name: 'acme' }, tests: [{ name: 't', status: 'passed', duration: 1, ...test }], ...results },
    }),
  )

describe('a JSON report is refused', () => {
  const deep = `{"results": {"tests": [${'['.repeat(200)}`
  test.each([
    ['that breaks off', '{"results": {\n"tests": [\n', 'The report is truncated at line 3: the JSON is not complete'],
    ['with a word that is none', '{"results": {\n"tests": [\nx', 'The report is not valid JSON (line 3)'],
    ['with a wrong sign', '{"results": {\n"tests": {\n\n]', 'The report is not valid JSON (line 4)'],
    ['with more behind its end', '{"results": {}}\n\n{', 'The report is not valid JSON (line 3)'],
    ['with a line break in a text', '{"results":\n{"a": "b\nc"}}', 'The report is not valid JSON (line 2)'],
    ['nested too deep', deep, 'The report is nested deeper than 200 levels (line 1)'],
    ['of another kind', '{"name": "assay", "version": 1}', 'Unrecognized JSON report'],
    ['in UTF-16 that breaks off', Buffer.from('\ufeff{"results":\n{', 'utf16le'), 'The report is truncated at line 2'],
  ])('%s', (_title, report, message) => {
    for (const size of [1000, 3, 1])
      expect(() => readReport(report, size)).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining(message) }),
      )
  })
})

test.each([
  ['mochawesome', { stats: { suites: 1, tests: 1, passes: 1, skipped: 0 }, results: [{ suites: [{ title: 'a' }] }] }],
  ['an unknown tool', { suites: [{ title: 'a' }], results: { summary: { tests: 1 } }, testResults: [{ name: 'a' }] }],
])('the JSON of %s is refused, though it shares members with a supported format', (_title, report) => {
  expect(() => readReport(JSON.stringify(report))).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
})

test.each(['[]', '[{"name": "assay"}]'])('a list without a feature is refused: %s', (report) => {
  expect(() => readReport(report)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
})

test('a CTRF report without the name of its format is known by its tests', () => {
  expect(readReport('{"results": {"tests": [{"name": "t", "status": "failed"}]}}').format).toBe('ctrf')
})

test('the parameters of a CTRF test tell it from others of its name', () => {
  expect(ctrf({ parameters: { n: 1, on: true, of: { a: 'b' } } }).tests[0]?.parameters).toBe(
    'n=1, on=true, of={"a":"b"}',
  )
})

test.each([
  ['CTRF', '{"results": {"tool": {"name": "acme"},\n"tests": [{"name": "naïve", "status": "failed"}]}}'],
  ['go test -json', '{"Action":"fail","Package":"acme","Test":"naïve"}\n{"Action":"fail","Package":"acme"}\n'],
  ['Cucumber', '[{"name": "acme", "elements": [{"name": "naïve", "steps": [{"result": {"status": "failed"}}]}]}]'],
])('%s is read in UTF-16, as Windows PowerShell writes it', (_format, report) => {
  const little = Buffer.from(`\ufeff${report}`, 'utf16le')
  for (const bytes of [little, Buffer.from(little).swap16()])
    for (const size of [1000, 3, 1])
      expect(readReport(bytes, size).tests.map(lineOf)).toEqual(readReport(report).tests.map(lineOf))
  expect(readReport(report).tests.map(lineOf)).toEqual(['acme :: naïve = failed'])
})

test.each([
  ['CTRF', '{"results": {"tests": [{"name": "na\u00efve", "status": "passed"}]}}'],
  ['go test -json', '{"Action":"pass","Package":"p","Test":"na\u00efve"}\n{"Action":"pass","Package":"p"}\n'],
])('invalid bytes in %s are replaced, with a warning', (_format, report) => {
  const found = readReport(Buffer.from(report, 'latin1'))
  expect([found.tests[0]?.name, found.warnings]).toEqual(['na\ufffdve', ['Invalid UTF-8 bytes were replaced']])
})

test('a failed CTRF test without a name is kept', () => {
  expect(ctrf({ name: undefined, status: 'failed', message: 'boom' }).tests.map(lineOf)).toEqual([
    'acme :: Unnamed test = failed',
  ])
})

test('a test that is skipped after it failed stays failed', () => {
  const retryAttempts = [{ attempt: 1, status: 'failed' }]
  expect(ctrf({ status: 'skipped', retries: 1, retryAttempts }).tests.map(lineOf)).toEqual([
    'acme :: t = skipped, failed',
  ])
})

test.each([
  ['CTRF', { reportFormat: 'CTRF', results: { summary: { tests: 2, failed: 2 }, tests: [] } }, [2]],
  ['Playwright', { stats: { expected: 1, unexpected: 3, flaky: 0, skipped: 0 }, suites: [] }, [3]],
  ['Jest', { numTotalTests: 1, numFailedTests: 1, numRuntimeErrorTestSuites: 2, testResults: [] }, [1, 2]],
])('the failures that a %s report declares are read', (_title, report, failures) => {
  expect(readReport(JSON.stringify(report)).failures).toEqual(failures)
})

describe("Jest's result", () => {
  const aggregated = (file: object) =>
    readReport(JSON.stringify({ testResults: [{ testFilePath: '/app/a.test.js', testResults: [], ...file }] }))
  const passed = { title: 'passes', status: 'passed', ancestorTitles: [] }

  test.each([
    ['a failure message', { failureMessage: '● Test suite failed to run\n\n  Cannot find x' }, 'Cannot find x'],
    ['an error', { failureMessage: null, testExecError: { message: 'No tests' } }, 'No tests'],
    ['an error in text', { testExecError: 'x is not defined' }, 'x is not defined'],
    ['an error of unknown shape', { testExecError: { code: 'MODULE_NOT_FOUND' } }, null],
  ])('has a file that failed to load, by %s', (_title, file, message) => {
    const [only, ...others] = aggregated(file).tests
    expect(others).toEqual([])
    expect(only).toMatchObject({ name: 'Test file failed to load', executions: [{ status: 'error' }] })
    expect(only?.executions[0]?.message ?? null).toEqual(message === null ? null : expect.stringContaining(message))
  })

  test('has a file that failed besides its tests', () => {
    expect(aggregated({ testResults: [passed], failureMessage: 'afterAll broke' }).tests.map(lineOf)).toEqual([
      'a.test.js :: passes = passed',
      'a.test.js :: Test file failed = error',
    ])
  })

  test('of Vitest has a file that failed though none of its tests ran', () => {
    const report = {
      testResults: [
        { name: 'a.test.js', status: 'failed', message: '', assertionResults: [{ ...passed, status: 'skipped' }] },
      ],
    }
    expect(readReport(JSON.stringify(report)).tests.map(lineOf)).toEqual([
      'a.test.js :: passes = skipped',
      'a.test.js :: Test file failed = error',
    ])
  })

  test('that failed though every test passed has an error and a warning, in the JSON of Jest itself', () => {
    const report = (member: string, success: boolean) =>
      readReport(JSON.stringify({ success, testResults: [{ name: 'a.test.js', [member]: [passed] }] }))
    const found = report('assertionResults', false)
    expect([found.tests.map(lineOf), found.warnings]).toEqual([
      ['a.test.js :: passes = passed', 'Jest :: Test run failed = error'],
      ['The runner failed, but no test of the report did'],
    ])
    expect(report('assertionResults', true).tests).toHaveLength(1)
    expect(report('testResults', false).tests).toHaveLength(1)
  })

  test('of a run whose only failure is a file that failed to load has one error', () => {
    const file = { name: 'a.test.js', status: 'failed', message: 'Cannot find x', assertionResults: [] }
    expect(readReport(JSON.stringify({ success: false, testResults: [file] })).tests.map(lineOf)).toEqual([
      'a.test.js :: Test file failed to load = error',
    ])
  })

  test('of Vitest has names that are split at the sign by which its JUnit joins them', () => {
    const names = (meta: object) => {
      const tests = [{ ...passed, title: 'b > c', ancestorTitles: ['a'], ...meta }]
      return readReport(JSON.stringify({ testResults: [{ name: 'f', assertionResults: tests }] })).tests.map(lineOf)
    }
    expect([names({ meta: {} }), names({})]).toEqual([['f | a | b :: c = passed'], ['f | a :: b > c = passed']])
  })

  test.each([{ name: 'node', color: 'blue' }, 'node'])('has the project %j of a file in its names', (displayName) => {
    expect(aggregated({ displayName, testResults: [passed] }).tests.map(lineOf)).toEqual([
      'node | a.test.js :: passes = passed',
    ])
  })

  test('warns of an error for which Jest counts no failure', () => {
    const found = aggregated({ testResults: [passed], failureMessage: null, testExecError: 'beforeAll has crashed' })
    expect([found.tests.length, found.warnings]).toEqual([1, ['A test file has an error besides its tests: a.test.js']])
  })
})

describe('a JSON report is read', () => {
  test('a JSON report is read with a byte order mark and members in any order', () => {
    const report =
      '\ufeff{"results": {"tests": [{"name": "t", "status": "passed"}], "tool": {"name": "x"}}, "reportFormat": "CTRF"}'
    expect(readReport(report).tests.map(lineOf)).toEqual(['CTRF :: t = passed'])
  })

  test('a JSON report is read with texts above the limit, which are cut', () => {
    const found = ctrf({ status: 'failed', message: '\u00e9"\\\n\u0001'.repeat(200_000), trace: 'x'.repeat(60_000) })
    const [execution] = found.tests[0]?.executions ?? []
    expect([execution?.message?.length, execution?.trace?.length]).toEqual([10_000, 50_000])
    expect(execution?.message?.startsWith('\u00e9"\\\n\u00e9"\\\n')).toBe(true)
    expect(found.warnings).toEqual(['2 messages or traces were too long, cut'])
  })

  test('a JSON report is read with a __proto__ member, which changes no prototype', () => {
    const report =
      '{"results": {"tests": [{"__proto__": {"status": "failed"}, "constructor": 1, "name": "t", "status": "passed"}]}}'
    expect(readReport(report).tests.map(lineOf)).toEqual(['CTRF :: t = passed'])
  })

  test('a JSON report is read without ANSI sequences and control characters', () => {
    const found = ctrf({
      name: '\u001b[31mred\u001b[0m\u0000  name',
      status: 'failed',
      message: '\u001b[2mdim\u001b[22m\r\nline\u0007',
    })
    expect(found.tests).toMatchObject([{ name: 'red name', executions: [{ message: 'dim\nline' }] }])
  })

  test('a JSON report is read as empty when it holds no tests', () => {
    expect(readReport('{"reportFormat": "CTRF", "results": {"tests": []}}')).toMatchObject({
      format: 'ctrf',
      tests: [],
    })
    expect(readReport('{"suites": [], "errors": [], "stats": {"expected": 0}}')).toMatchObject({
      format: 'playwright',
      tests: [],
      declared: [0],
    })
    expect(readReport('{"numTotalTests": 0, "testResults": []}')).toMatchObject({
      format: 'jest',
      tests: [],
      declared: [0],
    })
  })
})

test.each([
  ['1780300800', 1_780_300_800, '2026-06-01T08:00:00.000Z'],
  ['milliseconds', 1_780_300_800_123, '2026-06-01T08:00:00.123Z'],
  ['zero', 0, null],
  ['text', '2026-06-01T10:00:00+02:00', '2026-06-01T08:00:00.000Z'],
])('a CTRF start in %s', (_title, start, startedAt) => {
  expect(ctrf({ start }).tests[0]?.executions[0]?.startedAt).toBe(startedAt)
})

test('unreadable start times give one warning', () => {
  expect(ctrf({ start: [] }).warnings).toEqual(['A start cannot be read'])
})
