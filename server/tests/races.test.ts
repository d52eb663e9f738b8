import { beforeEach, expect, test } from 'vitest'
import { countResults } from '#shared/test-runs/summary.ts'
import { isOnPostgres } from '../testing/database.ts'
import { type Answer, type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Concurrent writes leave consistent data, and no call answers 5xx, also on several servers. */

const server = await useTestServer()
const ada = await server.person('Ada')
let project: { id: string; clientSecret: string }
let suite: { id: string }
let harness: Caller
beforeEach(async () => {
  project = await server.project(ada)
  harness = machine(project)
  suite = await server.suite(harness, project.id)
})

async function atOnce(calls: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const answers = await Promise.all(calls)
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  for (const { status } of answers) expect(status).toBeLessThan(500)
  return counts
}
const times = <T>(count: number, call: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => call(index))
const newCase = (change: object = {}) =>
  server.post('/test-cases', { name: 'C', testSuiteId: suite.id, type: 'auto', ...change }, harness)
const record = (testCase: { id: string }, testRunId: string, actualValue = 'ok') =>
  server.post(`/test-cases/${testCase.id}/execute`, { testRunId, actualValue }, harness)
const report = (cases: number) => {
  const tests = times(cases, (index) => `<testcase name="test ${index}"/>`)
  return `<testsuites><testsuite name="Payments">${tests.join('')}</testsuite></testsuites>`
}

async function expectConsistent(testRunId: string): Promise<{ results: any[]; summary: any }> {
  const { body } = await server.get(`/test-runs/${testRunId}`, harness)
  expect(body.summary).toEqual(countResults(body.results))
  for (const result of body.results.filter(({ attempts }: any) => attempts > 1)) {
    const attempts = (await server.get(`/test-runs/result/${result.id}/attempts`, harness)).body
    expect(attempts.map(({ number }: any) => number)).toEqual(times(result.attempts, (index) => index + 1))
  }
  return body
}

/** Asserts that the cases of the suite are numbered from 1 without gaps. */
async function expectNumbered(): Promise<any[]> {
  const { testCases } = (await server.get(`/test-suites/${suite.id}`, harness)).body
  expect(testCases.map(({ number }: any) => number)).toEqual(times(testCases.length, (index) => index + 1))
  return testCases
}

test('concurrent results of one run are all stored, as consecutive attempts', async () => {
  const cases = (await Promise.all(times(3, () => newCase()))).map(({ body }) => body)
  const run = await server.run(harness, project.id)
  expect(await atOnce(times(60, (index) => record(cases[index % 3], run.id, `value ${index}`)))).toEqual({ 201: 60 })
  const { results } = await expectConsistent(run.id)
  expect(results.map(({ attempts }) => attempts)).toEqual([20, 20, 20])
})

test('a case that several calls add to a run joins it once', async () => {
  const run = await server.run(harness, project.id)
  const { body: late } = await newCase()
  const bulk = { results: [{ testCaseId: late.id, status: 'failed' }] }
  const calls = times(20, (index) =>
    index % 2 ? record(late, run.id) : server.post(`/test-runs/${run.id}/results`, bulk, harness),
  )
  await atOnce(calls)
  const { results } = await expectConsistent(run.id)
  expect(results.map(({ attempts }) => attempts)).toEqual([20])
})

test('concurrently created and deleted cases are numbered without gaps and duplicates', async () => {
  const first = (await Promise.all(times(10, () => newCase()))).map(({ body }) => body)
  const calls = times(30, (index) =>
    index % 3 === 2 ? server.delete(`/test-cases/${first[Math.floor(index / 3)].id}`, harness) : newCase(),
  )
  expect(await atOnce([...calls, ...times(3, () => server.upload(harness, project.id, report(5)))])).toEqual({
    200: 10,
    201: 23,
  })
  expect(await expectNumbered()).toHaveLength(20 + 5)
})

test('concurrently created and deleted suites are numbered without gaps and duplicates', async () => {
  const first = await Promise.all(times(6, () => server.suite(harness, project.id)))
  await atOnce([
    ...first.map(({ id }) => server.delete(`/test-suites/${id}`, harness)),
    ...times(9, () => server.post('/test-suites', { name: 'S', projectId: project.id }, harness)),
  ])
  const { testSuites } = (await server.get(`/projects/${project.id}`, harness)).body
  expect(testSuites.map(({ number }: any) => number)).toEqual(times(10, (index) => index + 1))
})

test('concurrent creates with the same automation key create one case', async () => {
  expect(await atOnce(times(9, () => newCase({ automationKey: 'checkout-1' })))).toEqual({ 201: 1, 409: 8 })
  expect(await expectNumbered()).toHaveLength(1)
})

test('concurrent starts with the same key start one run, by call or by report', async () => {
  expect(
    await atOnce(times(9, () => server.post(`/test-runs/project/${project.id}`, { key: 'build 1' }, harness))),
  ).toEqual({ 201: 1, 409: 8 })
  const shards = times(6, (index) =>
    server.upload(harness, project.id, report(index + 1), {
      run: 'build 2',
      shard: `${index + 1}/6`,
      complete: 'true',
    }),
  )
  expect(await atOnce([...shards, ...shards.slice(0, 2)])).toEqual({ 201: 8 })
  const runs = (await server.get(`/test-runs/project/${project.id}`, harness)).body
  expect(runs.map(({ key, status }: any) => [key, status])).toEqual(
    expect.arrayContaining([
      ['build 1', 'running'],
      ['build 2', 'completed'],
    ]),
  )
  expect(runs).toHaveLength(2)
})

test('concurrent uploads of the same report for the same run record it once', async () => {
  const calls = times(6, () => server.upload(harness, project.id, report(20), { run: 'same' }))
  expect(await atOnce(calls)).toEqual({ 200: 5, 201: 1 })
  const [run] = (await server.get(`/test-runs/project/${project.id}`, harness)).body
  expect((await expectConsistent(run.id)).summary).toMatchObject({ total: 20, passed: 20 })
})

test('concurrent calls with one Idempotency-Key record once: a result, or a report without a run', async () => {
  const { body: testCase } = await newCase()
  const run = await server.run(harness, project.id)
  const headers = { 'idempotency-key': 'once' }
  const call = () =>
    server.call('POST', `/test-cases/${testCase.id}/execute`, {
      as: harness,
      body: { testRunId: run.id, actualValue: 'ok' },
      headers,
    })
  expect(await atOnce(times(9, call))).toEqual({ 201: 9 })
  expect((await expectConsistent(run.id)).results[0].attempts).toBe(1)
  const other = { 'idempotency-key': 'once more' }
  await atOnce(times(6, () => server.upload(harness, project.id, report(3), {}, other)))
  expect((await server.get(`/test-runs/project/${project.id}`, harness)).body).toHaveLength(2)
})

test('no result is recorded after a run is completed', async () => {
  const { body: testCase } = await newCase()
  const run = await server.run(harness, project.id)
  const calls: Promise<Answer>[] = times(40, (index) => record(testCase, run.id, `value ${index}`))
  const ends = times(3, () => server.post(`/test-runs/${run.id}/complete`, {}, harness))
  await atOnce([...calls, ...ends])
  expect((await Promise.all(ends)).map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const recorded = (await Promise.all(calls)).filter(({ status }) => status === 201)
  const { results } = await expectConsistent(run.id)
  expect(results[0].attempts).toBe(recorded.length)
  const { completedAt } = (await server.get(`/test-runs/${run.id}`, harness)).body
  for (const { body } of recorded) expect(body.executedAt <= completedAt).toBe(true)
})

test('a project that is deleted under load leaves no records', async () => {
  const { body: testCase } = await newCase()
  const run = await server.run(harness, project.id)
  const uses = times(20, (index) => [
    record(testCase, run.id),
    newCase(),
    server.upload(harness, project.id, report(50 + index)),
    server.post(`/test-runs/project/${project.id}`, {}, harness),
  ])
  const deleted = Promise.race(uses.flat()).then(() => server.delete(`/projects/${project.id}`, ada))
  await atOnce([...uses.flat(), deleted])
  expect((await deleted).status).toBe(200)
  for (const table of ['test_suites', 'test_cases', 'test_case_revisions', 'test_runs', 'project_members'] as const) {
    const left = () =>
      server.services.db.selectFrom(table).select('project_id').where('project_id', '=', project.id).execute()
    await expect.poll(left, { message: table }).toEqual([])
  }
})

test('a suite that is deleted while reports fill it is consistent or absent', async () => {
  const uploads = times(4, (index) => server.upload(harness, project.id, report(100), { run: `build ${index}` }))
  await atOnce([...uploads, server.delete(`/test-suites/${suite.id}`, harness), ...times(8, () => newCase())])
  const { testSuites } = (await server.get(`/projects/${project.id}`, harness)).body
  for (const { testCases } of testSuites)
    expect(testCases.map(({ number }: any) => number)).toEqual(times(testCases.length, (index) => index + 1))
  const runs = (await server.get(`/test-runs/project/${project.id}`, harness)).body
  expect(runs).toHaveLength(4)
  for (const { id } of runs) expect((await expectConsistent(id)).summary).toMatchObject({ total: 100, passed: 100 })
})

/* SQLite has one writer for all projects. */
test.skipIf(!isOnPostgres)('a slow write delays other writes of its project only', async () => {
  const [isHeld, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const long = server.services.write({ project: project.id }, async () => {
    isHeld.resolve()
    await isOver.promise
  })
  try {
    await isHeld.promise
    let answered = 0
    const waiting = times(36, () => newCase().finally(() => (answered += 1)))
    const other = await server.project(ada, 'Other')
    expect((await server.post('/test-suites', { name: 'S', projectId: other.id }, ada)).status).toBe(201)
    expect(answered).toBe(0)
    isOver.resolve()
    expect(await atOnce(waiting)).toEqual({ 201: 36 })
  } finally {
    isOver.resolve()
    await long
  }
})
