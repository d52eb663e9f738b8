import { createHash } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const ada = await server.person('Ada')

const COMPOSED = 'caf\u00E9 au lait'
const DECOMPOSED = 'cafe\u0301 au\u00A0lait'

const signIn = async (email: string, password: string) =>
  (await server.post('/auth/sign-in', { email, password })).status

test.each([
  ['composed', COMPOSED, DECOMPOSED],
  ['decomposed', DECOMPOSED, COMPOSED],
])('a password that was stored %s matches its other Unicode form', async (name, stored, typed) => {
  const email = `${name}@example.com`
  await server.post('/auth/sign-up', { email, password: stored, name })
  expect([await signIn(email, typed), await signIn(email, stored)]).toEqual([200, 200])
  expect(await signIn(email, 'cafe au lait')).toBe(401)
})

test('the length of a password does not depend on its Unicode form', async () => {
  for (const password of ['\u00E9'.repeat(5), 'e\u0301'.repeat(5)]) {
    const { status, body } = await server.post('/auth/sign-up', { email: 'short@example.com', password, name: 'S' })
    expect([status, body.message]).toEqual([400, 'Password must be at least 6 characters long'])
  }
})

test('a hash that an earlier version made of a decomposed password still matches', async () => {
  const digest = createHash('sha256').update(DECOMPOSED, 'utf8').digest('base64')
  await server.services.write(null, (db) =>
    db
      .updateTable('users')
      .set({ password_hash: bcrypt.hashSync(digest, 4) })
      .where('id', '=', ada.id)
      .execute(),
  )
  expect(await signIn(ada.email, DECOMPOSED)).toBe(200)
  expect(await signIn(ada.email, 'cafe\u0301')).toBe(401)
})

test('the temporary password is refused as the new one in each of its Unicode forms', async () => {
  const { body: hal } = await server.post('/admin/users', { email: 'hal@example.com', name: 'Hal' }, ada)
  const password_hash = await server.services.passwords.hash(COMPOSED)
  await server.services.write(null, (db) =>
    db.updateTable('users').set({ password_hash }).where('id', '=', hal.id).execute(),
  )
  const { accessToken } = (await server.post('/auth/sign-in', { email: hal.email, password: COMPOSED })).body
  const body = { currentPassword: COMPOSED, newPassword: DECOMPOSED }
  const { status } = await server.post('/auth/reset-password', body, { authorization: `Bearer ${accessToken}` })
  expect(status).toBe(400)
})
