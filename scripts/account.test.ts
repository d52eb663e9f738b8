import { afterAll, expect, test } from 'vitest'
import { MAIL_VARIABLES, startCatcher } from '#server/mail/testing.ts'
import { addApp } from '#server/testing/second-factors.ts'
import { startTestServer } from '#server/testing/server.ts'
import { runScript } from './testing.ts'

const catcher = await startCatcher()
const mail = { SMTP_URL: catcher.url, ...MAIL_VARIABLES }
const server = await startTestServer(mail)
afterAll(async () => {
  await server.close()
  await catcher.close()
})
const { DATABASE_URL, JWT_SECRET } = server.services.config
const url = 'file' in DATABASE_URL ? `file:${DATABASE_URL.file}` : DATABASE_URL.postgres
const reset = (...args: string[]) =>
  runScript('account.ts', args, { DATABASE_URL: url, JWT_SECRET: JWT_SECRET as string, ...mail })

test('account reset lets the last administrator in again, with a temporary password and without the second factor', async () => {
  const ada = await server.person('Ada')
  await addApp(server, ada)
  await catcher.arrived(1)
  expect(await reset('reset')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^npm run account -- reset EMAIL\n/),
  })
  const unknown = await reset('reset', 'nobody@example.com')
  expect([unknown.code, unknown.err]).toEqual([1, 'There is no user with the email nobody@example.com\n'])
  const { code, out, err } = await reset('reset', 'Ada@Example.com')
  expect([code, err]).toEqual([0, ''])
  expect((await server.get('/auth/profile', ada)).status).toBe(401)
  server.services.outbox.wake()
  const told = await catcher.arrived(2)
  expect([told.rcpt, told.subject]).toEqual([[ada.email], 'Your account in Assay was reset'])
  expect(told.text).toContain('By: the operator')
  const password = /: (\w{20})\n$/.exec(out)?.[1]
  const signedIn = await server.post('/auth/sign-in', { email: ada.email, password })
  expect(signedIn.body).toMatchObject({ mustResetPassword: true })
  const current = { currentPassword: password, newPassword: 'a new one' }
  const as = { authorization: `Bearer ${signedIn.body.accessToken}` }
  const { accessToken } = (await server.post('/auth/reset-password', current, as)).body
  const events = (await server.get('/admin/audit', { authorization: `Bearer ${accessToken}` })).body
  expect(events).toEqual(
    expect.arrayContaining(
      ['factors.reset', 'password.reset'].map((action) =>
        expect.objectContaining({ action, actor: expect.objectContaining({ kind: 'server' }) }),
      ),
    ),
  )
})
