import { beforeEach, describe, expect, test } from 'vitest'
import { expectEntities, expectEntity } from '../testing/entities.ts'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let suite: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  suite = await server.suite(olga, project.id)
})

const EMPTY = { total: 0, passed: 0, failed: 0, error: 0, pending: 0, skipped: 0, flaky: 0 }

/* Each call of a run has two addresses, which must do the same. */
const ADDRESSES = [
  {
    group: '/test-runs',
    start: () => `/test-runs/project/${project.id}`,
    list: () => `/test-runs/project/${project.id}`,
    get: (id: string) => `/test-runs/${id}`,
    complete: (id: string) => `/test-runs/${id}/complete`,
  },
  {
    group: '/test-cases',
    start: () => `/test-cases/project/${project.id}/test-run`,
    list: () => `/test-cases/project/${project.id}/test-runs`,
    get: (id: string) => `/test-cases/test-run/${id}`,
    complete: (id: string) => `/test-cases/test-run/${id}/complete`,
  },
]

test.each([undefined, 'one'])(
  'the answer to a start equals what is read of the run, with the Idempotency-Key %s',
  async (key) => {
    for (const name of ['ä', 'B']) await server.testCase(olga, suite.id, { name })
    const headers = { 'If-None-Match': '*', ...(key && { 'Idempotency-Key': `${key} ${project.id}` }) }
    const path = `/test-runs/project/${project.id}`
    const started = await server.call('POST', path, { as: olga, body: {}, headers })
    const read = await server.get(`/test-runs/${started.body.id}`, olga)
    expect([started.status, started.headers.get('cache-control'), started.body]).toEqual([201, 'no-store', read.body])
    const unchanged = { 'If-Match': started.headers.get('etag') as string }
    expect(
      (await server.call('DELETE', `/test-runs/${started.body.id}`, { as: olga, headers: unchanged })).status,
    ).toBe(200)
  },
)

describe.each(ADDRESSES)('under $group', ({ start, list, get, complete }) => {
  test('starting a run answers 201 with a pending result for each case, in order', async () => {
    const second = await server.suite(olga, project.id, 'Second')
    await server.testCase(olga, second.id, { name: 'Z' })
    for (const name of ['B', 'A']) await server.testCase(olga, suite.id, { name })
    const { status, body } = await server.post(start(), { description: ' nightly ' }, olga)
    expect(status).toBe(201)
    expectEntity('Run', body)
    expectEntity('Summary', body.summary)
    expectEntities('Result', body.results)
    expect(body).toMatchObject({ projectId: project.id, description: 'nightly', status: 'running', completedAt: null })
    expect([body.createdBy, body.summary]).toEqual([
      { id: olga.id, name: 'Olga' },
      { ...EMPTY, total: 3, pending: 3 },
    ])
    for (const { testCase, ...result } of body.results) {
      expectEntity('Snapshot', testCase)
      expectEntity('SnapshotSuite', testCase.testSuite)
      expect(result).toMatchObject({
        status: 'pending',
        actualValue: null,
        expectedValue: 'ok',
        executedAt: null,
        executedBy: null,
        attempts: 0,
      })
    }
    const places = body.results.map(({ testCase }: any) => [testCase.testSuite.number, testCase.number, testCase.name])
    expect(places).toEqual([
      [1, 1, 'B'],
      [1, 2, 'A'],
      [2, 1, 'Z'],
    ])
    expect((await server.get(get(body.id), olga)).body).toEqual(body)
  })

  test('a run of an empty project has no results', async () => {
    const { status, body } = await server.post(start(), undefined, olga)
    expect([status, body.results, body.summary, body.description]).toEqual([201, [], EMPTY, null])
  })

  test('runs come newest first, with a summary and without results', async () => {
    await server.testCase(olga, suite.id)
    const made: string[] = []
    for (const description of ['1', '2', '3']) made.unshift((await server.post(start(), { description }, olga)).body.id)
    const { status, body, headers } = await server.get(list(), olga)
    expect([status, headers.get('x-total-count')]).toEqual([200, '3'])
    expectEntities('RunListItem', body)
    expect(body.map(({ id }: any) => id)).toEqual(made)
    expect(body[0].summary).toEqual({ ...EMPTY, total: 1, pending: 1 })
    const { results: _, ...run } = (await server.get(get(made[0] as string), olga)).body
    const { extras: _extras, ...listed } = run
    expect(body[0]).toEqual(listed)
  })

  test('completing a run returns it as completed, and a second time answers 409', async () => {
    const run = await server.run(olga, project.id)
    const { status, body } = await server.post(complete(run.id), undefined, olga)
    expect(status).toBe(200)
    expectEntity('Run', body)
    expect(body.status).toBe('completed')
    expect(body.completedAt >= body.createdAt).toBe(true)
    const again = await server.post(complete(run.id), undefined, olga)
    expect([again.status, again.body.message]).toEqual([409, 'Only running test runs can be completed'])
    expect((await server.get(get(run.id), olga)).body).toEqual(body)
  })

  test.each(['completed', 'failed'])('completing a run accepts the status %s', async (status) => {
    const run = await server.run(olga, project.id)
    expect((await server.post(complete(run.id), { status }, olga)).body.status).toBe(status)
  })

  test.each(['running', 'passed', '', 5])('completing a run refuses the status %j', async (status) => {
    const run = await server.run(olga, project.id)
    const answer = await server.post(complete(run.id), { status }, olga)
    expect([answer.status, answer.body.message]).toEqual([400, 'status must be completed or failed'])
    expect((await server.get(get(run.id), olga)).body.status).toBe('running')
  })

  test('an unknown run or project answers 404', async () => {
    const answers = [await server.get(get('unknown'), olga), await server.post(complete('unknown'), undefined, olga)]
    for (const { status, body } of answers) expect([status, body.message]).toEqual([404, 'Test run not found'])
    const other = list().replace(project.id, 'unknown')
    expect((await server.get(other, olga)).body.message).toBe('Project not found')
  })

  test('following the links reads every run once while runs are added', async () => {
    const made: string[] = []
    for (let count = 0; count < 5; count++) made.unshift((await server.run(olga, project.id)).id)
    const { body: first, headers } = await server.get(`${list()}?limit=2`, olga)
    const [, next] = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? []
    expect(next).toBe(`${server.url}/api${list()}?limit=2&cursor=${made[1]}`)
    await server.run(olga, project.id)
    const rest = await server.parts((next as string).slice(`${server.url}/api`.length), olga)
    expect([first, ...rest].map((part) => part.map(({ id }: any) => id))).toEqual([
      made.slice(0, 2),
      made.slice(2, 4),
      made.slice(4),
    ])
    expect((await server.get(`${list()}?limit=2&offset=4`, olga)).body.map(({ id }: any) => id)).toEqual(made.slice(3))
    expect((await server.get(`${list()}?cursor=${made[3]}`, olga)).body.map(({ id }: any) => id)).toEqual(made.slice(4))
  })
})

