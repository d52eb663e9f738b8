import { beforeEach, expect, test } from 'vitest'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Tests of one report that share a name, and what a report says of itself. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let harness: Caller
beforeEach(async () => {
  project = await server.project(olga)
  harness = machine(project)
})

const upload = (report: string) => server.upload(harness, project.id, report, { run: 'b1' })
const junit = (cases: string, suite = 'Payments') =>
  `<testsuites><testsuite name="${suite}">${cases}</testsuite></testsuites>`
const runOf = async (id: string) => (await server.get(`/test-runs/${id}`, harness)).body

test('a test that fails and another of its name that passes later are two tests', async () => {
  const many = Array.from({ length: 450 }, (_, index) => `<testcase name="t${index}"/>`).join('')
  const { body } = await upload(junit(`<testcase name="x"><failure/></testcase>${many}<testcase name="x"/>`))
  expect(body).toMatchObject({
    read: 452,
    recorded: 452,
    attempts: 0,
    created: 452,
    testRun: { summary: { total: 452, passed: 451, failed: 1, flaky: 0 } },
  })
  const { results } = await runOf(body.testRun.id)
  const named = results.filter(({ testCase }: any) => testCase.name.startsWith('x'))
  expect(named.map(({ testCase, status }: any) => [testCase.name, status])).toEqual([
    ['x', 'failed'],
    ['x (2)', 'passed'],
  ])
})

test('a test that gotestsum runs again is one result with an attempt, unless the last one is skipped', async () => {
  const many = Array.from({ length: 450 }, (_, index) => `<testcase name="t${index}"/>`).join('')
  const { body } = await upload(
    junit(
      '<properties><property name="go.version" value="go1.22.6 linux/amd64"/></properties>' +
        `<testcase name="x"><failure/></testcase><testcase name="y"><failure/></testcase>${many}` +
        '<testcase name="x"/><testcase name="y"><skipped/></testcase>',
    ),
  )
  expect(body).toMatchObject({
    recorded: 453,
    attempts: 1,
    testRun: { summary: { total: 453, passed: 451, failed: 1, skipped: 1, flaky: 1 } },
  })
})

test.each([
  [
    'JUnit',
    '<testsuites failures="2" errors="1"><testsuite name="s"><testcase name="a"><failure/></testcase></testsuite></testsuites>',
    3,
  ],
  ['TAP', '1..1\nnot ok 1 a\n# fail 2\n', 2],
  [
    'CTRF',
    JSON.stringify({
      reportFormat: 'CTRF',
      results: { summary: { failed: 2 }, tests: [{ name: 'a', status: 'failed' }] },
    }),
    2,
  ],
])(
  'a %s report that declares more failures than it has gets a warning with both numbers',
  async (_, report, declared) => {
    const { body } = await upload(report)
    expect(body.testRun.summary.failed).toBe(1)
    expect(body.warnings).toEqual([`The report declares more failures and errors (${declared}) than were recorded (1)`])
  },
)

test('a report that declares its failures, flaky ones included, gets no warning', async () => {
  const { body } = await upload(
    '<testsuite name="s" tests="2" failures="3"><testcase name="a"><failure/><failure/></testcase>' +
      '<testcase name="b"><flakyFailure/></testcase></testsuite>',
  )
  expect(body.warnings).toEqual([])
})

test('a report without any test is recorded with a warning', async () => {
  const { status, body } = await upload('<testsuites/>')
  expect([status, body.recorded, body.warnings]).toEqual([201, 0, ['The report has no tests']])
})

test('a failed test stays failed beside a skipped one of its name', async () => {
  const { body } = await upload(
    junit('<testcase name="x"><failure/></testcase><testcase name="x"><skipped/></testcase>'),
  )
  expect(body.testRun.summary).toMatchObject({ total: 2, failed: 1, skipped: 1 })
})

test('a test that fails on one host and passes on another is two tests', async () => {
  const on = (host: string, cases: string) => `<testsuite name="s" hostname="${host}">${cases}</testsuite>`
  const failed = '<testcase name="x"><failure/></testcase>'
  const { body } = await upload(`<testsuites>${on('mac', failed)}${on('linux', '<testcase name="x"/>')}</testsuites>`)
  const { results } = await runOf(body.testRun.id)
  expect(results.map(({ testCase, status }: any) => [testCase.name, status])).toEqual([
    ['x', 'failed'],
    ['x (linux)', 'passed'],
  ])
})

test('an error of pytest after a test is an attempt of it', async () => {
  const { body } = await upload(
    junit('<testcase name="x"><failure/></testcase><testcase name="x"><error/></testcase>', 'pytest'),
  )
  expect(body).toMatchObject({ recorded: 1, attempts: 1, testRun: { summary: { total: 1, error: 1, flaky: 0 } } })
})
