import { describe, expect, test } from 'vitest'
import { READER_LIMITS } from './limits.ts'
import { openReader } from './open-reader.ts'
import { lineOf, readReport } from './testing.ts'
import { IGNORING_SINK } from './tidy-sink.ts'

const NEWMAN = 'name="s" errors="1" id="ba25b4bf-cafa-4f43-9ae1-4d6f550d5d0a"'
const suite = (cases: string, attributes = 'name="s"') => `<testsuite ${attributes}>${cases}</testsuite>`
const lines = (xml: string) => readReport(xml).tests.map(lineOf)
const executions = (children: string) =>
  readReport(suite(`<testcase name="t" time="0.5">${children}</testcase>`)).tests[0]?.executions

describe('the outcome of a case', () => {
  const at = { durationMs: 500, startedAt: null }
  test.each([
    ['no child', '', [{ status: 'passed', message: null, trace: null, ...at }]],
    [
      'a message and a body',
      '<failure message="m">b</failure>',
      [{ status: 'failed', message: 'm', trace: 'b', ...at }],
    ],
    [
      'a body only',
      '<failure>\n first \n second</failure>',
      [{ status: 'failed', message: 'first', trace: 'first \n second', ...at }],
    ],
    ['a type only', '<error type="Boom"/>', [{ status: 'error', message: 'Boom', trace: null, ...at }]],
    [
      'a body equal to the message',
      '<failure message="m"> m </failure>',
      [{ status: 'failed', message: 'm', trace: null, ...at }],
    ],
    ['a skip', '<skipped message="later"/>', [{ status: 'skipped', message: 'later', trace: null, ...at }]],
    [
      'a failure and a skip',
      '<skipped/><failure message="m"/>',
      [{ status: 'failed', message: 'm', trace: null, ...at }],
    ],
    [
      'a failure and an error',
      '<failure message="not f">tf</failure><error message="e">te</error>',
      [{ status: 'error', message: 'e', trace: 'te\n\nnot f\ntf', ...at }],
    ],
    [
      'several failures',
      '<failure message="one">t one</failure><failure message="two">t2</failure>',
      [{ status: 'failed', message: 'one', trace: 't one\n\ntwo\nt2', ...at }],
    ],
    [
      'a flaky failure and a flaky error',
      '<flakyFailure message="f"><stackTrace>st</stackTrace>not this</flakyFailure><flakyError type="E" time="0.1"/>',
      [
        { status: 'failed', message: 'f', trace: 'st', durationMs: null, startedAt: null },
        { status: 'error', message: 'E', trace: null, durationMs: 100, startedAt: null },
        { status: 'passed', message: null, trace: null, ...at },
      ],
    ],
    [
      'a rerun',
      '<rerunFailure message="again"/><error message="first"/>',
      [
        { status: 'error', message: 'first', trace: null, ...at },
        { status: 'failed', message: 'again', trace: null, durationMs: null, startedAt: null },
      ],
    ],
  ])('%s', (_title, children, expected) => {
    expect(executions(children)).toEqual(expected)
  })

  test('the class name is added to the suites unless a suite or the case name contains it', () => {
    const place = (suiteName: string, className: string, name = 'a b') =>
      lines(suite(`<testcase name="${name}" classname="${className}"/>`, `name="${suiteName}"`))[0]?.split(' :: ')[0]
    expect(place('pytest', 'tests.test_a.TestB')).toBe('pytest | tests.test_a.TestB')
    expect(place('com.acme.ATest', 'ATest')).toBe('com.acme.ATest')
    expect(place('acme/a', 'Acme.A')).toBe('acme/a')
    expect(place('Folder / Get it', 'FolderGetIt')).toBe('Folder / Get it')
    expect(place('s', 'b')).toBe('s')
    expect(place('s', 'xb')).toBe('s | xb')
  })

  test('the host name is a suite only in Playwright reports', () => {
    const report = (attributes: string, name = 'g › t') =>
      lines(
        `<testsuites ${attributes}><testsuite name="a.spec.ts" hostname="firefox">` +
          `<testcase name="${name}" classname="a.spec.ts"/></testsuite></testsuites>`,
      )
    expect(report('id="" name=""')).toEqual(['firefox | a.spec.ts | g :: t = passed'])
    expect(report('id=""', '[firefox] g › t')).toEqual(['firefox | a.spec.ts | g :: t = passed'])
    expect(report('name="vitest tests"')).toEqual(['a.spec.ts :: g › t = passed'])
  })

  test('an error that pytest writes as a second case belongs to the first', () => {
    expect(readReport(suite('<testcase name="t"/>', 'name="pytest"')).tests[0]?.reruns).toBe('teardown')
    expect(readReport(suite('<testcase name="t"/>')).tests[0]?.reruns).toBeUndefined()
  })

  test.each([
    ['a suite of another writer', suite('<system-err>warning: x</system-err>', 'name="s" errors="1"')],
    [
      'a suite around the one with the error',
      suite(`<testsuite name="i"><testcase name="t"><error/></testcase></testsuite><system-err>x</system-err>`, NEWMAN),
    ],
  ])('the output of %s is no request error', (_, report) => {
    const found = readReport(report)
    expect([found.tests.filter(({ name }) => name === 'Request'), found.ignored]).toEqual([[], { 'system-err': 1 }])
  })

  test.each([
    ['status="failed"', 'failed'],
    ['status="FAIL"', 'failed'],
    ['result="failure"', 'failed'],
    ['status="run" result="failed"', 'failed'],
    ['status="error"', 'error'],
    ['status="timed_out"', 'error'],
    ['status="disabled"', 'skipped'],
    ['status="run" result="completed"', 'passed'],
    ['executed="True" success="False"', 'failed'],
    ['status="1"', 'passed'],
  ])('the attribute %s alone states the outcome', (attribute, status) => {
    const found = readReport(suite(`<testcase name="t" ${attribute}/>`))
    expect(found.tests[0]?.executions[0]?.status).toBe(status)
  })

  test.each([
    ['<Failure/>', 'failed'],
    ['<failed/>', 'failed'],
    ['<ERROR/>', 'error'],
    ['<skip/>', 'skipped'],
    ['<ignored/>', 'skipped'],
  ])('the element %s states the outcome, as some writers call it', (element, status) => {
    expect(readReport(suite(`<testcase name="t">${element}</testcase>`)).tests[0]?.executions[0]?.status).toBe(status)
  })

  test('a child of the case outweighs its status', () => {
    expect(lines(suite('<testcase name="t" status="disabled"><failure/></testcase>'))).toEqual(['s :: t = failed'])
    expect(lines(suite('<testcase name="t" status="failed"><flakyFailure/></testcase>'))).toEqual([
      's :: t = failed, failed',
    ])
  })

  test('the class may be called class', () => {
    expect(lines(suite('<testcase name="t" class="A"/><testcase name="t" class="B"/>'))).toEqual([
      's | A :: t = passed',
      's | B :: t = passed',
    ])
  })

  test('a failed case without a name is kept, a passed one is ignored', () => {
    const found = readReport(suite('<testcase/><testcase><failure/></testcase><testcase name=""><error/></testcase>'))
    expect([found.tests.map(lineOf), found.ignored]).toEqual([
      ['s :: Unnamed test = failed', 's :: Unnamed test = error'],
      { testcase: 1 },
    ])
  })

  test('a failed case without any text is kept if the file has another test', () => {
    const report = (more: string) =>
      readReport(`<testsuites><testsuite>${more}<testcase><failure/></testcase></testsuite></testsuites>`)
    expect(report('<testcase name="a"/>').tests.map(lineOf)).toEqual([
      'JUnit :: a = passed',
      'JUnit :: Unnamed test = failed',
    ])
    const alone = report('')
    expect([alone.tests, alone.ignored, alone.warnings]).toEqual([
      [],
      { testcase: 1 },
      ['1 failed test was ignored, without any name of a test or suite and any message'],
    ])
  })

  test('a request error becomes a test only when no case reports it', () => {
    const report = (cases: string) =>
      suite(`<system-err>Iteration: 0\nECONNREFUSED\n at x</system-err>${cases}`, NEWMAN)
    expect(readReport(report('')).tests).toMatchObject([
      {
        suite: ['s'],
        name: 'Request',
        executions: [{ status: 'error', message: 'ECONNREFUSED', trace: 'Iteration: 0\nECONNREFUSED\n at x' }],
      },
    ])
    const shown = readReport(report('<testcase name="t"><error/></testcase>'))
    expect([shown.tests.length, shown.ignored]).toEqual([1, { 'system-err': 1 }])
  })
})

