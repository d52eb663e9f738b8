import { beforeAll, expect, test } from 'vitest'
import { during } from '../deletions/testing.ts'
import { largeReport } from '../test-reports/testing.ts'
import { useTestServer } from '../testing/use-server.ts'

/* A run over more than 2,000 cases is started in several transactions, and hidden until the last one. */

const CASES = 2_100
const server = await useTestServer()
const olga = await server.person('Olga')
const { write } = server.services
let project: { id: string }
let cases: any[]
beforeAll(async () => {
  project = await server.project(olga)
  await server.upload(olga, project.id, largeReport(CASES))
  const { body } = await server.get(`/projects/${project.id}`, olga)
  cases = body.testSuites.flatMap(({ testCases }: any) => testCases)
})

const start = async (input: object = {}) => await server.post(`/test-runs/project/${project.id}`, input, olga)
const listed = async () => (await server.get(`/test-runs/project/${project.id}`, olga)).body as any[]

test('a large run has a result for each case, in order, and its summary', async () => {
  const { status, body } = await start({ description: 'All', branch: 'main' })
  expect([status, body.description, body.branch, body.summary.total, body.summary.pending]).toEqual([
    201,
    'All',
    'main',
    CASES,
    CASES,
  ])
  const of = (list: any[]) => list.map(({ testCase }) => testCase.id).join()
  expect(of(body.results) === cases.map(({ id }) => id).join()).toBe(true)
})

test('nobody sees a large run before it is complete', async () => {
  const { status } = await during(start(), async () => {
    for (const { summary } of await listed()) expect(summary.total).toBe(CASES)
  })
  expect(status).toBe(201)
})

test('a hidden run is not found', async () => {
  const { body } = await start()
  const hide = async (is_receiving: 0 | 1) =>
    await write(null, async (trx) => {
      await trx.updateTable('test_runs').set({ is_receiving }).where('id', '=', body.id).execute()
    })
  await hide(1)
  expect((await server.get(`/test-runs/${body.id}/overview`, olga)).status).toBe(404)
  expect((await listed()).map(({ id }) => id)).not.toContain(body.id)
  await hide(0)
})

test('a large run takes its key when it is shown, and a repeated call gets the same run', async () => {
  const headers = { 'idempotency-key': 'large start' }
  const call = async () =>
    await server.call('POST', `/test-runs/project/${project.id}`, { as: olga, body: { key: 'large' }, headers })
  const [first, second] = [await call(), await call()]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).toBe(first.body.id)
  expect((await start({ key: 'large' })).status).toBe(409)
  await server.delete(`/test-runs/${first.body.id}`, olga)
  expect((await start({ key: 'large' })).status).toBe(201)
})

test('a repeated large start gets the answer of the first, which is kept in parts', async () => {
  const headers = { 'idempotency-key': 'in parts' }
  const call = async (input: object = {}) =>
    await server.call('POST', `/test-runs/project/${project.id}`, { as: olga, body: input, headers })
  const first = await call()
  expect(first.body.results).toEqual((await server.get(`/test-runs/${first.body.id}`, olga)).body.results)
  const [{ testCase }] = first.body.results
  await server.post(`/test-cases/${testCase.id}/execute`, { testRunId: first.body.id, actualValue: 'ok' }, olga)
  const again = await call()
  expect([again.headers.get('idempotency-replayed'), again.headers.get('etag')]).toEqual([
    'true',
    first.headers.get('etag'),
  ])
  expect(again.body).toEqual(first.body)
  const answers = await server.services.db.selectFrom('idempotency_keys').select('answer').execute()
  const lengths = answers.map(({ answer }) => answer.length)
  const longest = Math.max(...lengths)
  expect(longest).toBeLessThan(lengths.reduce((sum, length) => sum + length, 0) / 2)
  expect((await call({ description: 'Other' })).status).toBe(409)
})

test('the results of a large run are shared between several people', async () => {
  const other = await server.person('Otto')
  await server.member(olga, project.id, other)
  const { body } = await start({ assigneeIds: [olga.id, other.id] })
  const of = (id: string) => body.results.filter(({ assignee }: any) => assignee.id === id).length
  expect([of(olga.id), of(other.id)]).toEqual([CASES / 2, CASES / 2])
})
