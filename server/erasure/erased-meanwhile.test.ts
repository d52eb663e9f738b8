import { afterEach, expect, test, vi } from 'vitest'
import { addPasskey, Authenticator } from '../testing/authenticator.ts'
import { addApp, wrongCode } from '../testing/second-factors.ts'
import { hold } from '../testing/hold.ts'
import type { Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { erasures } from './erasures.ts'
import { tablesWith } from './testing.ts'

const ORIGIN = 'https://assay.example.com'
const server = await useTestServer({ TRUST_PROXY: 1, PUBLIC_URL: ORIGIN })
const ada = await server.person('Ada')
const { db, passwords, trash, write } = server.services
afterEach(() => vi.restoreAllMocks())

const NETWORK = '203.0.113.78'

const post = (path: string, body: object) =>
  server.call('POST', path, { body, headers: { 'x-forwarded-for': NETWORK } })
const signIn = ({ email, password }: Pick<Person, 'email' | 'password'>) => post('/auth/sign-in', { email, password })

const WAYS = {
  erased: ({ id }: Person) => server.post(`/admin/users/${id}/erase`, undefined, ada),
  deleted: ({ id }: Person) => server.delete(`/admin/users/${id}`, ada),
}
const ways = Object.keys(WAYS) as (keyof typeof WAYS)[]

async function expectNothing(): Promise<void> {
  expect(await tablesWith(db, NETWORK)).toEqual([])
  expect((await server.get('/admin/audit?action=sign-in.succeeded', ada)).body).toEqual([])
}

test.each(ways)('a sign-in is refused and leaves nothing when its user is %s during the comparison', async (way) => {
  for (const password of ['right', 'wrong']) {
    const ben = await server.person(`Ben-${way}-${password}`)
    const comparison = hold(passwords, 'matches')
    const answer = signIn(password === 'right' ? ben : { ...ben, password })
    await comparison.reached
    expect((await WAYS[way](ben)).status).toBe(200)
    comparison.end()
    const { status, body } = await answer
    expect([status, body.message]).toEqual([401, 'Invalid email or password'])
    await expectNothing()
  }
})

test.each(ways)('a sign-in is refused and begins no session when its user is %s after the comparison', async (way) => {
  const cem = await server.person(`Cem-${way}`)
  vi.spyOn(passwords, 'isOutdated').mockReturnValueOnce(true)
  const rehash = hold(passwords, 'hash')
  const answer = signIn(cem)
  await rehash.reached
  expect((await WAYS[way](cem)).status).toBe(200)
  rehash.end()
  expect((await answer).status).toBe(401)
  const left = (table: 'sessions' | 'sign_in_networks') =>
    db.selectFrom(table).select('user_id').where('user_id', '=', cem.id).execute()
  expect([await left('sessions'), await left('sign_in_networks')]).toEqual([[], []])
  await expectNothing()
})

test('a wrong code and a wrong passkey are counted nowhere when their user is erased before the count', async () => {
  const dan = await server.person('Dan')
  const device = new Authenticator({ origin: ORIGIN })
  const { secret } = await addApp(server, dan)
  await addPasskey(server, dan, device)
  const { ticket } = (await server.post('/auth/sign-in', dan)).body.secondFactor
  const alone = (await server.post('/auth/sign-in/passkey/options')).body
  const passkey = device.get({ ...alone.passkeyOptions, challenge: 'another' })
  const answers = []
  const writes = []
  for (const [path, body] of [
    ['/auth/sign-in/second-factor', { ticket, code: wrongCode(secret) }],
    ['/auth/sign-in/passkey', { ticket: alone.ticket, passkey }],
  ] as const) {
    const write = hold(server.services, 'write')
    answers.push(post(path, body))
    await write.reached
    writes.push(write)
  }
  expect((await WAYS.erased(dan)).status).toBe(200)
  for (const { end } of writes) end()
  for (const answer of answers) expect((await answer).status).toBe(401)
  expect(await db.selectFrom('sign_in_failures').select('email').execute()).toEqual([])
  await expectNothing()
})

test('a person who is erased while their new name spreads is erased to the end', async () => {
  const eda = await server.person('Eda')
  const project = await server.project(ada)
  vi.spyOn(trash, 'wake').mockReturnValue()
  expect((await server.patch('/auth/profile', { name: 'Edanaz' }, eda)).status).toBe(200)
  const renewal = (await erasures(db)) as NonNullable<Awaited<ReturnType<typeof erasures>>>
  const [body, headers] = [{ email: eda.email }, { 'idempotency-key': 'add Edanaz' }]
  await server.call('POST', `/projects/${project.id}/add-existing-user`, { as: ada, body, headers })
  expect((await WAYS.erased(eda)).status).toBe(200)
  await write(renewal.scope, renewal.work)
  vi.restoreAllMocks()
  trash.wake()
  const erasing = db.selectFrom('users').select('id').where('erasing', 'is not', null)
  await expect.poll(() => erasing.execute()).toEqual([])
  expect(await tablesWith(db, 'Edanaz')).toEqual([])
})
