import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Reading a report without recording it. */

const server = await useTestServer()
const olga = await server.person('Olga')
const stranger = await server.person('Sam')
let project: { id: string; clientSecret: string }
let harness: Caller
beforeEach(async () => {
  project = await server.project(olga)
  harness = machine(project)
})

const JUNIT = `<testsuites><testsuite name="Cart" tests="5">
  <testcase name="a"/>
  <testcase name="b"><failure message="no"/></testcase>
  <testcase name="c"><flakyFailure message="once"/></testcase>
  <testcase name="d"><skipped/></testcase>
  <testcase name="e"><error/><system-out>log</system-out></testcase>
</testsuite></testsuites>`

async function check(caller: Caller, report: string | Uint8Array, method: 'PUT' | 'POST' = 'PUT') {
  const response = await fetch(`${server.url}/api/test-runs/project/${project.id}/report/check`, {
    method,
    body: Buffer.from(report),
    headers: { authorization: caller.authorization },
  })
  return { status: response.status, body: await response.json() }
}

test.each(['PUT', 'POST'] as const)(
  '%s …/report/check counts the tests of a report and records nothing',
  async (method) => {
    for (const body of [JUNIT, gzipSync(JUNIT)]) {
      const { status, body: answer } = await check(harness, body, method)
      expect([status, answer]).toMatchObject([
        200,
        {
          format: 'junit',
          declared: 5,
          summary: { total: 5, passed: 2, failed: 1, error: 1, skipped: 1, pending: 0, flaky: 1 },
          attempts: 1,
          ignored: [{ element: expect.stringContaining('system-out'), count: 1 }],
          warnings: [],
        },
      ])
    }
    const found = (await server.get(`/projects/${project.id}`, olga)).body
    expect([found.testSuites, (await server.get(`/test-runs/project/${project.id}`, olga)).body]).toEqual([[], []])
  },
)

const SAMPLES = join(import.meta.dirname, 'readers/samples')
const samples = readdirSync(SAMPLES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
  .map((entry) => relative(SAMPLES, join(entry.parentPath, entry.name)))

/** What the check says of a report, and then what its upload says. */
async function counts(report: string | Uint8Array) {
  const checked = (await check(harness, report)).body
  const { body } = await server.upload(harness, project.id, report)
  const { format, declared, attempts, ignored, warnings } = body
  return { checked, uploaded: { format, declared, summary: body.testRun.summary, attempts, ignored, warnings } }
}

test.each(samples)('…/report/check counts %s as its upload does', async (file) => {
  const { checked, uploaded } = await counts(readFileSync(join(SAMPLES, file)))
  expect(checked).toEqual(uploaded)
})

const sharing = (...outcomes: string[]) =>
  `<testsuite name="Cart">${outcomes.map((one, index) => `<testcase name="[C1] part ${index}">${one}</testcase>`).join('')}</testsuite>`
const FLAKY = '<flakyFailure message="once"/>'
const retried = { name: 'pays', status: 'skipped', retries: 1, retryAttempts: [{ attempt: 1, status: 'failed' }] }

test.each([
  ['a flaky test that shares its case with one that passed', sharing(FLAKY, '')],
  ['a flaky test that shares its case with one that failed', sharing(FLAKY, '<failure/>', '<skipped/>')],
  ['a failed test that shares its case with a flaky one', sharing('<rerunError/><failure/>', FLAKY)],
  ['a test that was skipped after it failed', JSON.stringify({ results: { tests: [retried] } })],
])('…/report/check counts %s as its upload does', async (_, report) => {
  const { checked, uploaded } = await counts(report)
  expect(checked).toEqual(uploaded)
})

test('…/report/check refuses what an upload refuses', async () => {
  const refused = (await check(harness, '<testsuite><testcase name="a">')).body
  expect(refused).toEqual((await server.upload(harness, project.id, '<testsuite><testcase name="a">')).body)
  expect((await check(stranger, JUNIT)).status).toBe(404)
  expect((await check(machine({ ...project, clientSecret: 'wrong' }), JUNIT)).status).toBe(401)
})