test('both groups of addresses work on the same runs', async () => {
  const [first, second] = ADDRESSES as [(typeof ADDRESSES)[0], (typeof ADDRESSES)[0]]
  await server.testCase(olga, suite.id)
  const { body: run } = await server.post(second.start(), undefined, olga)
  for (const [one, other] of [
    [first.list(), second.list()],
    [first.get(run.id), second.get(run.id)],
  ] as const)
    expect((await server.get(one, olga)).body).toEqual((await server.get(other, olga)).body)
})

test('one of two concurrent completions succeeds', async () => {
  const run = await server.run(olga, project.id)
  const answers = await Promise.all([1, 2, 3].map(() => server.post(`/test-runs/${run.id}/complete`, undefined, olga)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('a run started with the project credential has createdBy null', async () => {
  await server.testCase(olga, suite.id)
  const run = await server.run(machine(project), project.id)
  expect(run.createdBy).toBeNull()
  const result = await server.execute(machine(project), run.results[0].testCase.id, run.id)
  expect([result.status, result.executedBy]).toEqual(['passed', null])
})

test('deleting a run deletes its results and keeps cases and other runs', async () => {
  const testCase = await server.testCase(olga, suite.id)
  const [run, other] = [await server.run(olga, project.id), await server.run(olga, project.id)]
  const result = await server.execute(olga, testCase.id, run.id)
  const { status, body } = await server.delete(`/test-runs/${run.id}`, olga)
  expect([status, body]).toEqual([200, { message: 'Test run deleted' }])
  expect((await server.get(`/test-runs/${run.id}`, olga)).status).toBe(404)
  expect((await server.get(`/test-runs/result/${result.id}/attempts`, olga)).status).toBe(404)
  expect((await server.delete(`/test-runs/${run.id}`, olga)).status).toBe(404)
  expect((await server.get(`/test-runs/project/${project.id}`, olga)).body.map(({ id }: any) => id)).toEqual([other.id])
  expect((await server.get(`/test-cases/${testCase.id}/results`, olga)).body).toHaveLength(1)
})

test('a run whose report is being recorded cannot be completed, others can', async () => {
  const report = '<testsuite name="Pay"><testcase name="Pays"/></testsuite>'
  const { id } = (await server.upload(olga, project.id, report)).body.testRun
  const other = await server.run(olga, project.id)
  const complete = (runId: string) => server.post(`/test-runs/${runId}/complete`, {}, olga)
  // Later than the silence after which it would be recorded to its end.
  const touched_at = new Date(Date.now() + 3_600_000).toISOString()
  await server.services.write({ testRun: id }, (db) =>
    db.updateTable('test_reports').set({ touched_at }).where('test_run_id', '=', id).execute(),
  )
  expect([(await complete(id)).status, (await complete(other.id)).status]).toEqual([409, 200])
  expect((await complete(id)).body.message).toContain('A report is being recorded in this run')
})
