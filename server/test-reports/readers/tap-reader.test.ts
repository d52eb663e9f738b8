import { describe, expect, test } from 'vitest'
import { lineOf, readReport } from './testing.ts'

describe('a TAP stream', () => {
  test('gets message and trace from the diagnostics', () => {
    const report = `TAP version 13
not ok 1 - a
  ---
  duration_ms: 1.5
  message: |-
    first
      second
  stack: |-
    at x
    at y
  ...
not ok 2 - b
  ---
  error: 'it''s \u001b[31mred\u001b[0m'
  code: E
  ...
not ok 3 - c
1..3
`
    expect(readReport(report).tests.map(({ executions }) => executions[0])).toEqual([
      { status: 'failed', message: 'first\n  second', trace: 'at x\nat y', durationMs: 1.5, startedAt: null },
      {
        status: 'failed',
        message: "it's red",
        trace: "error: 'it''s red'\ncode: E",
        durationMs: null,
        startedAt: null,
      },
      { status: 'failed', message: null, trace: null, durationMs: null, startedAt: null },
    ])
  })

  test.each([
    ['ok 1 - a # SKIP later', 'skipped', 'later'],
    ['not ok 1 - a # skipped', 'skipped', null],
    ['ok 1 - a # TODO later', 'passed', null],
    ['not ok 1 - a # TODO later', 'skipped', 'TODO later'],
    ['not ok 1 - a \\# TODO later', 'failed', null],
    ['ok', 'passed', null],
  ])('%s', (point, status, message) => {
    expect(readReport(`1..1\n${point}\n`).tests[0]?.executions).toMatchObject([{ status, message }])
  })

  test('may have Windows line breaks, no line break at its end, and UTF-16', () => {
    const report = '\ufeffTAP version 14\r\n1..1\r\nok 1 - a'
    for (const bytes of [Buffer.from(report), Buffer.from(report, 'utf16le')])
      expect(readReport(bytes, 3).tests.map(lineOf)).toEqual(['TAP :: a = passed'])
  })

  test('that plans no tests warns with the reason', () => {
    expect(readReport('TAP version 13\n1..0 # SKIP no database\n')).toMatchObject({
      tests: [],
      declared: [0],
      warnings: ['The report plans no test: SKIP no database'],
    })
  })

  test.each([
    ['without a plan', 'TAP version 13\nok 1 - a\n', 'The report is truncated at line 2: the plan is missing'],
    [
      'with fewer tests than planned',
      '1..2\nok 1 - a\n',
      'The report is truncated at line 2: 2 tests planned, 1 found',
    ],
    [
      'within braces',
      '1..1\nok 1 - a {\n    ok 1 - b\n',
      'The report is truncated at line 3: the subtest "a" has no end',
    ],
    [
      'within diagnostics',
      '1..1\nnot ok 1 - a\n  ---\n  message: x\n',
      'The report is truncated at line 4: the diagnostics of a test have no end',
    ],
    ['nested too deep', `1..1\n${' '.repeat(900)}ok 1\n`, 'The subtests are nested deeper than 200 levels (line 2)'],
    ['with an endless line', `1..1\n${'x'.repeat(1_100_000)}`, 'A line is longer than 1,000,000 characters (line 2)'],
  ])('is refused %s', (_title, report, message) => {
    expect(() => readReport(report, 65_536)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', message }))
  })

  test('with more tests than planned is read with a warning', () => {
    expect(readReport('1..1\nok\nok\n')).toMatchObject({
      tests: [{}, {}],
      warnings: ['1 tests planned, 2 found'],
    })
  })

  test('keeps the tests before a bail-out', () => {
    expect(readReport('1..9\nok 1 - a\nBail out!\nok 2 - b').tests.map(lineOf)).toEqual([
      'TAP :: a = passed',
      'TAP :: Bail out! = error',
    ])
  })
})
