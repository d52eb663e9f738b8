import { beforeEach, expect, test } from 'vitest'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let harness: Caller
let testCase: { id: string }
let run: any
beforeEach(async () => {
  project = await server.project(olga)
  harness = machine(project)
  testCase = await server.testCase(olga, (await server.suite(olga, project.id)).id)
  run = await server.run(olga, project.id)
})

const call = (path: string, body: Record<string, unknown>, key: string, as = harness) =>
  server.call('POST', path, { as, body, headers: { 'Idempotency-Key': key } })
const attempts = async () => (await server.get(`/test-runs/${run.id}`, olga)).body.results[0].attempts

test.each([
  ['execute', () => [`/test-cases/${testCase.id}/execute`, { testRunId: run.id, actualValue: 'ok' }]],
  ['execute-manual', () => [`/test-cases/${testCase.id}/execute-manual`, { testRunId: run.id, actualValue: 'ok' }]],
  ['results', () => [`/test-runs/${run.id}/results`, { results: [{ testCaseId: testCase.id, actualValue: 'ok' }] }]],
] as [string, () => [string, Record<string, unknown>]][])(
  '%s with the same key runs once, for sequential and for concurrent calls',
  async (_, request) => {
    const [path, body] = request()
    const first = await call(path, body, 'one')
    const again = await call(path, body, 'one')
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ])
    const together = await Promise.all(Array.from({ length: 10 }, () => call(path, body, 'two')))
    expect(new Set(together.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1)
    expect(await attempts()).toBe(2)
  },
)

test.each(['execute', 'execute-manual'])(
  '%s is answered in full when it is repeated after an upgrade from a version whose results had fewer fields',
  async (name) => {
    const path = `/test-cases/${testCase.id}/${name}`
    const first = await call(path, { testRunId: run.id, actualValue: 'ok' }, name)
    const { ref: _, steps: __, attachments: ___, ...kept } = first.body
    const answer = JSON.stringify(kept)
    await server.services.write(null, (db) =>
      db.updateTable('idempotency_keys').set({ answer }).where('key', '=', name).execute(),
    )
    const again = await call(path, { testRunId: run.id, actualValue: 'ok' }, name)
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true'])
  },
)

test('a key can be used again after a refused call', async () => {
  const path = `/test-cases/${testCase.id}/execute-manual`
  expect((await call(path, { testRunId: run.id }, 'one')).status).toBe(400)
  expect((await call(`/test-cases/unknown/execute`, { testRunId: run.id }, 'one')).status).toBe(404)
  expect((await call(path, { testRunId: run.id, actualValue: 'ok' }, 'one')).status).toBe(201)
})

test('a key that was used for another request answers 409', async () => {
  await call(`/test-cases/${testCase.id}/execute`, { testRunId: run.id, actualValue: 'ok' }, 'one')
  const { status, body } = await call(
    `/test-cases/${testCase.id}/execute`,
    { testRunId: run.id, actualValue: 'no' },
    'one',
  )
  expect([status, body]).toEqual([
    409,
    { message: 'This Idempotency-Key was used for another request', code: 'CONFLICT' },
  ])
  expect(
    (await call(`/test-cases/${testCase.id}/execute-manual`, { testRunId: run.id, actualValue: 'ok' }, 'one')).status,
  ).toBe(409)
  expect(await attempts()).toBe(1)
})

test('keys are separate per caller, and a stranger gets 404', async () => {
  const eve = await server.person('Eve')
  const request = [`/test-cases/${testCase.id}/execute`, { testRunId: run.id, actualValue: 'ok' }, 'one'] as const
  expect((await call(...request)).status).toBe(201)
  expect((await call(...request, olga)).body.attempts).toBe(2)
  expect((await call(...request, eve)).status).toBe(404)
})

test('a repeated call is answered after the run has ended, but not after the caller has left the project', async () => {
  const tess = await server.person('Tess')
  await server.member(olga, project.id, tess)
  const request = [`/test-cases/${testCase.id}/execute`, { testRunId: run.id, actualValue: 'ok' }, 'one', tess] as const
  const first = await call(...request)
  await server.post(`/test-runs/${run.id}/complete`, undefined, olga)
  const again = await call(...request)
  expect([again.status, again.body]).toEqual([201, first.body])
  await server.delete(`/projects/${project.id}/members/${tess.id}`, olga)
  expect((await call(...request)).status).toBe(404)
})

test('a key has at most 255 characters and expires after a week', async () => {
  const request = [`/test-cases/${testCase.id}/execute`, { testRunId: run.id, actualValue: 'ok' }] as const
  expect((await call(...request, 'x'.repeat(256))).body).toMatchObject({
    code: 'BAD_REQUEST',
    issues: [{ path: ['Idempotency-Key'] }],
  })
  await call(...request, 'x'.repeat(255))
  const past = new Date(Date.now() - 7 * 86_400_000 - 1000).toISOString()
  await server.services.write(null, (db) => db.updateTable('idempotency_keys').set({ created_at: past }).execute())
  await call(...request, 'other')
  await call(...request, 'x'.repeat(255))
  expect(await attempts()).toBe(3)
})

test('of many expired keys, each call deletes a few, and none of them answers any more', async () => {
  const request = [`/test-cases/${testCase.id}/execute`, { testRunId: run.id, actualValue: 'ok' }] as const
  const keys = Array.from({ length: 12 }, (_, index) => `expired ${index}`)
  for (const key of keys) await call(...request, key)
  const { db, write } = server.services
  const past = new Date(Date.now() - 7 * 86_400_000 - 1000).toISOString()
  await write(null, (trx) => trx.updateTable('idempotency_keys').set({ created_at: past }).execute())
  const expired = async () =>
    (await db.selectFrom('idempotency_keys').select('key').where('created_at', '=', past).execute()).length
  const before = await expired()
  await call(...request, 'new')
  expect(before - (await expired())).toBe(3)
  const done = await attempts()
  for (const key of keys) await call(...request, key)
  expect(await attempts()).toBe(done + keys.length)
  expect(await expired()).toBe(0)
})
