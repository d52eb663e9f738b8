import { request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countResults } from '#shared/test-runs/summary.ts'
import { type Caller, machine, startTestServer, type TestServer } from '../testing/server.ts'
import { LiveWatcher } from '../live/testing.ts'
import { heldWhileRecording, largeReport, stateOf } from './testing.ts'

/* Reports that are recorded in several transactions, while other calls run. */

/** More parts than one transaction takes. */
const TESTS = 12_000

let server: TestServer
let project: { id: string; clientSecret: string }
let harness: Caller
let olga: Awaited<ReturnType<TestServer['person']>>
beforeEach(async () => {
  server = await startTestServer()
  olga = await server.person('Olga')
  project = await server.project(olga)
  harness = machine(project)
})
afterEach(() => server.close())

const upload = (report: string, query: Record<string, string> = { run: 'b1' }, headers: Record<string, string> = {}) =>
  server.upload(harness, project.id, report, query, headers)
const runs = async () => (await server.get(`/test-runs/project/${project.id}`, harness)).body as any[]
const db = () => server.services.db

const held = async () => await heldWhileRecording(server, project.id)

test('a run that a large report starts is nowhere until the report is recorded, then it is whole', async () => {
  const suite = await server.suite(olga, project.id, 'suite 0')
  const testCase = await server.testCase(olga, suite.id, { name: 'test 0' })
  const uploaded = upload(largeReport(TESTS))
  const { release } = await held()
  const hidden = await db().selectFrom('test_runs').select('id').executeTakeFirstOrThrow()
  const result = await db().selectFrom('test_results').select('id').executeTakeFirstOrThrow()
  expect(await runs()).toEqual([])
  expect((await server.get(`/test-cases/${testCase.id}/results`, olga)).body).toEqual([])
  for (const path of [
    `/test-runs/${hidden.id}`,
    `/test-cases/test-run/${hidden.id}`,
    `/test-runs/${hidden.id}/overview`,
    `/test-runs/${hidden.id}/results`,
    `/test-runs/${hidden.id}/new-failures`,
    `/test-runs/result/${result.id}/attempts`,
  ])
    expect([path, (await server.get(path, olga)).status]).toEqual([path, 404])
  await release()
  const { status, body } = await uploaded
  expect([status, body.recorded, body.created, body.matched]).toEqual([201, TESTS, TESTS - 1, 1])
  expect(await runs()).toMatchObject([{ id: hidden.id, summary: { total: TESTS, passed: TESTS } }])
  const run = (await server.get(`/test-runs/${hidden.id}`, olga)).body
  expect(countResults(run.results)).toEqual(run.summary)
  expect((await server.get(`/test-cases/${testCase.id}/results`, olga)).body).toHaveLength(1)
  expect(await stateOf(db())).toMatchObject({ parts: 0, unfinished: 0 })
})

test('no write reaches a hidden run', async () => {
  const suite = await server.suite(olga, project.id)
  const testCase = await server.testCase(olga, suite.id)
  const { id, results } = (await server.post(`/test-runs/project/${project.id}`, {}, olga)).body
  await server.services.write(null, (trx) => trx.updateTable('test_runs').set({ is_receiving: 1 }).execute())
  for (const answer of [
    await server.post(`/test-runs/${id}/complete`, {}, olga),
    await server.delete(`/test-runs/${id}`, olga),
    await server.patch(`/test-runs/result/${results[0].id}`, { actualValue: 'ok' }, olga),
    await server.post(`/test-cases/${testCase.id}/execute`, { testRunId: id, actualValue: 'ok' }, olga),
    await server.post(`/test-runs/${id}/results`, { results: [{ testCaseId: testCase.id }] }, olga),
  ])
    expect(answer.status).toBe(404)
})

test('open pages hear of a hidden run only once its report is recorded', async () => {
  const page = new LiveWatcher(server.url, 'project', { projectId: project.id }, olga)
  await page.until((its) => its.types.includes('runs'))
  const listed = () => page.messages.flatMap(({ type, runs: shown }) => (type === 'runs' ? shown : []))
  const uploaded = upload(largeReport(TESTS))
  const { release } = await held()
  await expect(page.until(() => listed().length > 0, 1_000)).rejects.toThrow('not within')
  await release()
  expect((await uploaded).status).toBe(201)
  await page.until(() => listed().length > 0)
  expect(new Set(listed().map(({ summary }: any) => summary.total))).toEqual(new Set([TESTS]))
  page.stop()
})

