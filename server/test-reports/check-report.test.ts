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

test.each(samples)('…/report/check counts %s as its upload does', async (file) => {
  const report = readFileSync(join(SAMPLES, file))
  const { format, declared, summary, attempts, ignored, warnings } = (await check(harness, report)).body
  const { body } = await server.upload(harness, project.id, report)
  expect({ format, declared, summary, attempts, ignored, warnings }).toEqual({
    format: body.format,
    declared: body.declared,
    summary: body.testRun.summary,
    attempts: body.attempts,
    ignored: body.ignored,
    warnings: body.warnings,
  })
})

test('…/report/check refuses what an upload refuses', async () => {
  const refused = (await check(harness, '<testsuite><testcase name="a">')).body
  expect(refused).toEqual((await server.upload(harness, project.id, '<testsuite><testcase name="a">')).body)
  expect((await check(stranger, JUNIT)).status).toBe(404)
  expect((await check(machine({ ...project, clientSecret: 'wrong' }), JUNIT)).status).toBe(401)
})
