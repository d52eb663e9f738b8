import { describe, expect, test } from 'vitest'
import { lineOf, readReport } from './testing.ts'

describe('a TAP stream', () => {
  test('a TAP stream gets message and trace from the diagnostics', () => {
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

  test('points of a TAP stream with a dash and no description are called by their numbers', () => {
    expect(readReport('1..3\nok 1 - \nnot ok 2 -\nok 3 - # SKIP later\n').tests.map(lineOf)).toEqual([
      'TAP :: Test 1 = passed',
      'TAP :: Test 2 = failed',
      'TAP :: Test 3 = skipped',
    ])
  })

  test('a TAP stream may have Windows line breaks, no line break at its end, and UTF-16', () => {
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
  ])('a TAP stream is refused %s', (_title, report, message) => {
    expect(() => readReport(report, 65_536)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', message }))
  })

  test('a TAP stream with more tests than planned is read with a warning', () => {
    expect(readReport('1..1\nok\nok\n')).toMatchObject({
      tests: [{}, {}],
      warnings: ['1 tests planned, 2 found'],
    })
  })

  test('a TAP stream keeps the tests before a bail-out', () => {
    expect(readReport('1..9\nok 1 - a\nBail out!\nok 2 - b').tests.map(lineOf)).toEqual([
      'TAP :: a = passed',
      'TAP :: Bail out! = error',
    ])
  })

  test('a TAP stream of tape gets its suites from the comments before its points', () => {
    const report = `TAP version 13
# login
not ok 1 should be equal
  ---
    operator: equal
  ...
# logout
ok 2 should be equal
# SKIP later
# sign up
not ok 3 should be truthy
# sign out
ok 4 should be truthy

1..4
# tests 4
# pass  2
# fail  2
`
    const found = readReport(report)
    expect(found.tests.map(lineOf)).toEqual([
      'login :: should be equal = failed',
      'logout :: should be equal = passed',
      'sign up :: should be truthy = failed',
      'sign out :: should be truthy = passed',
    ])
    expect(found.failures).toEqual([2])
  })

  test.each([
    ['bats', "not ok 1 a\n# (in test file a.bats, line 2)\n#   `false' failed\n# output of it\nok 2 b\n"],
    ['Test::More', "not ok 1 - a\n#   Failed test 'a'\n#   at t/a.t line 2.\n#          got: '1'\nok 2 - b\n"],
    ['AVA', '# a\nnot ok 1 - a\n# b\nok 2 - b\n'],
    ['node:test', '# Subtest: a\nnot ok 1 - a\n# Subtest: b\nok 2 - b\n# tests 2\n# suites 0\n# duration_ms 1.2\n'],
  ])('a TAP stream of %s has no groups: its comments are diagnostics or names', (_title, lines) => {
    expect(readReport(`1..2\n${lines}`).tests.map(lineOf)).toEqual(['TAP :: a = failed', 'TAP :: b = passed'])
  })

  test.each(['failed login is refused', 'test 1: at home', 'expected values', 'running in circles', 'ok to go'])(
    'has the group %s, which begins like a remark',
    (group) => {
      expect(readReport(`# first\nok 1 a\n# ${group}\nok 2 a\n1..2\n`).tests[1]?.suite).toEqual([group])
    },
  )

  test.each([
    'tests 2',
    'pass  1',
    'failed 1 of 2 tests',
    'duration_ms 12.5',
    'time=1.5ms',
    'ok',
    'SKIP later',
    'not ok 2 of an inner stream',
    'Totals: pass:1',
    'Looks like you failed 1 test',
    'Starting 2 tests from 1 file',
    'RUN global.a',
    '----',
    'expected: 1',
  ])('a TAP stream has no group in the remark # %s', (remark) => {
    expect(readReport(`# first\nok 1 a\n# ${remark}\nok 2 b\n1..2\n`).tests[1]?.suite).toEqual(['first'])
  })

  test.each([
    'took 12 ms',
    'user 1795419315092',
    'ran at 10:15',
    'id 0b6c1f4e9a',
    'Testing Shop 1.23.4, Perl 5.036',
    'listening on http://localhost:3000',
    'wrote /tmp/x1/out.log',
    '0.7312',
  ])('a TAP stream has no group in the comment # %s, which differs from run to run', (comment) => {
    expect(readReport(`# first\nok 1 a\n# ${comment}\nok 2 b\n1..2\n`).tests[1]?.suite).toEqual(['first'])
  })

  test.each([
    ['of node:test', 'TAP version 13\n# printed\n# Subtest: a\nok 1 - a\n# printed\n# Subtest: b\nok 2 - b\n1..2\n'],
    ['that begins with its plan', '1..2\n# printed\nok 1 - a\n# printed too\nok 2 - b\n'],
    ['that begins with a point', 'TAP version 13\nok 1 - a\n# printed\nok 2 - b\n1..2\n'],
  ])('%s has no group in what a test prints', (_title, report) => {
    expect(readReport(report).tests.map(lineOf)).toEqual(['TAP :: a = passed', 'TAP :: b = passed'])
  })

  test('a TAP stream of Python has the groups of its comments', () => {
    expect(readReport('1..1\n# TAP results for TestCart\nok 1 a\n').tests.map(lineOf)).toEqual([
      'TestCart :: a = passed',
    ])
  })

  test.each([
    ['counts', 3],
    ['does not count', 2],
  ])('of Catch2 has warnings, which its plan %s', (_title, plan) => {
    const report = `# a\nok 1 - x == 1\n# a\nwarning 2 - it may\n# a\nok 3 - y == 1\n1..${plan}\n`
    const found = readReport(report)
    expect([found.tests.map(lineOf), found.warnings, found.ignored]).toEqual([
      ['a :: x == 1 = passed', 'a :: y == 1 = passed'],
      [],
      { line: 1 },
    ])
    expect(() => readReport(report.replace(/1\.\.\d/, '1..4'))).toThrow('4 tests planned, 2 found')
  })

  test.each(['1..3 todo 1 3;', '1..3 todo 1 3'])('of Perl may name the points to do in its plan: %s', (plan) => {
    const report = `${plan}\nnot ok 1\nok 2\nok 3\n`
    expect(readReport(report).tests.map(lineOf)).toEqual([
      'TAP :: Test 1 = skipped',
      'TAP :: Test 2 = passed',
      'TAP :: Test 3 = passed',
    ])
  })

  test('a TAP stream of prove is read file by file, without the ok after each', () => {
    const found = readReport(
      't/a.t .. \nok 1 - x\nnot ok 2 - y\n1..2\nFailed 1/2 subtests\nt/b.t .. \n1..1\nok 1 - x\nok\n',
    )
    expect(found.tests.map(lineOf)).toEqual(['t/a.t :: x = passed', 't/a.t :: y = failed', 't/b.t :: x = passed'])
    expect(found).toMatchObject({ declared: [3], warnings: [] })
  })

  test('a TAP stream may follow other output, as of npm test', () => {
    const report = '\n> shop@1.0.0 test\n> tape *.js\n\nok, building\n\nTAP version 13\nok 1 a\n1..1\n'
    expect(readReport(report).tests.map(lineOf)).toEqual(['TAP :: a = passed'])
    expect(readReport('building\nnot ok 1 - a\n1..1\n', 1).tests.map(lineOf)).toEqual(['TAP :: a = failed'])
  })

  test.each([
    ['3..4\nok 3 a\nok 4 b\n', 2],
    ['1..0\n', 0],
  ])('a TAP stream with the plan %j declares %d tests', (report, count) => {
    expect(readReport(report).declared).toEqual([count])
  })

  test.each([
    ['ok 2-description', 'description'],
    ['ok-description', 'description'],
    ['ok 2 - description', 'description'],
    ['ok 2 -1 is negative', '-1 is negative'],
    ['ok 1 - parses {', 'parses {'],
    ['ok 1 - parses { # time=1ms', 'parses {'],
    ['ok 1 - parses {\n  ---\n  a: b\n  ...', 'parses {'],
  ])('%j names the test %s', (point, name) => {
    for (const report of [`1..1\n${point}\n`, `1..2\n${point}\nok 2 other\n`])
      expect(readReport(report).tests[0]).toMatchObject({ name, executions: [{ status: 'passed' }] })
  })

  test.each([
    ['not ok 1 - outer {\n    not ok 1 - inner\n    1..1\n}\n'],
    ['not ok 1 - outer { # time=1ms\n    not ok 1 - inner\n    1..1\n}\n'],
    ['not ok 1 - outer\n  ---\n  a: b\n  ...\n{\n    not ok 1 - inner\n    1..1\n}\n'],
    ['not ok 1 - outer {\n  ---\n  a: b\n  ...\n    not ok 1 - inner\n    1..1\n}\n'],
  ])('a TAP stream has a subtest in braces: %j', (report) => {
    expect(readReport(`1..1\n${report}`).tests.map(lineOf)).toEqual(['outer :: inner = failed'])
  })

  test('a TAP stream declares as many failures as its last count', () => {
    expect(readReport('1..1\nnot ok 1\n# fail  1\n# failed 1 of 1 tests\n').failures).toEqual([1])
  })
})
