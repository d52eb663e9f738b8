import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addApp } from '../testing/second-factors.ts'
import { startTestServer } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { MAIL_VARIABLES, startCatcher } from './testing.ts'

const catcher = await startCatcher()
afterAll(() => catcher.close())
const server = await useTestServer({ SMTP_URL: catcher.url, ...MAIL_VARIABLES })
const { db, write, outbox } = server.services
const ada = await server.person('Ada')
let project: { id: string; name: string }
let email: string
beforeEach(async () => {
  project = await server.project(ada, '<b>Pay & Go</b> at evil.example http://evil.example')
  email = `${project.id}@example.com`
  catcher.mails.splice(0)
})

const invite = (to = email) => server.post(`/invite/create/${project.id}`, { email: to }, ada)
const createUser = (input: object) => server.post('/admin/users', { email, name: 'Nia', ...input }, ada)

/** Deliveries of mails, newest first. `content` is null once it is forgotten. */
const stored = () =>
  db
    .selectFrom('mails')
    .innerJoin('deliveries', 'deliveries.mail_id', 'mails.id')
    .select(['deliveries.id', 'state', 'attempts', 'sealed', 'answer', 'expires_at'])
    .orderBy('mails.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** Makes what waits due now: the pauses are minutes to hours. */
async function passTime(): Promise<void> {
  await write(null, (trx) =>
    trx.updateTable('deliveries').set({ due_at: new Date().toISOString() }).where('due_at', 'is not', null).execute(),
  )
  outbox.wake()
}

describe('with an SMTP server,', () => {
  test('an invite goes by mail: the link works, and names make no links and no markup', async () => {
    const { status, body } = await invite()
    expect([status, body.isMailed]).toEqual([201, true])
    const mail = await catcher.arrived(1)
    expect([mail.rcpt, mail.from?.address, mail.to?.[0]?.address]).toEqual([[email], 'assay@example.com', email])
    const visible = mail.subject?.replaceAll('\u200B', '')
    expect(visible).toBe('Invitation to <b>Pay & Go</b> at evil.example http://evil.example')
    const [first, link] = (mail.text ?? '').split('\n\n')
    expect(first?.replaceAll('\u200B', '')).toMatch(/^Ada has invited you to the project <b>Pay & Go<\/b> at evil/)
    expect(link).toBe(`Accept the invitation: ${body.inviteLink}`)
    expect(mail.html).toContain(`<a href="${body.inviteLink}"`)
    expect(mail.html).toContain('&lt;\u200Bb&gt;Pay &amp; Go')
    for (const text of [mail.subject, mail.text, mail.html]) expect(text).not.toMatch(/http:\/\/evil|evil\.example/)
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    await expect.poll(async () => (await stored()).sealed).toBeNull()
  })

  test('a temporary password goes by mail; a password that the administrator chose never does', async () => {
    const { body: made } = await createUser({})
    expect([made.isMailed, typeof made.tempPassword]).toEqual([true, 'string'])
    const { text, subject } = await catcher.arrived(1)
    expect(subject).toBe('Your account in Assay')
    expect(text).toContain(`Sign in as ${email} with this temporary password: ${made.tempPassword}`)
    expect(text).toContain('https://assay.example.com/login')
    const chosen = { password: 'chosen by Ada' }
    expect((await createUser({ email: `quiet-${email}`, ...chosen })).body.isMailed).toBe(false)
    expect((await createUser({ email: `told-${email}`, ...chosen, sendInvite: true })).body.isMailed).toBe(true)
    const told = await catcher.arrived(2)
    expect([told.rcpt, told.text?.includes('chosen')]).toEqual([[`told-${email}`], false])
    expect((await server.get('/admin/settings', ada)).body.mail_enabled).toBe(true)
  })

  test('people are told of each change of their password and second factor, and who made it if it was another', async () => {
    const nia = await server.person('Nia')
    const arrived = async (count: number) => {
      const { rcpt, subject, text = '' } = await catcher.arrived(count)
      expect(rcpt).toEqual([nia.email])
      expect(text).toMatch(/Time: \d{4}-\d\d-\d\d \d\d:\d\d UTC, (By: Ada|From: 127\.0\.0\.1)/)
      return [subject, text.includes('By: Ada') ? 'Ada' : 'Nia', text] as const
    }
    const { id } = await addApp(server, nia, 'Phone')
    const [added, , text] = await arrived(1)
    expect([added, text.includes('Name: Phone')]).toEqual(['Second factor added in Assay', true])
    await server.post('/auth/recovery-codes', undefined, nia)
    expect((await arrived(2)).slice(0, 2)).toEqual(['New recovery codes in Assay', 'Nia'])
    await server.delete(`/auth/factors/${id}`, nia)
    expect((await arrived(3)).slice(0, 2)).toEqual(['Second factor removed in Assay', 'Nia'])
    const change = { currentPassword: nia.password, newPassword: 'another one' }
    const { body: changed } = await server.post('/auth/reset-password', change, nia)
    expect((await arrived(4)).slice(0, 2)).toEqual(['Your password in Assay was changed', 'Nia'])
    await addApp(server, { authorization: `Bearer ${changed.accessToken}` })
    await arrived(5)
    await server.post(`/admin/users/${nia.id}/reset-factors`, undefined, ada)
    expect((await arrived(6)).slice(0, 2)).toEqual(['Second factor reset in Assay', 'Ada'])
    const { body: given } = await server.post(`/admin/users/${nia.id}/reset-password`, undefined, ada)
    const [subject, by, last] = await arrived(7)
    expect([subject, by, last.includes(given.tempPassword)]).toEqual(['Your password in Assay was reset', 'Ada', false])
  })

  test('a mail that the SMTP server cannot take now is repeated with its Message-ID', async () => {
    catcher.refusals.push(451, 421)
    await invite()
    for (const attempts of [1, 2]) {
      await expect.poll(async () => await stored()).toMatchObject({ attempts, state: 'waiting' })
      await expect.poll(async () => (await stored()).answer).toContain(attempts === 1 ? '451' : '421')
      expect((await stored()).sealed).not.toBeNull()
      await passTime()
    }
    const mail = await catcher.arrived(1)
    await expect.poll(async () => (await stored()).state).toBe('delivered')
    expect(mail.messageId).toBe(`<${(await stored()).id}@example.com>`)
  })

  test('a mail that is refused for good, or of no use any more, is given up and its content is forgotten', async () => {
    catcher.refusals.push(550)
    await invite()
    await expect.poll(stored).toMatchObject({ state: 'failed', attempts: 1, sealed: null })
    catcher.refusals.push(451)
    await invite(`late-${email}`)
    await expect.poll(async () => (await stored()).answer).toContain('451')
    await write(null, (trx) =>
      trx.updateTable('mails').set({ expires_at: new Date().toISOString() }).where('sealed', 'is not', null).execute(),
    )
    await passTime()
    await expect.poll(stored).toMatchObject({ state: 'failed', sealed: null })
    expect(catcher.mails).toEqual([])
  })

  test('an address gets five invites in an hour by mail; later ones answer with the link only', async () => {
    const answers = []
    for (let count = 0; count < 6; count += 1) answers.push((await invite()).body)
    expect(answers.map(({ isMailed }) => isMailed)).toEqual([true, true, true, true, true, false])
    expect(answers[5].inviteLink).toContain('/invite?token=')
    await catcher.arrived(5)
  })

  test('an invite that is refused sends no mail', async () => {
    expect((await invite(ada.email)).status).toBe(409)
    await invite()
    expect((await catcher.arrived(1)).rcpt).toEqual([email])
  })
})

test('without an SMTP server nothing is queued, and answers are as before', async () => {
  const plain = await startTestServer()
  const olga = await plain.person('Olga')
  const { id } = await plain.project(olga)
  const { body: invited } = await plain.post(`/invite/create/${id}`, { email }, olga)
  const { body: made } = await plain.post('/admin/users', { email, name: 'Nia', sendInvite: true }, olga)
  expect([...Object.keys(invited), 'isMailed' in made]).toEqual(['inviteLink', 'expiresAt', false])
  expect((await plain.get('/admin/settings', olga)).body).toEqual({ signup_enabled: true })
  expect(await plain.services.db.selectFrom('mails').selectAll().execute()).toEqual([])
  await plain.close()
})
