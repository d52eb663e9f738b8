import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { SESSIONS_MAX } from '#shared/auth/session.ts'
import type { UserRow } from '../database/tables.ts'
import type { Caller, Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { findUser } from '../users/users.repository.ts'
import { insertSession, listSessions } from './sessions.repository.ts'

/* The list of open sessions, and how they end. */

const server = await useTestServer({ SESSION_IDLE_HOURS: 72 })
const { db, write } = server.services
const ada = await server.person('Ada')

const status = async (as: Caller) => (await server.get('/auth/profile', as)).status
const sessions = async (as: Caller) => (await server.get('/auth/sessions', as)).body
const current = async (as: Caller) => (await sessions(as))[0].id as string
const end = (id: string, as: Caller) => server.delete(`/auth/sessions/${id}`, as)

async function signIn({ email, password }: Person, agent = 'Laptop', as?: Caller): Promise<Caller> {
  const headers = { 'user-agent': agent }
  const { body } = await server.call('POST', '/auth/sign-in', { body: { email, password }, headers, as })
  return { authorization: `Bearer ${body.accessToken}` }
}

/** A token as earlier versions issued it. */
function formerToken({ id }: Person, jwtid: string): Caller {
  const key = server.services.config.JWT_SECRET as string
  return { authorization: `Bearer ${jwt.sign({ ver: 0 }, key, { subject: id, jwtid, expiresIn: '7 days' })}` }
}

async function setLastUse(id: string, hoursAgo: number): Promise<void> {
  const last_used_at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
  await write(null, (db) => db.updateTable('sessions').set({ last_used_at }).where('id', '=', id).execute())
}

test('a person sees each open session with its times, network and browser, and ends one (trust line 22)', async () => {
  const ben = await server.person('Ben')
  const laptop = await signIn(ben, 'Laptop')
  const listed = await server.get('/auth/sessions', laptop)
  expect(listed.headers.get('x-total-count')).toBe('2')
  const [mine, other] = listed.body
  expect(mine).toEqual({
    id: expect.any(String),
    createdAt: expect.stringMatching(/Z$/),
    lastUsedAt: expect.stringMatching(/Z$/),
    expiresAt: expect.stringMatching(/Z$/),
    network: '127.0.0.1',
    agent: 'Laptop',
    factor: null,
    isCurrent: true,
  })
  expect(Date.parse(mine.expiresAt) - Date.parse(mine.createdAt)).toBe(7 * 24 * 3_600_000)
  expect(other.isCurrent).toBe(false)
  expect((await end(other.id, laptop)).body).toEqual({ message: 'Signed out' })
  expect([await status(ben), await status(laptop)]).toEqual([401, 200])
  const cleo = await server.person('Cleo')
  for (const id of [other.id, await current(cleo), 'none']) expect((await end(id, laptop)).status).toBe(404)
  expect((await end(mine.id, laptop)).status).toBe(200)
  expect([await status(laptop), await status(cleo)]).toEqual([401, 200])
})

test('ending all other sessions keeps the present one, also one of an earlier version', async () => {
  const dora = await server.person('Dora')
  const [kept, other, former] = [await signIn(dora), await signIn(dora), formerToken(dora, 'former')]
  expect(await sessions(former)).toHaveLength(4)
  expect(await current(former)).toBe('former')
  expect((await server.delete('/auth/sessions', kept)).body).toEqual({ message: 'Signed out everywhere else' })
  for (const ended of [dora, other, former]) expect(await status(ended)).toBe(401)
  expect(await sessions(kept)).toHaveLength(1)

  const emil = await server.person('Emil')
  const earlier = formerToken(emil, 'earlier')
  await server.delete('/auth/sessions', earlier)
  expect([await status(emil), await status(earlier)]).toEqual([401, 200])
  expect(await sessions(earlier)).toMatchObject([{ id: 'earlier', isCurrent: true }])
  await server.post('/auth/sign-out', undefined, earlier)
  expect(await status(earlier)).toBe(401)
})

test('a session that was unused for longer than SESSION_IDLE_HOURS ends (trust line 22)', async () => {
  const finn = await server.person('Finn')
  const [idle, used] = [await signIn(finn), await signIn(finn)]
  await setLastUse(await current(idle), 73)
  await setLastUse(await current(used), 71)
  expect([await status(idle), await status(used)]).toEqual([401, 200])
  // The use of the other one is written now.
  await expect.poll(async () => Date.now() - Date.parse((await sessions(used))[0].lastUsedAt)).toBeLessThan(60_000)
  expect(await sessions(used)).toHaveLength(2)
})

test('a sign-in that comes with a token ends its session, and a refused one does not', async () => {
  const gina = await server.person('Gina')
  const first = await signIn(gina)
  const wrong = { email: gina.email, password: 'wrong' }
  expect((await server.post('/auth/sign-in', wrong, first)).status).toBe(401)
  expect(await status(first)).toBe(200)
  const second = await signIn(gina, 'Laptop', first)
  expect([await status(first), await status(second)]).toEqual([401, 200])
})

test('a person has 50 sessions at most, and a script that signs in again and again ends its own', async () => {
  const hal = await server.person('Hal')
  const [browser, script] = [await signIn(hal, 'Browser'), await signIn(hal, 'Script')]
  await setLastUse(await current(browser), 5)
  for (let made = 2; made < SESSIONS_MAX; made += 1) await signIn(hal, 'Script')
  expect([await status(browser), await status(script)]).toEqual([200, 401])
  expect(await sessions(browser)).toHaveLength(SESSIONS_MAX)
})

test('many sign-ins end first what is idle, then what was never used again, and last a session in use', async () => {
  const jo = await server.person('Jo')
  const browser = await signIn(jo)
  const [inUse, idle] = [await current(browser), await current(jo)]
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const change = async (id: string, lastUse: number) => {
    // All are of the same program.
    const values = { created_at: minutesAgo(60), last_used_at: minutesAgo(lastUse), agent: 'Laptop' }
    await write(null, (db) => db.updateTable('sessions').set(values).where('id', '=', id).execute())
  }
  await change(inUse, 11)
  await change(idle, 21)
  const begin = async (count: number) =>
    await write(null, async (db) => {
      const user = (await findUser(db, jo.id)) as UserRow
      for (let begun = 0; begun < count; begun += 1)
        await insertSession(db, user, { network: '127.0.0.1', agent: 'Laptop', factor: null })
      const open = await listSessions(db, user)
      return open.map(({ id }) => id)
    })
  const afterOneTooMany = await begin(SESSIONS_MAX - 1)
  expect([afterOneTooMany.includes(inUse), afterOneTooMany.includes(idle)]).toEqual([true, false])
  const afterMany = await begin(SESSIONS_MAX)
  expect([afterMany.includes(inUse), afterMany.length]).toEqual([true, SESSIONS_MAX])
  // Now it is the only one that is like the next.
  await write(null, (trx) =>
    trx.updateTable('sessions').set({ agent: 'Phone' }).where('user_id', '=', jo.id).where('id', '<>', inUse).execute(),
  )
  expect(await begin(1)).toContain(inUse)
  expect(await status(browser)).toBe(200)
})

test('an administrator signs a person out, and deleting a person deletes the sessions', async () => {
  const ida = await server.person('Ida')
  const former = formerToken(ida, 'of-ida')
  expect((await server.post(`/admin/users/${ida.id}/sign-out`, undefined, ada)).body.message).toBe('User signed out')
  expect([await status(ida), await status(former)]).toEqual([401, 401])
  expect((await server.post('/admin/users/none/sign-out', undefined, ada)).status).toBe(404)
  const again = await signIn(ida)
  expect(await sessions(again)).toHaveLength(1)
  await server.delete(`/admin/users/${ida.id}`, ada)
  expect(await db.selectFrom('sessions').selectAll().where('user_id', '=', ida.id).execute()).toEqual([])
})

test('an access token says its type and audience, and one of another type or audience is refused', async () => {
  const { authorization } = await signIn(ada)
  const [header, claims] = authorization.slice('Bearer '.length).split('.').slice(0, 2)
  const read = (part: string | undefined) => JSON.parse(Buffer.from(part as string, 'base64url').toString())
  expect(read(header)).toEqual({ alg: 'HS256', typ: 'at+jwt' })
  expect(read(claims)).toEqual({
    sub: ada.id,
    jti: expect.any(String),
    aud: 'assay',
    iat: expect.any(Number),
    exp: expect.any(Number),
  })
  const key = server.services.config.JWT_SECRET as string
  const { sub, jti } = read(claims)
  const own = { subject: sub, jwtid: jti, expiresIn: '1 day' } as const
  for (const forged of [
    jwt.sign({}, key, { ...own, audience: 'assay' }),
    jwt.sign({ ver: 0 }, key, { ...own, audience: 'assay' }),
    jwt.sign({}, key, { ...own, audience: 'other', header: { alg: 'HS256', typ: 'at+jwt' } }),
  ])
    expect(await status({ authorization: `Bearer ${forged}` })).toBe(401)
})
