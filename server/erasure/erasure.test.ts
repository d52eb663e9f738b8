import { expect, test } from 'vitest'
import { sealOldest } from '../audit/seals.repository.ts'
import { verifyAudit } from '../audit/verify.ts'
import { newId } from '../database/new-id.ts'
import { useTestServer } from '../testing/use-server.ts'
import { tablesWith } from './testing.ts'

const server = await useTestServer({ TRUST_PROXY: 1 })
const ada = await server.person('Ada')
const { db } = server.services

const NO_FIELDS = { before: null, after: null, personal: null }
const NETWORK = '203.0.113.77'
const from = { 'x-forwarded-for': NETWORK }

/** Seals all events so far. */
const seal = () => server.services.write(null, (trx) => sealOldest(trx, Date.now() + 1_000))

async function signedInFrom(email: string, password: string) {
  const { body } = await server.call('POST', '/auth/sign-in', { body: { email, password }, headers: from })
  return { authorization: `Bearer ${body.accessToken}` }
}

/* Acceptance 24. */
test('of an erased person the database has neither name nor email nor network, and others see a former member', async () => {
  const zora = await server.person('Zoraida')
  const session = await signedInFrom(zora.email, zora.password)
  await server.call('POST', '/auth/sign-in', { body: { email: zora.email, password: 'wrong' }, headers: from })
  await server.call('POST', '/auth/tokens', { as: session, body: { name: 'Laptop', verbs: ['read'] }, headers: from })
  const { body: project } = await server.call('POST', '/projects', {
    as: session,
    body: { name: 'Shop' },
    headers: from,
  })
  await server.post(`/projects/${project.id}/webhooks`, { url: 'https://hooks.invalid/', form: 'webhook' }, session)
  const suite = await server.suite({ ...zora, ...session }, project.id)
  const testCase = await server.testCase({ ...zora, ...session }, suite.id)
  const started = { 'idempotency-key': 'once', ...from }
  const run = (
    await server.call('POST', `/test-runs/project/${project.id}`, { as: session, body: {}, headers: started })
  ).body
  await server.execute(session, testCase.id, run.id)
  await server.post(`/projects/${project.id}/add-existing-user`, { email: ada.email }, session)
  const tag = (await server.get(`/test-runs/${run.id}/overview`, ada)).headers.get('etag') as string
  expect(run.createdBy.name).toBe('Zoraida')

  const exported = (await server.get('/auth/export', session)).body
  expect(exported.user.email).toBe(zora.email)
  expect(JSON.stringify(exported)).toContain(NETWORK)
  expect(JSON.stringify(exported)).not.toMatch(/hash|sealed/)
  expect((await server.get(`/admin/users/${zora.id}/export`, ada)).body.held).toHaveLength(exported.held.length)

  await seal()
  expect((await server.post('/auth/erase', { password: 'wrong' }, session)).status).toBe(400)
  expect((await server.post('/auth/erase', { password: zora.password }, session)).status).toBe(200)
  expect((await server.get('/auth/profile', session)).status).toBe(401)
  const erasing = db.selectFrom('users').select('id').where('erasing', 'is not', null)
  await expect.poll(() => erasing.execute()).toEqual([])
  for (const text of ['Zoraida', zora.email, NETWORK]) expect([text, await tablesWith(db, text)]).toEqual([text, []])

  const seen = await server.call('GET', `/test-runs/${run.id}/overview`, { as: ada, headers: { 'if-none-match': tag } })
  expect([seen.status, seen.body.createdBy.name]).toEqual([200, expect.stringMatching(/^Former member [0-9A-F]{4}$/)])
  const { body: shop } = await server.get(`/projects/${project.id}`, ada)
  expect(shop.userRole).toBe('owner')
  const [event] = (await server.get('/admin/audit?action=user.erased', ada)).body
  expect(event).toMatchObject({ target: { id: zora.id }, network: null })
  await seal()
  expect(await verifyAudit(db)).toMatchObject({ seals: 2, unsealed: 0 })
})

test('an export has all rows of a table, in the order of their key', async () => {
  const hal = await server.person('Hal')
  const ids = Array.from({ length: 1_200 }, () => newId()).toReversed()
  const event = {
    at: new Date().toISOString(),
    actor_kind: 'user',
    actor_id: hal.id,
    action: 'sign-in.succeeded',
  } as const
  const personal = { salt: 'salt', text: NETWORK, user_id: hal.id }
  await server.services.write(null, async (trx) => {
    for (const id of ids) {
      await trx
        .insertInto('audit_events')
        .values({ ...event, id, credential: null, request_id: null, project_id: null, target: null, ...NO_FIELDS })
        .execute()
      for (const kind of ['network', 'email'] as const)
        await trx
          .insertInto('audit_personal')
          .values({ ...personal, event_id: id, kind })
          .execute()
    }
  })
  for (const [path, as] of [
    ['/auth/export', hal],
    [`/admin/users/${hal.id}/export`, ada],
  ] as const) {
    const { held } = (await server.get(path, as)).body
    const { rows } = held.find(({ table }: any) => table === 'audit_personal')
    const keys = rows.map(({ event_id, kind }: any) => `${event_id} ${kind}`)
    expect(keys.length).toBeGreaterThan(2 * ids.length)
    expect(keys).toEqual([...new Set(keys)].toSorted())
  }
})

test('administrators erase users, deleted ones too, but not the last or another administrator', async () => {
  const ben = await server.person('Ben')
  expect((await server.delete(`/admin/users/${ben.id}`, ada)).status).toBe(200)
  expect((await server.post(`/admin/users/${ben.id}/erase`, undefined, ada)).status).toBe(200)
  const name = async (id: string) =>
    (await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst())?.name
  expect(await name(ben.id)).toMatch(/^Former member/)
  expect((await server.post(`/admin/users/${ada.id}/erase`, undefined, ada)).status).toBe(409)
  expect((await server.post('/auth/erase', { password: ada.password }, ada)).status).toBe(409)
  const eve = { email: 'eve@example.com', name: 'Eve', password: 'secret', isAdmin: true }
  const { body } = await server.post('/admin/users', eve, ada)
  expect((await server.post(`/admin/users/${body.id}/erase`, undefined, ada)).status).toBe(403)
  expect((await server.post(`/admin/users/${crypto.randomUUID()}/erase`, undefined, ada)).status).toBe(404)
  expect((await server.post(`/admin/users/${ada.id}/erase`, undefined, ada)).status).toBe(200)
})