test('while a report is recorded in a run, the run cannot be completed, and results appear', async () => {
  const run = await server.run(olga, project.id)
  const uploaded = upload(largeReport(TESTS), { run: run.id })
  const { releaseAfter } = await held()
  const { total } = (await server.get(`/test-runs/${run.id}/overview`, olga)).body.summary
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThan(TESTS)
  const completed = await releaseAfter(() => server.post(`/test-runs/${run.id}/complete`, {}, olga))
  expect(completed).toMatchObject({ status: 409, body: { message: expect.stringContaining('report') } })
  expect((await uploaded).status).toBe(201)
  expect((await server.post(`/test-runs/${run.id}/complete`, {}, olga)).body.summary.total).toBe(TESTS)
})

test('deleting the run of a report ends its recording with a 409, and nothing of it stays', async () => {
  const run = await server.run(olga, project.id)
  const uploaded = upload(largeReport(TESTS), { run: run.id })
  const { releaseAfter } = await held()
  expect((await releaseAfter(() => server.delete(`/test-runs/${run.id}`, olga))).status).toBe(200)
  const { status, body } = await uploaded
  expect([status, body.message]).toEqual([409, 'The run was deleted while its report was recorded'])
  await expect.poll(() => stateOf(db())).toEqual({ parts: 0, reports: 0, results: 0, runs: 0, unfinished: 0 })
})

test('two large shards that are recorded in one run at once give the same as one after the other', async () => {
  const shards = [largeReport(TESTS, 'one'), largeReport(TESTS, 'two', '<failure message="no"/>')]
  const answers = await Promise.all(
    shards.map((report, index) => upload(report, { run: 'b1', shard: `${index + 1}/2`, complete: 'true' })),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await runs()).toMatchObject([{ status: 'completed', summary: { total: TESTS, failed: TESTS } }])
  const run = (await server.get(`/test-runs/${answers[0]?.body.testRun.id}`, olga)).body
  expect(countResults(run.results)).toEqual(run.summary)
  expect(new Set(run.results.map(({ attempts }: any) => attempts))).toEqual(new Set([2]))
})

test('the same report sent again while it is recorded waits for the same answer', async () => {
  const calls: Record<string, string>[][] = [
    [{ run: 'b1' }, {}],
    [{}, { 'Idempotency-Key': 'once' }],
  ]
  for (const [query, headers] of calls) {
    const report = largeReport(TESTS, JSON.stringify(query))
    const uploaded = upload(report, query, headers)
    const { release } = await held()
    const again = upload(report, query, headers)
    await release()
    const [first, second] = [await uploaded, await again]
    expect([first.status, second.status, second.body]).toEqual([201, 200, first.body])
  }
  expect((await runs()).map(({ summary }) => summary.total)).toEqual([TESTS, TESTS])
})

test('an accepted report is recorded to its end when its sender goes away', async () => {
  const report = largeReport(TESTS)
  const sent = request(`${server.url}/api/test-runs/project/${project.id}/report?run=b1`, {
    method: 'PUT',
    headers: { authorization: harness.authorization, 'content-length': report.length },
  }).on('error', () => {})
  sent.end(report)
  const { release } = await held()
  sent.destroy()
  await release()
  await expect.poll(async () => (await runs()).map(({ summary }) => summary.total)).toEqual([TESTS])
})

test('a sender that goes away before acceptance leaves nothing', async () => {
  const report = largeReport(TESTS)
  const sent = request(`${server.url}/api/test-runs/project/${project.id}/report?run=b1`, {
    method: 'PUT',
    headers: { authorization: harness.authorization, 'content-length': report.length },
  }).on('error', () => {})
  await new Promise((resolve) => sent.write(report.slice(0, -100), resolve))
  sent.destroy()
  expect((await upload(largeReport(500), { run: 'b2' })).status).toBe(201)
  await expect.poll(() => stateOf(db())).toEqual({ parts: 0, reports: 1, results: 500, runs: 1, unfinished: 0 })
})

test('what several large reports of a run say about one case is decided over all of their parts', async () => {
  const keyed = (outcome: string) => `<testcase name="[C1] pays"><!---->${outcome}</testcase>`
  const filled = (first: string, last: string) =>
    `<testsuites><testsuite name="a">${first}</testsuite>${largeReport(2_000)}<testsuite name="b">${last}</testsuite></testsuites>`
  const { body } = await upload(filled(keyed('<failure message="first"/>'), keyed('')))
  const { results } = (await server.get(`/test-runs/${body.testRun.id}`, olga)).body
  const shown = results.find(({ testCase }: any) => testCase.name === '[C1] pays')
  expect(shown).toMatchObject({ status: 'failed', errorMessage: 'first', attempts: 2, flaky: false })
  expect(body).toMatchObject({ recorded: 2_001, attempts: 1, testRun: { summary: { failed: 1, passed: 2_000 } } })
})
