import { beforeEach, describe, expect, test } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { type Answer, type Caller, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Walks every call of the document that creates: with the same Idempotency-Key it does its work once. */

const REPORT = '<testsuite name="S"><testcase name="t"/></testsuite>'

const server = await useTestServer({ SIGN_IN_MAX_FAILURES: 1_000_000 })
const olga = await server.person('Olga')
let people = 0
let project: { id: string }
let testCase: { id: string; testSuiteId: string }
let run: { id: string; results: { id: string }[] }
let newcomer: Person
beforeEach(async () => {
  project = await server.project(olga)
  testCase = await server.testCase(olga, (await server.suite(olga, project.id)).id)
  run = await server.run(olga, project.id)
  newcomer = await server.person(`Newcomer${(people += 1)}`)
})

/** `otherPath` makes another request of a call without fields. */
type Request = { path: string; body: object | string; as?: Caller | undefined; otherPath?: string }
const member = (path: string, body: object | string): Request => ({ path, body, as: olga })
const newEmail = () => `new${(people += 1)}@example.com`

/** A valid request of each call that creates. */
const REQUESTS: Record<string, () => Request | Promise<Request>> = {
  'POST /auth/sign-up': () => ({ path: '/auth/sign-up', body: { email: newEmail(), password: 'secret', name: 'New' } }),
  'POST /admin/users': () => member('/admin/users', { email: newEmail(), name: 'New' }),
  'POST /auth/tokens': () => member('/auth/tokens', { name: 'Laptop', verbs: ['read'] }),
  'POST /projects/{id}/tokens': () => member(`/projects/${project.id}/tokens`, { name: 'CI', verbs: ['read'] }),
  'POST /projects': () => member('/projects', { name: 'New' }),
  'POST /projects/{id}/members': () => member(`/projects/${project.id}/members`, { userId: newcomer.id }),
  'POST /projects/{id}/add-existing-user': () =>
    member(`/projects/${project.id}/add-existing-user`, { email: newcomer.email }),
  'POST /invite/create/{projectId}': () => member(`/invite/create/${project.id}`, { email: newEmail() }),
  'POST /invite/accept': async () => {
    const { body } = await server.post(`/invite/create/${project.id}`, { email: newEmail() }, olga)
    const token = new URL(body.inviteLink).searchParams.get('token')
    return { path: '/invite/accept', body: { token, name: 'New', password: 'secret' } }
  },
  'POST /test-suites': () => member('/test-suites', { projectId: project.id, name: 'New' }),
  'POST /test-cases': () =>
    member('/test-cases', { testSuiteId: testCase.testSuiteId, name: 'New', type: 'automated', automationKey: 'K1' }),
  'POST /projects/{id}/test-cases/copy': () =>
    member(`/projects/${project.id}/test-cases/copy`, { ids: [testCase.id], testSuiteId: testCase.testSuiteId }),
  'POST /test-runs/project/{projectId}': () => member(`/test-runs/project/${project.id}`, { key: 'build-1' }),
  'POST /test-cases/project/{projectId}/test-run': () => member(`/test-cases/project/${project.id}/test-run`, {}),
  'POST /test-cases/{id}/execute': () =>
    member(`/test-cases/${testCase.id}/execute`, { testRunId: run.id, actualValue: 'ok' }),
  'POST /test-cases/{id}/execute-manual': () =>
    member(`/test-cases/${testCase.id}/execute-manual`, { testRunId: run.id, actualValue: 'ok' }),
  'POST /test-runs/{testRunId}/results': () =>
    member(`/test-runs/${run.id}/results`, { results: [{ testCaseId: testCase.id, actualValue: 'ok' }] }),
  'POST /test-runs/result/{resultId}/attachments': () =>
    member(`/test-runs/result/${run.results[0]?.id}/attachments?name=log.txt`, 'a file'),
  'POST /test-cases/{id}/attachments': () => member(`/test-cases/${testCase.id}/attachments?name=log.txt`, 'a file'),
  'POST /projects/{id}/imports': () => member(`/projects/${project.id}/imports?format=csv`, 'name\nNew\n'),
  'POST /test-runs/{testRunId}/share': () => member(`/test-runs/${run.id}/share`, { expiresInDays: 7 }),
  'POST /projects/{id}/badge': async () => {
    const otherPath = `/projects/${(await server.project(olga)).id}/badge`
    return { ...member(`/projects/${project.id}/badge`, {}), otherPath }
  },
  'POST /projects/{id}/webhooks': async () => {
    const otherPath = `/projects/${(await server.project(olga)).id}/webhooks`
    return {
      ...member(`/projects/${project.id}/webhooks`, { url: 'https://hooks.invalid/', form: 'slack' }),
      otherPath,
    }
  },
  'POST /projects/{id}/webhooks/{webhookId}/test': () => ofWebhook('test'),
  'POST /projects/{id}/webhooks/{webhookId}/rotate-secret': () => ofWebhook('rotate-secret'),
  'POST /test-runs/project/{projectId}/report': () => member(`/test-runs/project/${project.id}/report`, REPORT),
  'PUT /test-runs/project/{projectId}/report': () => member(`/test-runs/project/${project.id}/report`, REPORT),
}

async function ofWebhook(act: string): Promise<Request> {
  const hooks = `/projects/${project.id}/webhooks`
  const create = async () =>
    (await server.post(hooks, { url: 'https://hooks.invalid/', form: 'webhook' }, olga)).body.id
  return { ...member(`${hooks}/${await create()}/${act}`, {}), otherPath: `${hooks}/${await create()}/${act}` }
}

const send = (address: string, { path, body, as }: Request, key: string): Promise<Answer> =>
  server.call(address.split(' ')[0] as string, path, { as, body, headers: { 'Idempotency-Key': key } })

test('every call of the document that creates is walked', () => {
  const { paths } = openApiDocument('3.1.0', '1.2.3')
  const creating = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      '201' in responses ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  )
  expect(Object.keys(REQUESTS).toSorted()).toEqual(creating.toSorted())
})

