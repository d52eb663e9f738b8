import { beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const ada = await server.person('Ada')
const EXPIRED = 'This temporary password has expired. Ask an administrator for another one'

let hal: { id: string; email: string; tempPassword: string }
let count = 0
beforeEach(async () => {
  hal = (await server.post('/admin/users', { email: `hal${++count}@example.com`, name: 'Hal' }, ada)).body
})

const signIn = (password = hal.tempPassword) => server.post('/auth/sign-in', { email: hal.email, password })
const row = () => server.services.db.selectFrom('users').selectAll().where('id', '=', hal.id).executeTakeFirstOrThrow()
const expire = () =>
  server.services.write(null, (db) =>
    db
      .updateTable('users')
      .set({ temp_password_expires_at: new Date(Date.now() - 1).toISOString() })
      .where('id', '=', hal.id)
      .execute(),
  )

test('a temporary password works for 7 days', async () => {
  const { temp_password_expires_at: expiresAt, created_at: createdAt } = await row()
  const days = (Date.parse(expiresAt as string) - Date.parse(createdAt)) / (24 * 3_600_000)
  expect(Math.round(days * 1_000) / 1_000).toBe(7)
  expect((await signIn()).status).toBe(200)
})

test('an expired temporary password is refused, and only the right one says why', async () => {
  await expire()
  const right = await signIn()
  expect([right.status, right.body.message]).toEqual([403, EXPIRED])
  const wrong = await signIn('wrong one')
  expect([wrong.status, wrong.body.message]).toEqual([401, 'Invalid email or password'])
})

test('an expired temporary password cannot be reset in a session that began before', async () => {
  const { accessToken } = (await signIn()).body
  await expire()
  const { status, body } = await server.post(
    '/auth/reset-password',
    { currentPassword: hal.tempPassword, newPassword: 'my own one' },
    { authorization: `Bearer ${accessToken}` },
  )
  expect([status, body.message]).toEqual([403, EXPIRED])
})

test('an expired temporary password does not accept an invite', async () => {
  const project = await server.project(ada)
  const { body } = await server.post(`/invite/create/${project.id}`, { email: hal.email }, ada)
  const token = new URL(body.inviteLink).searchParams.get('token')
  await expire()
  const accepted = await server.post('/invite/accept', { token, password: hal.tempPassword })
  expect([accepted.status, accepted.body.message]).toEqual([403, EXPIRED])
})

test('an administrator gives another temporary password in place of an expired one', async () => {
  await expire()
  const { body } = await server.post(`/admin/users/${hal.id}/reset-password`, undefined, ada)
  expect((await signIn(body.tempPassword)).body).toMatchObject({ mustResetPassword: true })
  expect((await signIn()).status).toBe(401)
})

test('a deleted account with an expired temporary password can be created again', async () => {
  await expire()
  await server.delete(`/admin/users/${hal.id}`, ada)
  hal = (await server.post('/admin/users', { email: hal.email, name: 'Hal' }, ada)).body
  expect((await signIn()).status).toBe(200)
})

test('a password of the user does not expire', async () => {
  const { accessToken } = (await signIn()).body
  const reset = { currentPassword: hal.tempPassword, newPassword: 'my own one' }
  await server.post('/auth/reset-password', reset, { authorization: `Bearer ${accessToken}` })
  expect((await row()).temp_password_expires_at).toBeNull()
  expect((await signIn('my own one')).status).toBe(200)
})
