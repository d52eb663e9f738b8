import { beforeEach, expect, test } from 'vitest'
import { countResults } from '#shared/test-runs/summary.ts'
import { isOnPostgres } from '../testing/database.ts'
import { type Answer, type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Writes that meet: whatever wins, what is left is whole, and nobody gets a 5xx. Behind a proxy they meet on several servers. */

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

/** Makes calls at once and counts how often each status was answered. */
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
const report = (cases: number) =>
  `<testsuites><testsuite name="Payments">${times(cases, (index) => `<testcase name="test ${index}"/>`).join('')}</testsuite></testsuites>`

async function expectWhole(testRunId: string): Promise<{ results: any[]; summary: any }> {
  const { body } = await server.get(`/test-runs/${testRunId}`, harness)
  expect(body.summary).toEqual(countResults(body.results))
  for (const result of body.results.filter(({ attempts }: any) => attempts > 1)) {
    const attempts = (await server.get(`/test-runs/result/${result.id}/attempts`, harness)).body
    expect(attempts.map(({ number }: any) => number)).toEqual(times(result.attempts, (index) => index + 1))
  }
  return body
}

async function expectInOrder(): Promise<any[]> {
  const { testCases } = (await server.get(`/test-suites/${suite.id}`, harness)).body
  expect(testCases.map(({ number }: any) => number)).toEqual(times(testCases.length, (index) => index + 1))
  return testCases
}

test('results of one run are all kept, as attempts from one to the last', async () => {
  const cases = (await Promise.all(times(3, () => newCase()))).map(({ body }) => body)
  const run = await server.run(harness, project.id)
  expect(await atOnce(times(60, (index) => record(cases[index % 3], run.id, `value ${index}`)))).toEqual({ 201: 60 })
  const { results } = await expectWhole(run.id)
  expect(results.map(({ attempts }) => attempts)).toEqual([20, 20, 20])
})

test('a case joins a run once, whoever executes it first', async () => {
  const run = await server.run(harness, project.id)
  const { body: late } = await newCase()
  const bulk = { results: [{ testCaseId: late.id, status: 'failed' }] }
  const calls = times(20, (index) =>
    index % 2 ? record(late, run.id) : server.post(`/test-runs/${run.id}/results`, bulk, harness),
  )
  await atOnce(calls)
  const { results } = await expectWhole(run.id)
  expect(results.map(({ attempts }) => attempts)).toEqual([20])
})

test('cases are numbered without gaps and doubles while they come and go', async () => {
  const first = (await Promise.all(times(10, () => newCase()))).map(({ body }) => body)
  const calls = times(30, (index) =>
    index % 3 === 2 ? server.delete(`/test-cases/${first[Math.floor(index / 3)].id}`, harness) : newCase(),
  )
  expect(await atOnce([...calls, ...times(3, () => server.upload(harness, project.id, report(5)))])).toEqual({
    200: 10,
    201: 23,
  })
  expect(await expectInOrder()).toHaveLength(20 + 5)
})

test('suites are numbered without gaps and doubles while they come and go', async () => {
  const first = await Promise.all(times(6, () => server.suite(harness, project.id)))
  await atOnce([
    ...first.map(({ id }) => server.delete(`/test-suites/${id}`, harness)),
    ...times(9, () => server.post('/test-suites', { name: 'S', projectId: project.id }, harness)),
  ])
  const { testSuites } = (await server.get(`/projects/${project.id}`, harness)).body
  expect(testSuites.map(({ number }: any) => number)).toEqual(times(10, (index) => index + 1))
})

test('an automation key belongs to one case', async () => {
  expect(await atOnce(times(9, () => newCase({ automationKey: 'checkout-1' })))).toEqual({ 201: 1, 409: 8 })
  expect(await expectInOrder()).toHaveLength(1)
})

test('a key starts one run, by a call or by a report', async () => {
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

test('the same report for the same run is recorded once', async () => {
  const calls = times(6, () => server.upload(harness, project.id, report(20), { run: 'same' }))
  expect(await atOnce(calls)).toEqual({ 200: 5, 201: 1 })
  const [run] = (await server.get(`/test-runs/project/${project.id}`, harness)).body
  expect((await expectWhole(run.id)).summary).toMatchObject({ total: 20, passed: 20 })
})

test('an Idempotency-Key counts once, for a result and for a report without a run', async () => {
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
  expect((await expectWhole(run.id)).results[0].attempts).toBe(1)
  const other = { 'idempotency-key': 'once more' }
  await atOnce(times(6, () => server.upload(harness, project.id, report(3), {}, other)))
  expect((await server.get(`/test-runs/project/${project.id}`, harness)).body).toHaveLength(2)
})

test('nothing is recorded after the end of a run', async () => {
  const { body: testCase } = await newCase()
  const run = await server.run(harness, project.id)
  const calls: Promise<Answer>[] = times(40, (index) => record(testCase, run.id, `value ${index}`))
  const ends = times(3, () => server.post(`/test-runs/${run.id}/complete`, {}, harness))
  await atOnce([...calls, ...ends])
  expect((await Promise.all(ends)).map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const recorded = (await Promise.all(calls)).filter(({ status }) => status === 201)
  const { results } = await expectWhole(run.id)
  expect(results[0].attempts).toBe(recorded.length)
  const { completedAt } = (await server.get(`/test-runs/${run.id}`, harness)).body
  for (const { body } of recorded) expect(body.executedAt <= completedAt).toBe(true)
})

test('a project that is deleted while it is used takes everything with it', async () => {
  const { body: testCase } = await newCase()
  const run = await server.run(harness, project.id)
  const deleted = new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
    server.delete(`/projects/${project.id}`, ada),
  )
  const uses = times(20, (index) => [
    record(testCase, run.id),
    newCase(),
    server.upload(harness, project.id, report(50 + index)),
    server.post(`/test-runs/project/${project.id}`, {}, harness),
  ])
  await atOnce([...uses.flat(), deleted])
  expect((await deleted).status).toBe(200)
  for (const table of ['test_suites', 'test_cases', 'test_case_revisions', 'test_runs', 'project_members'] as const) {
    const left = await server.services.db
      .selectFrom(table)
      .select('project_id')
      .where('project_id', '=', project.id)
      .execute()
    expect(left, table).toEqual([])
  }
})

test('a suite that is deleted while reports fill it comes back whole, or not at all', async () => {
  const uploads = times(4, (index) => server.upload(harness, project.id, report(100), { run: `build ${index}` }))
  await atOnce([...uploads, server.delete(`/test-suites/${suite.id}`, harness), ...times(8, () => newCase())])
  const { testSuites } = (await server.get(`/projects/${project.id}`, harness)).body
  for (const { testCases } of testSuites)
    expect(testCases.map(({ number }: any) => number)).toEqual(times(testCases.length, (index) => index + 1))
  const runs = (await server.get(`/test-runs/project/${project.id}`, harness)).body
  expect(runs).toHaveLength(4)
  for (const { id } of runs) expect((await expectWhole(id)).summary).toMatchObject({ total: 100, passed: 100 })
})

/* On SQLite there is one writer, and everybody waits for it. */
test.skipIf(!isOnPostgres)('a long write holds up those of its project, and nobody else', async () => {
  await Promise.all(times(36, () => newCase()))
  const { results } = await server.run(harness, project.id)
  const [isHeld, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const long = server.services.writeAlone({ project: project.id }, async () => {
    isHeld.resolve()
    await isOver.promise
  })
  await isHeld.promise
  let answered = 0
  const waiting = results.map(({ id }: any) =>
    server.patch(`/test-runs/result/${id}`, { actualValue: 'ok' }, harness).finally(() => (answered += 1)),
  )
  const other = await server.project(ada, 'Other')
  expect((await server.post('/test-suites', { name: 'S', projectId: other.id }, ada)).status).toBe(201)
  expect(answered).toBe(0)
  isOver.resolve()
  await long
  expect(await atOnce(waiting)).toEqual({ 200: 36 })
})