describe.each(Object.entries(REQUESTS))('%s', (address, makeRequest) => {
  test('answers a repeated call as the first one, does nothing again, and says so', async () => {
    const request = await makeRequest()
    const first = await send(address, request, `key ${address}`)
    const before = await dump()
    const again = await send(address, request, `key ${address}`)
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(await dump()).toBe(before)
  })

  test('refuses the key of another request', async () => {
    const request = await makeRequest()
    const other =
      typeof request.body === 'string'
        ? `${request.body}\n`.replace('New', 'Other').replace('"t"', '"u"')
        : { ...request.body, ...otherFields() }
    expect((await send(address, request, `other ${address}`)).status).toBe(201)
    const { status, body } = await send(
      address,
      { ...request, path: request.otherPath ?? request.path, body: other },
      `other ${address}`,
    )
    expect([status, body.message]).toEqual([409, 'This Idempotency-Key was used for another request'])
  })
})

test('nothing that is kept for a repeated call holds its secrets or its key', async () => {
  const [secret, key] = ['a secret of the caller', 'the key of the caller']
  const email = newEmail()
  const answers = [
    await send('POST /auth/sign-up', { path: '/auth/sign-up', body: { email, password: secret, name: 'New' } }, key),
    await send('POST /admin/users', member('/admin/users', { email: newEmail(), name: 'New' }), key),
    await send('POST /projects', member('/projects', { name: 'New' }), `${key} 2`),
    await send('POST', member(`/invite/create/${project.id}`, { email: newEmail() }), `${key} 3`),
    await send('POST', member(`/test-runs/${run.id}/share`, {}), `${key} 4`),
    await send('POST', member(`/projects/${project.id}/badge`, {}), `${key} 5`),
  ]
  const [signedUp, created, made, invited, shared, badge] = answers.map(({ body }) => body)
  const kept = JSON.stringify(await server.services.db.selectFrom('idempotency_keys').selectAll().execute())
  const { accessToken } = signedUp
  const links = [invited.inviteLink, shared.link, badge.link]
  for (const text of [secret, key, accessToken, created.tempPassword, made.clientSecret, ...links, email]) {
    expect(text).toMatch(/./)
    expect(kept).not.toContain(text)
  }
})

test('a repeated sign-up with another password gets no token', async () => {
  const body = { email: newEmail(), password: 'secret', name: 'New' }
  expect((await send('POST', { path: '/auth/sign-up', body }, 'sign-up')).status).toBe(201)
  const guess = await send('POST', { path: '/auth/sign-up', body: { ...body, password: 'guess!' } }, 'sign-up')
  expect([guess.status, guess.body.accessToken]).toEqual([409, undefined])
})

/** Another value of a field of each request. */
const otherFields = () => ({
  name: 'Other',
  email: 'other@example.com',
  userId: olga.id,
  description: 'Other',
  notes: 'Other',
  results: [{ testCaseId: testCase.id }],
  expiresInDays: 8,
  ids: [testCase.id, testCase.id],
})

/** What the calls may create. */
async function dump(): Promise<string> {
  const { db } = server.services
  const tables = ['users', 'projects', 'project_members', 'invites', 'test_suites', 'test_cases', 'test_runs'] as const
  const rows: unknown[] = await db.selectFrom('test_result_attempts').select(['test_result_id', 'number']).execute()
  rows.push(await db.selectFrom('run_shares').select('token_hash').execute())
  rows.push(await db.selectFrom('project_badges').select('token').execute())
  for (const table of tables) rows.push(await db.selectFrom(table).select('id').execute())
  return JSON.stringify(rows)
}
