import jwt from 'jsonwebtoken'
import { describe, expect, test } from 'vitest'
import { createClient } from '#client/api.ts'
import { LiveWatcher } from '../live/testing.ts'
import type { Caller, Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const ada = await server.person('Ada')

const bearer = (accessToken: string): Caller => ({ authorization: `Bearer ${accessToken}` })
const profileStatus = async (as: Caller) => (await server.get('/auth/profile', as)).status
const signOut = (as: Caller) => server.post('/auth/sign-out', undefined, as)
const signOutEverywhere = (as: Caller) => server.post('/auth/sign-out-everywhere', undefined, as)
const overTrpc = (as: Caller) => createClient({ baseUrl: server.url, authorization: () => as.authorization })

async function newSession({ email, password }: Person): Promise<Caller> {
  return bearer((await server.post('/auth/sign-in', { email, password })).body.accessToken)
}

/** A token as earlier versions issued it: without an id. */
async function legacyToken({ id }: Person): Promise<Caller> {
  const { JWT_SECRET } = server.services.config
  return bearer(jwt.sign({ ver: 0 }, JWT_SECRET as string, { subject: id, expiresIn: '7 days' }))
}

async function openStream(as: Caller): Promise<LiveWatcher> {
  const watcher = new LiveWatcher(server.url, 'projects', undefined, as)
  await watcher.until(({ messages }) => messages.length > 0)
  return watcher
}

const endedSessions = () => server.services.db.selectFrom('ended_sessions').selectAll().execute()

describe('signing out', () => {
  test('signing out ends the session over REST and tRPC at once, and no other session', async () => {
    const ben = await server.person('Ben')
    // Both tokens are issued in the same second.
    const [left, kept] = [await newSession(ben), await newSession(ben)]
    for (const session of [left, kept]) expect(await profileStatus(session)).toBe(200)
    const { status, body } = await signOut(left)
    expect([status, body]).toEqual([200, { message: 'Signed out' }])
    // In a fleet each call reaches another server.
    for (let call = 0; call < 6; call++) expect(await profileStatus(left)).toBe(401)
    await expect(overTrpc(left).projects.list.query({})).rejects.toMatchObject({ data: { httpStatus: 401 } })
    expect((await signOut(left)).body.message).toBe('Invalid or expired token')
    for (const session of [kept, ben]) expect(await profileStatus(session)).toBe(200)
  })

  test('signing out over tRPC ends the session', async () => {
    const session = await newSession(ada)
    expect(await overTrpc(session).auth.signOut.mutate()).toEqual({ message: 'Signed out' })
    expect(await profileStatus(session)).toBe(401)
  })

  test('signing out ends the open streams of the session, and no others', async () => {
    const cleo = await server.person('Cleo')
    const [left, other] = [await newSession(cleo), await newSession(cleo)]
    const [ended, kept] = [await openStream(left), await openStream(other)]
    await signOut(left)
    await ended.until(({ error }) => error)
    expect(ended.error?.data?.httpStatus).toBe(401)
    await server.project(cleo)
    await kept.until(({ messages }) => messages.length > 1)
    expect(kept.error).toBeUndefined()
    for (const watcher of [ended, kept]) watcher.stop()
  })

  test('a token of an earlier version works, and can be signed out', async () => {
    const dora = await server.person('Dora')
    const token = await legacyToken(dora)
    expect(await profileStatus(token)).toBe(200)
    await signOut(token)
    expect(await profileStatus(token)).toBe(401)
    expect(await profileStatus(dora)).toBe(200)
  })

  test('an ended session of an earlier version is forgotten once its token has expired', async () => {
    const past = new Date(Date.now() - 1).toISOString()
    await server.services.write(null, (db) =>
      db.insertInto('ended_sessions').values({ id: 'expired', expires_at: past }).execute(),
    )
    await signOut(await legacyToken(ada))
    const rows = await endedSessions()
    expect(rows.map(({ id }) => id)).not.toContain('expired')
    const inSixDays = new Date(Date.now() + 6 * 24 * 3_600_000).toISOString()
    expect(rows.filter(({ expires_at }) => expires_at > inSixDays)).toHaveLength(rows.length)
    expect(rows.length).toBeGreaterThan(0)
  })

  test('signing out during a password reset leaves no session', async () => {
    const finn = await server.person('Finn')
    const session = await newSession(finn)
    const body = { currentPassword: finn.password, newPassword: 'another' }
    const [reset] = await Promise.all([server.post('/auth/reset-password', body, session), signOut(session)])
    const after = reset.status === 200 ? bearer(reset.body.accessToken) : session
    expect(await profileStatus(after)).toBe(reset.status === 200 ? 200 : 401)
    expect(await profileStatus(session)).toBe(401)
  })

  test('a user who must reset the password can sign out', async () => {
    const { body: hal } = await server.post('/admin/users', { email: 'hal@example.com', name: 'Hal' }, ada)
    const session = await newSession({ ...hal, password: hal.tempPassword })
    expect((await signOut(session)).status).toBe(200)
    expect(await profileStatus(session)).toBe(401)
  })
})

describe('signing out everywhere', () => {
  test('signing out everywhere ends all sessions and streams of the user, and of nobody else', async () => {
    const gina = await server.person('Gina')
    const sessions = [gina, await newSession(gina), await legacyToken(gina)]
    const streams = [await openStream(sessions[0] as Caller), await openStream(sessions[1] as Caller)]
    const { status, body } = await signOutEverywhere(gina)
    expect([status, body]).toEqual([200, { message: 'Signed out everywhere' }])
    for (const session of sessions) expect(await profileStatus(session)).toBe(401)
    for (const stream of streams) {
      await stream.until(({ error }) => error)
      stream.stop()
    }
    expect(await profileStatus(await newSession(gina))).toBe(200)
    expect(await profileStatus(ada)).toBe(200)
  })
})

describe('a session that ends during a call', () => {
  const ROUNDS = 8

  test('is not opened again by a confirmation or by a call that ends all others', async () => {
    const { email, password, ...ivy } = await server.person('Ivy')
    for (let round = 0; round < ROUNDS; round++) {
      const stolen = await newSession({ email, password, ...ivy })
      const { body } = await server.get('/auth/sessions', stolen)
      const { id } = body.find((session: { isCurrent: boolean }) => session.isCurrent)
      const others = await newSession({ email, password, ...ivy })
      await Promise.all([
        server.post('/auth/confirm', { password }, stolen),
        server.delete(`/auth/sessions/${id}`, others),
        server.post('/auth/confirm', { password }, stolen),
      ])
      expect(await profileStatus(stolen)).toBe(401)
    }
  })

  test('is not kept by its own calls when an administrator signs its user out', async () => {
    const jon = await server.person('Jon')
    for (let round = 0; round < ROUNDS; round++) {
      const stolen = await newSession(jon)
      const endOthers = () => server.delete('/auth/sessions', stolen)
      const signedOut = server.post(`/admin/users/${jon.id}/sign-out`, undefined, ada)
      await Promise.all([endOthers(), endOthers(), signedOut, endOthers(), endOthers(), endOthers()])
      expect((await signedOut).status).toBe(200)
      expect(await profileStatus(stolen)).toBe(401)
    }
  })
})
