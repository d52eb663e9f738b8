import { afterAll, expect, test } from 'vitest'
import { MAIL_VARIABLES, startCatcher } from '../mail/testing.ts'
import { startTestServer } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { seal, unseal } from './sealed.ts'

const PURPOSE = 'forgotten password'

const catcher = await startCatcher()
afterAll(() => catcher.close())
const server = await useTestServer({ SMTP_URL: catcher.url, ...MAIL_VARIABLES })
const ada = await server.person('Ada')

const forgot = (email: string) => server.post('/auth/forgot-password', { email })
const set = (token: string, newPassword: string) => server.post('/auth/set-forgotten-password', { token, newPassword })

async function linkFor(email: string, count: number): Promise<string> {
  await forgot(email)
  const { text } = await catcher.arrived(count)
  return /https:\/\/assay\.example\.com\/forgot-password#(\S+)/.exec(text ?? '')?.[1] as string
}

test('a forgotten password is set by the link of a mail, once; an unknown address gets the same answer', async () => {
  expect((await server.get('/auth/signup-enabled')).body).toEqual({ signupEnabled: true, passwordsByMail: true })
  const ben = await server.person('Ben')
  const answers = [await forgot('nobody@example.com'), await forgot(ben.email.toUpperCase())]
  const text = 'If this address has an account, a mail with a link is on its way'
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { message: text }])
  const mail = await catcher.arrived(1)
  expect(mail.rcpt).toEqual([ben.email])
  const token = /#(\S+)/.exec(mail.text ?? '')?.[1] as string
  const invalid = [400, 'Invalid or expired link']
  for (const wrong of ['', 'x', `${token.slice(0, -2)}AA`]) expect((await set(wrong, 'another one')).status).toBe(400)
  expect((await set(token, 'short')).body.message).toBe('Password must be at least 6 characters long')
  const both = await Promise.all([set(token, 'another one'), set(token, 'another two')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const newPassword = both[0]?.status === 200 ? 'another one' : 'another two'
  const again = await set(token, 'yet another')
  expect([again.status, again.body.message]).toEqual(invalid)
  expect((await server.get('/auth/profile', ben)).status).toBe(401)
  expect((await server.post('/auth/sign-in', { email: ben.email, password: newPassword })).status).toBe(200)
  const events = await server.get('/admin/audit?action=password.reset', ada)
  expect(events.body).toMatchObject([{ actor: { id: ben.id }, target: { id: ben.id } }])
  expect((await catcher.arrived(2)).subject).toBe('Your password in Assay was changed')
})

test('a link ends after an hour, with a new password, and with a deactivation', async () => {
  const cleo = await server.person('Cleo')
  const sent = catcher.mails.length
  const token = await linkFor(cleo.email, sent + 1)
  const open = JSON.parse(unseal(server.services.tokens, PURPOSE, token) as string)
  expect(Date.parse(open.expiresAt) - Date.now()).toBeGreaterThan(3_500_000)
  const past = { ...open, expiresAt: new Date(Date.now() - 1).toISOString() }
  expect((await set(seal(server.services.tokens, PURPOSE, JSON.stringify(past)), 'another one')).status).toBe(400)
  await server.post('/auth/sign-out-everywhere', undefined, cleo)
  expect((await set(token, 'another one')).status).toBe(400)
  const other = await linkFor(cleo.email, sent + 2)
  await server.patch(`/admin/users/${cleo.id}/toggle-status`, undefined, ada)
  expect((await set(other, 'another one')).status).toBe(400)
  await forgot(cleo.email)
  await server.patch(`/admin/users/${cleo.id}/toggle-status`, undefined, ada)
  await linkFor(cleo.email, sent + 3)
})

test('without mail the call says so, and the form is not offered', async () => {
  const quiet = await startTestServer()
  try {
    await quiet.person('Olga')
    const { status, body } = await quiet.post('/auth/forgot-password', { email: 'olga@example.com' })
    expect([status, body.message]).toEqual([403, 'This server sends no mails. Ask an administrator'])
    expect((await quiet.get('/auth/signup-enabled')).body).toEqual({ signupEnabled: true })
  } finally {
    await quiet.close()
  }
})
