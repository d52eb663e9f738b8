import { expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')

test('a project without runs has a quality without numbers', async () => {
  const project = await server.project(olga)
  const { status, body } = await server.get(`/projects/${project.id}/quality`, olga)
  expect(status).toBe(200)
  expect(body).toMatchObject({ runsToCount: 0, trend: [], broken: [], suites: [], numbers: { passRate: null } })
})

test('the quality of a project shows its runs, failures and suites', async () => {
  const project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  const testCase = await server.testCase(olga, suite.id)
  for (const status of ['passed', 'failed']) {
    const run = await server.run(olga, project.id)
    await server.post(`/test-cases/${testCase.id}/execute`, { testRunId: run.id, status, executionTimeMs: 7 }, olga)
    await server.post(`/test-runs/${run.id}/complete`, {}, olga)
  }
  const readQuality = async () => (await server.get(`/projects/${project.id}/quality`, olga)).body
  // A read waits half a second for the folding, then answers old numbers.
  let body = await readQuality()
  while (body.runsToCount > 0) body = await readQuality()
  expect(body.trend.map((point: any) => point.newFailures)).toEqual([0, 1])
  const trend = await server.get(`/projects/${project.id}/trend`, olga)
  expect([trend.body, trend.headers.get('x-total-count')]).toEqual([body.trend, '2'])
  const first = await server.get(`/projects/${project.id}/trend?limit=1`, olga)
  expect([first.body, first.headers.get('x-total-count')]).toEqual([body.trend.slice(0, 1), '2'])
  expect(first.headers.get('link')).toContain('limit=1&offset=1>; rel="next"')
  expect((await server.get(`/projects/${project.id}/trend?limit=1&offset=1`, olga)).body).toEqual(body.trend.slice(1))
  expect((await server.get(`/projects/${project.id}/trend?runs=1`, olga)).body).toEqual(body.trend.slice(1))
  expect(body.numbers).toMatchObject({
    passRate: 0,
    passRateBefore: 1,
    newFailures: 1,
    flaky: 0,
    broken: 1,
    testCases: 1,
  })
  expect(body.broken).toMatchObject([{ testCase: { id: testCase.id }, by: { name: 'Olga' } }])
  expect(body.slowest).toMatchObject([{ medianMs: 7, runs: 2 }])
  expect(body.suites).toMatchObject([{ testCases: 1, notRunIn14Days: 0, cells: [{ failed: 1 }, { passed: 1 }] }])
  const { body: flaky } = await server.get(`/projects/${project.id}/flaky`, olga)
  expect(body.flakiest).toEqual([])
  expect(flaky).toMatchObject([{ runs: 2, flips: 1, score: 0.05, volume: 0.1 }])
  const { body: cards } = await server.get(`/project-health?projectIds=${project.id}`, olga)
  expect(cards).toMatchObject([{ projectId: project.id, passRate: 0, newFailures: 1, flaky: 0 }])
  const { body: health } = await server.get(`/projects/${project.id}/test-case-health?testCaseIds=${testCase.id}`, olga)
  expect(health).toMatchObject([{ testCaseId: testCase.id, isFlaky: false, recent: [{ status: 'failed' }, {}] }])
})

test('the quality of a project is answered also with the largest execution times, whose median earlier versions stored as infinite', async () => {
  const project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  const testCase = await server.testCase(olga, suite.id)
  const executionTimeMs = Number.MAX_VALUE
  for (const _ of [1, 2]) {
    const run = await server.run(olga, project.id)
    const body = { testRunId: run.id, status: 'passed', executionTimeMs }
    expect((await server.post(`/test-cases/${testCase.id}/execute`, body, olga)).status).toBe(201)
    await server.post(`/test-runs/${run.id}/complete`, {}, olga)
  }
  const readQuality = async () => await server.get(`/projects/${project.id}/quality`, olga)
  let read = await readQuality()
  while (read.body.runsToCount > 0) read = await readQuality()
  expect([read.status, read.body.slowest]).toMatchObject([200, [{ medianMs: executionTimeMs, runs: 2 }]])

  await server.services.write(null, (db) =>
    db.updateTable('test_case_health').set({ median_ms: Infinity }).where('test_case_id', '=', testCase.id).execute(),
  )
  const { status, body } = await readQuality()
  expect([status, body.slowest]).toMatchObject([200, [{ medianMs: executionTimeMs, runs: 2 }]])
})