describe('the declared number of tests', () => {
  test.each([
    ['<testsuites tests="5"><testsuite name="s" tests="1"/></testsuites>', [5]],
    [
      '<testsuites><testsuite name="a" tests="2"><testsuite name="b" tests="2"/></testsuite>' +
        '<testsuite name="c" tests="1"/></testsuites>',
      [3],
    ],
    ['<testsuites><testsuite name="a"><testsuite name="b" tests="2"/></testsuite></testsuites>', [2]],
    ['<testsuites tests="unknown"><testsuite name="a"/></testsuites>', []],
  ])('%s', (xml, declared) => {
    expect(readReport(xml).declared).toEqual(declared)
  })
})

describe('the declared number of failures and errors', () => {
  test.each([
    ['<testsuites failures="2" errors="1"><testsuite name="s" failures="1"/></testsuites>', 3],
    ['<testsuites failures="0"><testsuite name="s" failures="1" errors="1"/></testsuites>', 2],
    [
      '<testsuites><testsuite failures="2"><testsuite failures="2"/></testsuite><testsuite errors="1"/></testsuites>',
      3,
    ],
    ['<testsuites failures="some"><testsuite name="s"/></testsuites>', 0],
  ])('%s', (xml, declared) => {
    expect(readReport(xml).failures).toEqual([declared])
  })
})

