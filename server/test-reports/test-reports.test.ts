import { Agent, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { expectEntity } from '../testing/entities.ts'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer({ REPORT_MAX_MB: 1 })
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let harness: Caller
beforeEach(async () => {
  project = await server.project(olga)
  harness = machine(project)
})

const upload = (
  report: string | Uint8Array,
  query: Record<string, string> = { run: 'b1' },
  headers: Record<string, string> = {},
) => server.upload(harness, project.id, report, query, headers)
const junit = (cases: string, suite = 'Payments') =>
  `<testsuites><testsuite name="${suite}">${cases}</testsuite></testsuites>`
const REPORT = junit(`
  <testcase name="passes" time="1.5"/>
  <testcase name="fails"><failure message="expected 1">at line 3</failure></testcase>
  <testcase name="breaks"><error message="no server"/></testcase>
  <testcase name="waits"><skipped message="later"/></testcase>`)
const runOf = async (id: string) => (await server.get(`/test-runs/${id}`, harness)).body
const runs = async () => (await server.get(`/test-runs/project/${project.id}`, harness)).body

test('a report creates its run, suites and cases, and the answer counts what was read', async () => {
  const { status, body } = await upload(REPORT)
  expect(status).toBe(201)
  expectEntity('ReportAnswer', body)
  expectEntity('RunListItem', body.testRun)
  const summary = { total: 4, passed: 1, failed: 1, error: 1, pending: 0, skipped: 1, flaky: 0 }
  expect(body).toMatchObject({
    testRun: { key: 'b1', description: 'b1', status: 'running', createdBy: null, summary },
    format: 'junit',
    declared: null,
    read: 4,
    created: 4,
    matched: 0,
    recorded: 4,
    attempts: 0,
    ignored: [],
    warnings: [],
  })
  const { results } = await runOf(body.testRun.id)
  expect(
    results.map((result: any) => [
      result.testCase.testSuite.name,
      result.testCase.name,
      result.testCase.type,
      result.testCase.number,
    ]),
  ).toEqual([
    ['Payments', 'passes', 'auto', 1],
    ['Payments', 'fails', 'auto', 2],
    ['Payments', 'breaks', 'auto', 3],
    ['Payments', 'waits', 'auto', 4],
  ])
  expect(results[0]).toMatchObject({ status: 'passed', executionTimeMs: 1500, attempts: 1, executedBy: null })
  expect(results[1]).toMatchObject({ status: 'failed', errorMessage: 'expected 1', trace: 'at line 3' })
  expect(results[2]).toMatchObject({ status: 'error', errorMessage: 'no server' })
  expect(results[3]).toMatchObject({ status: 'skipped', errorMessage: 'later' })
})

test('the same bytes sent again for a run get the first answer and change nothing', async () => {
  const first = await upload(REPORT)
  for (const again of [await upload(REPORT), await upload(gzipSync(REPORT))])
    expect([again.status, again.body]).toEqual([200, first.body])
  const other = await upload(REPORT, { run: 'b2' })
  expect([other.status, other.body.matched, other.body.created]).toEqual([201, 4, 0])
  expect(await runs()).toHaveLength(2)
  expect((await runOf(first.body.testRun.id)).results.map(({ attempts }: any) => attempts)).toEqual([1, 1, 1, 1])
})

test('a later report adds attempts to those of the run, and the worst execution counts', async () => {
  const first = await upload(REPORT)
  const { body } = await upload(
    junit('<testcase name="fails"/><testcase name="breaks"><failure/></testcase><testcase name="waits"/>'),
  )
  expect(body).toMatchObject({
    created: 0,
    matched: 3,
    recorded: 3,
    attempts: 0,
    testRun: { summary: { passed: 2, flaky: 0, failed: 1, error: 1, skipped: 0, total: 4 } },
  })
  const { results } = await runOf(first.body.testRun.id)
  expect(results.map(({ status, attempts, flaky }: any) => [status, attempts, flaky])).toEqual([
    ['passed', 1, false],
    ['failed', 2, false],
    ['error', 2, false],
    ['passed', 2, false],
  ])
  expect(results[1]).toMatchObject({ errorMessage: 'expected 1', trace: 'at line 3' })
})

test('a retry replaces the results of earlier reports, and a failure that passes then is flaky', async () => {
  const first = await upload(REPORT)
  const { body } = await upload(junit('<testcase name="fails"/><testcase name="passes"/>'), {
    run: 'b1',
    retry: 'true',
  })
  expect(body).toMatchObject({
    created: 0,
    matched: 2,
    recorded: 2,
    attempts: 0,
    testRun: { summary: { passed: 2, flaky: 1, failed: 0, total: 4 } },
  })
  const { results } = await runOf(first.body.testRun.id)
  expect(results.map(({ status, attempts, flaky }: any) => [status, attempts, flaky])).toEqual([
    ['passed', 2, false],
    ['passed', 2, true],
    ['error', 1, false],
    ['skipped', 1, false],
  ])
  const attempts = (await server.get(`/test-runs/result/${results[1].id}/attempts`, olga)).body
  expect(attempts).toMatchObject([
    { number: 1, status: 'failed', trace: 'at line 3' },
    { number: 2, status: 'passed', trace: null },
  ])
})

test('retries within a report become attempts of one result', async () => {
  const { body } = await upload(
    junit(
      '<testcase name="x"><flakyFailure message="once">trace</flakyFailure></testcase>' +
        '<testcase name="y"><failure/><rerunFailure/></testcase>',
    ),
  )
  expect(body).toMatchObject({
    read: 4,
    recorded: 2,
    attempts: 2,
    testRun: { summary: { total: 2, passed: 1, failed: 1, flaky: 1 } },
  })
})

test('read equals the sum of recorded, attempts and ignored', async () => {
  const { body } = await upload(
    junit('<testcase name="x"><flakyError/><system-out>hello</system-out></testcase><testcase name="y"/>'),
  )
  expect(body.ignored).toEqual([{ element: 'system-out', count: 1, reason: expect.any(String) }])
  expect(body.read).toBe(body.recorded + body.attempts + 1)
})

describe('a report is refused and not recorded', () => {
  test.each([
    ['when it breaks off', 400, '<testsuites>\n<testsuite name="a">\n<testcase name="b"/>', 'line 3'],
    ['when it is no report', 400, 'hello\nworld\nand so on and so forth', 'Unrecognized report'],
    ['when it is empty', 400, '', 'empty'],
    ['when it has a DTD', 400, '<!DOCTYPE x [<!ENTITY a "b">]><testsuites/>', 'DTD'],
    ['when its gzip stream breaks off', 400, gzipSync(REPORT).subarray(0, 60), 'line'],
    ['when its gzip stream is damaged', 400, gzipSync(REPORT).fill(0x55, 12, 60), 'The gzip stream is damaged'],
    ['when it is too large', 413, junit('<testcase name="x"/>'.repeat(60_000)), 'larger than 1 MB'],
    ['when it is too large once unpacked', 413, gzipSync(junit(`<!--${' '.repeat(5_000_000)}-->`)), 'larger than 1 MB'],
  ])('%s', async (_, status, report, text) => {
    const answer = await upload(report)
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(text)])
    expect(answer.body.code).toBe(status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST')
    expect(await runs()).toEqual([])
    expect((await server.get(`/test-suites/project/${project.id}`, harness)).body).toEqual([])
  })

  test('a report is refused and not recorded when it is too large, and the connection serves the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (method: string, path: string, body = '') =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { authorization: harness.authorization, 'content-length': body.length }
        const sent = request(`${server.url}/api${path}`, { method, agent, headers }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode))
        })
        sent.once('error', reject).end(body)
      })
    const report = junit('<testcase name="x"/>'.repeat(65_000))
    expect(await send('PUT', `/test-runs/project/${project.id}/report`, report)).toBe(413)
    expect(await send('GET', `/projects/${project.id}`)).toBe(200)
    agent.destroy()
  })

  test('a report is refused and not recorded when the run has ended, unless the report was recorded before', async () => {
    const first = await upload(REPORT, { run: 'b1', complete: 'true' })
    expect(first.body.testRun.status).toBe('completed')
    const late = await upload(junit('<testcase name="late"/>'))
    expect([late.status, late.body.message]).toEqual([409, 'Only running test runs accept results'])
    const again = await upload(REPORT)
    expect([again.status, again.body]).toEqual([200, first.body])
  })

  test.each([
    ['a form', { 'content-type': 'multipart/form-data; boundary=x' }, 415, 'curl -T'],
    ['an unknown encoding', { 'content-encoding': 'br' }, 415, 'br'],
  ])('a report is refused and not recorded when it comes as %s', async (_, headers, status, text) => {
    const answer = await upload(REPORT, { run: 'b1' }, headers)
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(text)])
  })

  test.each([
    [{ run: '' }, 'run'],
    [{ run: 'x'.repeat(256) }, 'run'],
    [{ run: 'b1', complete: 'maybe' }, 'complete'],
    [{ run: 'b1', description: 'x'.repeat(10_001) }, 'description'],
  ])('a report is refused and not recorded with a bad %j, by the name of the field', async (query, field) => {
    const { status, body } = await upload(REPORT, query)
    expect([status, body.issues[0].path]).toEqual([400, [field]])
  })
})

