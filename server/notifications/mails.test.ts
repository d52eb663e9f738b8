import { afterAll, beforeEach, expect, test } from 'vitest'
import { MAIL_VARIABLES, startCatcher } from '../mail/testing.ts'
import { startHooks } from './hooks-testing.ts'

const catcher = await startCatcher()
afterAll(() => catcher.close())
const hooksOn = await startHooks({ SMTP_URL: catcher.url, ...MAIL_VARIABLES })
const { server, olga, hooks, project, logOf, stateOf, passTime, endedRun } = hooksOn
beforeEach(() => void catcher.mails.splice(0))

const to = 'qa@lists.example.com'
const add = async (input: object = {}) => {
  const { status, body } = await server.post(hooks(), { url: to, form: 'mail', ...input }, olga)
  expect([status, body.message, body.secret]).toEqual([201, undefined, null])
  return body
}
const mails = () => catcher.mails.filter(({ rcpt }) => rcpt.includes(to))
const mailed = async (count: number) => {
  await expect.poll(() => mails().length).toBe(count)
  return mails().at(-1)
}

test('an endpoint of a mail address gets what chats get, tested, chosen, logged and sent again with one Message-ID', async () => {
  const webhook = await add({ when: 'newFailures', branch: 'main' })
  await server.post(hooks(`/${webhook.id}/test`), {}, olga)
  expect((await mailed(1))?.subject).toBe('Checkout: Assay can reach you here')
  await endedRun({ pays: 'passed' }, { branch: 'main', environment: 'staging' })
  await endedRun({ pays: 'failed' }, { branch: 'other' })
  const run = await endedRun({ pays: 'failed' }, { branch: 'main', environment: 'staging' })
  const mail = await mailed(2)
  expect(mail?.subject?.replaceAll('\u200B', '')).toBe('Checkout: R3 Nightly: 1 new failure · 0 % of 1 passed')
  expect(mail?.text?.replaceAll('\u200B', '').split('\n\n').slice(0, 6)).toEqual([
    'Checkout: R3 Nightly',
    '1 new failure · 0 % of 1 passed',
    'main · staging',
    '• C1 pays (Payments)',
    `Open R3: https://assay.example.com/projects/${project().id}?tab=runs&run=${run.id}`,
    'You get this mail because an owner of the project entered this address in its settings.',
  ])
  await expect.poll(async () => (await logOf(webhook))[0]?.state).toBe('delivered')
  const [delivery] = await logOf(webhook)
  expect(delivery).toMatchObject({ type: 'run.completed', attempts: 1, answer: { status: 250, error: null } })
  expect([delivery.request.includes('• C1 pays'), delivery.request.includes('unsubscribe')]).toEqual([true, false])
  await server.post(hooks(`/${webhook.id}/deliveries/${delivery.id}/resend`), {}, olga)
  expect([(await mailed(3))?.messageId, mail?.messageId]).toEqual(Array(2).fill(`<${delivery.id}@example.com>`))
})

test('an address that is refused is off after five bad days, and one click in the mail switches the endpoint off', async () => {
  const webhook = await add()
  catcher.refusals.push(451, 550)
  await server.post(hooks(`/${webhook.id}/test`), {}, olga)
  await expect.poll(async () => (await logOf(webhook))[0].answer?.error).toContain('451')
  await passTime()
  await expect.poll(async () => (await logOf(webhook))[0]).toMatchObject({ state: 'failed', attempts: 2 })
  expect((await stateOf(webhook)).failingSince).not.toBeNull()
  const failing_since = new Date(Date.now() - 5 * 86_400_000).toISOString()
  await server.services.write(null, (db) => db.updateTable('webhooks').set({ failing_since }).execute())
  catcher.refusals.push(451)
  await server.post(hooks(`/${webhook.id}/test`), {}, olga)
  await expect.poll(async () => await stateOf(webhook)).toMatchObject({ isActive: false, offReason: 'failing' })

  expect((await server.patch(hooks(`/${webhook.id}`), { isActive: true }, olga)).body.failingSince).toBeNull()
  await server.post(hooks(`/${webhook.id}/test`), {}, olga)
  const link = (await mailed(1))?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const there = link.replaceAll(/[<>\s]/g, '').replace('https://assay.example.com', server.url)
  expect(await (await fetch(there)).text()).toContain('You would get no more mails of this project.')
  expect((await stateOf(webhook)).isActive).toBe(true)
  expect((await fetch(there, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
  expect(await stateOf(webhook)).toMatchObject({ isActive: false, offReason: 'unsubscribed' })
})

test('an address that does not fit the form, and a mail without an SMTP server, are refused', async () => {
  const refused = async (input: object) => (await server.post(hooks(), input, olga)).body.issues[0]
  expect(await refused({ form: 'mail', url: 'https://example.com' })).toMatchObject({
    path: ['url'],
    message: 'url must be a mail address',
  })
  expect(await refused({ form: 'mail', url: 'a@example.com\nBcc: b@example.com' })).toMatchObject({ path: ['url'] })
  expect(await refused({ form: 'slack', url: to })).toMatchObject({
    path: ['url'],
    message: 'url must be an http or https address',
  })
  const webhook = await add()
  const changed = await server.patch(hooks(`/${webhook.id}`), { url: 'https://example.com' }, olga)
  expect(changed.body.issues[0].path).toEqual(['url'])
  server.services.config.SMTP_URL = undefined
  expect(await refused({ form: 'mail', url: to })).toMatchObject({ path: ['form'] })
  await server.post(hooks(`/${webhook.id}/test`), {}, olga)
  await expect.poll(async () => (await logOf(webhook))[0].answer?.error).toBe('This server sends no mails')
  server.services.config.SMTP_URL = catcher.url
})

test('the erasure of a person deletes the endpoints that mail them, and no others', async () => {
  const ben = await server.person('Ben')
  const others = await add()
  await add({ url: ` ${ben.email.toUpperCase()} ` })
  expect((await server.post(`/admin/users/${ben.id}/erase`, undefined, olga)).status).toBe(200)
  expect((await server.get(hooks(), olga)).body.map(({ id }: any) => id)).toEqual([others.id])
})

test('an address gets at most 60 mails in an hour, also from several endpoints and when they are sent again', async () => {
  const url = 'team@lists.example.com'
  const [webhook, other] = [await add({ url, events: ['case.created'] }), await add({ url, events: ['run.started'] })]
  const suite = await server.suite(olga, project().id)
  for (let count = 0; count < 62; count += 1) await server.testCase(olga, suite.id)
  const stateOfAll = async () => Map.groupBy([...(await logOf(webhook))], ({ state }: any) => state)
  await expect.poll(async () => (await stateOfAll()).has('waiting')).toBe(false)
  const sent = () => catcher.mails.filter(({ rcpt }) => rcpt.includes(url)).length
  expect(sent()).toBeGreaterThanOrEqual(60)
  expect(sent()).toBeLessThanOrEqual(61)
  const before = sent()
  const delivered = (await stateOfAll()).get('delivered')?.[0]
  await server.post(hooks(`/${webhook.id}/deliveries/${delivered.id}/resend`), {}, olga)
  await server.post(hooks(`/${other.id}/test`), {}, olga)
  const error = 'An address gets at most 60 mails in an hour. Send it again later'
  await expect.poll(async () => (await logOf(other))[0]).toMatchObject({ state: 'failed', answer: { error } })
  await expect.poll(async () => (await logOf(webhook)).find(({ id }: any) => id === delivered.id)?.state).toBe('failed')
  expect(sent()).toBe(before)
})