describe('a JUnit report is refused', () => {
  const limits = { ...READER_LIMITS, depth: 10, attributes: 3, attribute: 100, text: 1000 }
  const deep = (levels: number) => '<testsuite>'.repeat(levels) + '</testsuite>'.repeat(levels)
  const long = 'x'.repeat(200_000)
  test.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><testsuite/>', 'A report must not contain a DTD (line 1)'],
    [
      'a document type further on',
      '<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE testsuites>\n<testsuites/>',
      'A report must not contain a DTD (line 3)',
    ],
    [
      'an undefined entity',
      suite('<testcase name="&b;"/>'),
      'The report is not well-formed XML: undefined entity (line 1)',
    ],
    [
      'another root',
      '<project/>',
      'This XML file is not a JUnit report: its root element is <project>, not <testsuites> or <testsuite>',
    ],
    [
      'a wrong end tag',
      '<testsuite>\n<testcase name="a">\n</testsuite>',
      'The report is not well-formed XML: unexpected close tag (line 3)',
    ],
    [
      'a missing end',
      '<testsuite>\n<testcase name="a"/>\n',
      'The report is truncated at line 3: unclosed tag: testsuite',
    ],
    [
      'a comment without end',
      '<testsuite/>\n<!-- and',
      'The report is truncated at line 2: a comment, instruction or CDATA section is not closed',
    ],
    ['deep nesting', deep(11), 'The elements are nested deeper than 10 levels (line 1)'],
    ['many attributes', '<testsuite a="" b="" c="" d=""/>', 'An element has more than 3 attributes (line 1)'],
    [
      'a long attribute',
      `<testsuite\nname="${'x'.repeat(101)}"/>`,
      'An attribute is longer than 100 characters (line 2)',
    ],
    ['an attribute without end', `<testsuite name="${long}`, 'An attribute is longer than 100 characters (line 1)'],
    ['a tag without end', `<testsuite><${long}`, 'A tag has no end (line 1)'],
    ['an end tag without end', `<testsuite></${long}`, 'A tag has no end (line 1)'],
    ['a reference without end', `<testsuite>a &${long}`, 'An & does not start a character reference (line 1)'],
    [
      'a long text',
      suite(`<testcase name="a"><failure>\n${'x\n'.repeat(501)}</failure></testcase>`),
      'The texts of a test are longer than 1,000 characters',
    ],
    [
      'many long texts',
      suite(`<testcase name="a">${`<failure>${'x'.repeat(300)}</failure>`.repeat(4)}</testcase>`),
      'The texts of a test are longer than 1,000 characters',
    ],
    [
      'an unknown encoding',
      '<?xml version="1.0" encoding="klingon"?><testsuite/>',
      'The report declares the unknown encoding "klingon". Send it as UTF-8',
    ],
  ])('%s', (_title, xml, message) => {
    for (const size of [1 << 16, 4096, 1021])
      expect(() => readReport(xml, size, limits)).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining(message) }),
      )
  })

  test('a JUnit report is refused but not for long content that is not kept', () => {
    const output =
      `<system-out><![CDATA[${long}]]>${long}</system-out>` +
      `<!-- ${long} --><?go ${long} ?><made-up>${long}</made-up>`
    expect(readReport(suite(`<testcase name="a">${output}</testcase>`), 1000, limits)).toMatchObject({
      tests: [{ name: 'a' }],
      ignored: { 'system-out': 1, 'made-up': 1 },
    })
  })

  test('a JUnit report is refused but not for invalid bytes, which are replaced', () => {
    const found = readReport(
      Buffer.concat([
        Buffer.from('<testsuite name="s"><testcase name="a'),
        Buffer.from([0xff]),
        Buffer.from('\ufffd"/></testsuite>'),
      ]),
      5,
    )
    expect([found.tests.map(lineOf), found.warnings]).toEqual([
      ['s :: a\ufffd\ufffd = passed'],
      ["Bytes that are invalid in the report's encoding were replaced"],
    ])
    expect(readReport('<testsuite name="\ufffd"/>').warnings).toEqual([])
  })
})

test('a long report reads the same in chunks cut at any place', () => {
  const cases = Array.from(
    { length: 3_000 },
    (_, index) => `<testcase name="pays ${'x'.repeat(index % 23)}" classname="com.acme.Suite"/>`,
  )
  const report = `<testsuites>${cases.join('')}</testsuites>`
  const starts = Array.from({ length: 3_000 }, (_, index) => 60_000 + index).filter(
    (start) => report[start - 1] === '<',
  )
  for (const start of starts) {
    let count = 0
    const reader = openReader({ ...IGNORING_SINK, test: () => (count += 1) })
    for (const part of [report.slice(0, start), report.slice(start, start + 65_536), report.slice(start + 65_536)])
      reader.write(Buffer.from(part))
    Array.from(reader.end())
    expect(count).toBe(3_000)
  }
})
