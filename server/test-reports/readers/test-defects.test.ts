import { describe, expect, test } from 'vitest'
import { REFERENCES_MAX } from '#shared/references.ts'
import { readReport } from './testing.ts'

/* One test in each format, with defects where the format has a place for them. */

const junit = (name: string, value: string) =>
  `<testsuite name="s"><testcase name="t"><properties><property name="${name}" value="${value}"/></properties></testcase></testsuite>`

const ctrf = (members: object) =>
  JSON.stringify({
    reportFormat: 'CTRF',
    results: {
      tool: { name: 'x' },
      summary: { tests: 1 },
      tests: [{ name: 't', status: 'passed', duration: 1, ...members }],
    },
  })

const playwright = (...annotations: object[]) => {
  const tests = [{ annotations, expectedStatus: 'passed', results: [{ status: 'passed' }] }]
  const suites = [{ title: 'a.spec.ts', specs: [{ title: 't', tests }] }]
  return JSON.stringify({ suites, stats: { expected: 1, unexpected: 0, flaky: 0 } })
}

const vitest = (meta: object) =>
  JSON.stringify({ testResults: [{ name: 'a.test.ts', assertionResults: [{ title: 't', status: 'passed', meta }] }] })

const tap = (...lines: string[]) =>
  `TAP version 14\n1..1\nnot ok 1 - t\n  ---\n${lines.map((line) => `  ${line}\n`).join('')}  ...\n`

const ADDRESS = 'https://tracker.example.com/PAY-2?a,b'

test.each([
  ['a property of JUnit', junit('defect', `PAY-1, ${ADDRESS}`)],
  ['a property of JUnit with the name issue', junit('issue', `PAY-1 ${ADDRESS}`)],
  ['a property of JUnit in capitals', junit('Bugs', `PAY-1,${ADDRESS}`)],
  ['a label of CTRF', ctrf({ labels: { defect: `PAY-1, ${ADDRESS}` } })],
  ['a list in the labels of CTRF', ctrf({ labels: { defects: ['PAY-1', ADDRESS] } })],
  ['the extra members of CTRF', ctrf({ extra: { issue: 'PAY-1', bug: ADDRESS } })],
  ['annotations in CTRF', ctrf({ extra: { annotations: [{ type: 'bug', description: `PAY-1 ${ADDRESS}` }] } })],
  [
    'annotations of Playwright',
    playwright({ type: 'issue', description: 'PAY-1' }, { type: 'defect', description: ADDRESS }),
  ],
  ['meta of Vitest', vitest({ defects: ['PAY-1', ADDRESS], retries: 3 })],
  ['a member in TAP', tap(`defect: PAY-1, ${ADDRESS}`)],
  ['a list in TAP', tap('defects:', '  - PAY-1', `  - '${ADDRESS}'`, 'severity: fail')],
  ['a list in brackets in TAP', tap(`issues: ["PAY-1", "${ADDRESS}"]`)],
])('%s names the defects of a test', (_, report) => {
  const found = readReport(report)
  expect([found.tests[0]?.defects, found.ignored]).toEqual([['PAY-1', ADDRESS], {}])
})

test.each([
  ['a label that is a flag', ctrf({ labels: { bug: true } }), { property: 1 }],
  ['an annotation without a description', playwright({ type: 'issue' }), {}],
  ['an annotation of another type', playwright({ type: 'owner', description: 'PAY-1' }), {}],
  ['null in TAP', tap('defects: null'), {}],
  ['an empty list in TAP', tap('defects: []'), {}],
  ['a property of another name', junit('issueType', 'PAY-1'), { property: 1 }],
  ['an address of another kind', junit('defect', 'ftp://files.example.com'), { defect: 1 }],
])('%s names no defect', (_, report, ignored) => {
  const found = readReport(report)
  expect([found.tests[0]?.defects, found.ignored]).toEqual([undefined, ignored])
})

describe('a sentence', () => {
  test('a sentence names the defects in it, and its other words are counted as ignored', () => {
    const { tests, ignored } = readReport(playwright({ type: 'issue', description: 'Flaky since PAY-12' }))
    expect([tests[0]?.defects, ignored]).toEqual([['PAY-12'], { defect: 2 }])
  })

  test('a sentence of one word names a defect, also without a digit', () => {
    expect(readReport(junit('defect', 'LOGIN')).tests[0]?.defects).toEqual(['LOGIN'])
  })
})

test('more defects than a result keeps are counted as ignored', () => {
  const many = Array.from({ length: REFERENCES_MAX + 2 }, (_, index) => `PAY-${index}`)
  const { tests, ignored } = readReport(ctrf({ labels: { defects: many } }))
  expect([tests[0]?.defects, ignored]).toEqual([many.slice(0, REFERENCES_MAX), { defect: 2 }])
})

test('defects in TAP are not repeated in the trace', () => {
  const [found] = readReport(tap('message: no', 'defects:', '  - PAY-1', 'stack: |', '  at a')).tests
  expect(found).toMatchObject({ defects: ['PAY-1'], executions: [{ message: 'no', trace: 'at a' }] })
  expect(readReport(tap('defect: PAY-1')).tests[0]?.executions[0]).toMatchObject({ message: null, trace: null })
})