test('gzip is detected by its first bytes, with and without the header', async () => {
  for (const [run, headers] of [
    ['a', {}],
    ['b', { 'content-encoding': 'gzip' }],
  ] as const)
    expect((await upload(gzipSync(REPORT), { run }, headers)).body.recorded).toBe(4)
})

test('a report finds its run by key or id, and starts one without a name', async () => {
  const started = (
    await server.post(`/test-runs/project/${project.id}`, { key: 'nightly', description: 'Nightly' }, harness)
  ).body
  for (const run of ['nightly', started.id])
    expect((await upload(junit(`<testcase name="${run}"/>`), { run })).body.testRun.id).toBe(started.id)
  for (const description of ['one', 'two'])
    expect((await upload(REPORT, { description })).body.testRun).toMatchObject({ key: null, description })
  expect(await runs()).toHaveLength(3)
  const taken = await server.post(`/test-runs/project/${project.id}`, { key: 'nightly' }, harness)
  expect([taken.status, taken.body.message]).toEqual([409, 'Another run of this project has this key'])
})

test('an Idempotency-Key makes a report without a run safe to repeat', async () => {
  const key = { 'Idempotency-Key': 'one' }
  const first = await upload(REPORT, {}, key)
  const again = await upload(REPORT, {}, key)
  expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
  expect((await upload(junit('<testcase name="other"/>'), {}, key)).status).toBe(409)
  expect(await runs()).toHaveLength(1)
})

test('members and the project credential may upload reports, strangers may not', async () => {
  const [tess, eve] = [await server.person('Tess'), await server.person('Eve')]
  await server.member(olga, project.id, tess)
  const other = machine(await server.project(olga))
  const nobody = { authorization: '' }
  const statuses = []
  for (const caller of [olga, tess, harness, eve, other, nobody])
    statuses.push((await server.upload(caller, project.id, REPORT)).status)
  expect(statuses).toEqual([201, 201, 201, 404, 404, 401])
})

test('POST equals PUT, and other methods answer 405', async () => {
  const path = `/test-runs/project/${project.id}/report?run=b1`
  const { status, body } = await server.call('POST', path, { as: harness, body: REPORT })
  expect([status, body.recorded]).toEqual([201, 4])
  const { status: other, headers } = await server.call('DELETE', path, { as: harness })
  expect([other, headers.get('allow')]).toEqual([405, 'PUT, POST, OPTIONS'])
})

test('the default limit of a report is 200 MB', () => {
  expect([readConfig({}).REPORT_MAX_MB, readConfig({ REPORT_MAX_MB: '50' }).REPORT_MAX_MB]).toEqual([200, 50])
})
