import { expect, test } from 'vitest'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { startHooks } from './hooks-testing.ts'
import type { Receiver } from './testing.ts'

const { server, olga, hooks, project, receive, hook, arrived, logOf, stateOf, passTime, endedRun } = await startHooks()

/** Otherwise the first retry comes after 5 s: on a busy machine, before the test has looked. */
const NOT_BY_ITSELF = { 'retry-after': '3600' }

test('500, 500, 200 are three attempts with one id and one body', async () => {
  const receiver = await receive([500, 500], NOT_BY_ITSELF)
  const webhook = await hook(receiver)
  await server.post(hooks(`/${webhook.id}/test`), {}, olga)
  await arrived(receiver, 1)
  await expect.poll(async () => (await logOf(webhook))[0].answer?.status).toBe(500)
  expect((await stateOf(webhook)).failingSince).toEqual(expect.any(String))
  await passTime()
  await arrived(receiver, 2)
  await expect.poll(async () => (await logOf(webhook))[0].nextAttemptAt).not.toBeNull()
  await expect.poll(async () => (await logOf(webhook))[0].attempts).toBe(2)
  const wait = Date.parse((await logOf(webhook))[0].nextAttemptAt) - Date.now()
  expect(wait / 60_000).toBeGreaterThan(0)
  await passTime()
  await arrived(receiver, 3)
  await expect.poll(async () => (await logOf(webhook))[0].state).toBe('delivered')
  const [delivery] = await logOf(webhook)
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery.id]))
  expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1)
  expect(delivery).toMatchObject({ attempts: 3, nextAttemptAt: null, answer: { status: 200, body: 'the answer' } })
  expect(JSON.parse(delivery.request)).toMatchObject({ type: 'ping', data: { project: { name: 'Checkout' } } })
  expect((await stateOf(webhook)).failingSince).toBeNull()
})

test('410 switches the endpoint off, and its owner sees why and switches it on again', async () => {
  const receiver = await receive([410])
  const webhook = await hook(receiver)
  await server.post(hooks(`/${webhook.id}/test`), {}, olga)
  await expect.poll(async () => (await stateOf(webhook)).isActive).toBe(false)
  expect(await stateOf(webhook)).toMatchObject({ offReason: 'gone' })
  expect((await logOf(webhook))[0]).toMatchObject({ state: 'failed', attempts: 1 })
  expect((await server.post(hooks(`/${webhook.id}/test`), {}, olga)).status).toBe(409)
  await endedRun({ pays: 'passed' })
  expect(await logOf(webhook)).toHaveLength(1)
  const { body } = await server.patch(hooks(`/${webhook.id}`), { isActive: true }, olga)
  expect(body).toMatchObject({ isActive: true, offReason: null, failingSince: null })
  await server.post(hooks(`/${webhook.id}/test`), {}, olga)
  await arrived(receiver, 2)
})

test('five days without a success switch the endpoint off, and what waited for it fails', async () => {
  const receiver = await receive([500, 500], NOT_BY_ITSELF)
  const webhook = await hook(receiver)
  await server.post(hooks(`/${webhook.id}/test`), {}, olga)
  await expect.poll(async () => (await stateOf(webhook)).failingSince).not.toBeNull()
  const failing_since = new Date(Date.now() - 5 * 86_400_000).toISOString()
  await server.services.write(null, (db) => db.updateTable('webhooks').set({ failing_since }).execute())
  await passTime()
  await expect.poll(async () => await stateOf(webhook)).toMatchObject({ isActive: false, offReason: 'failing' })
  await passTime()
  await expect.poll(async () => (await logOf(webhook))[0]).toMatchObject({ state: 'failed', attempts: 3 })
  expect((await logOf(webhook))[0].answer.error).toBe('The endpoint is switched off')
  expect(receiver.requests).toHaveLength(2)
})

test('an endpoint gets two at a time, a slow one holds up no other, and what failed is sent again', async () => {
  const [slow, quick] = [await receive(), await receive()]
  const events = ['case.created']
  const [toSlow] = [await hook(slow, { events }), await hook(quick, { events })]
  const release = slow.hold()
  const suite = await server.suite(olga, project().id)
  for (let count = 0; count < 8; count++) await server.testCase(olga, suite.id)
  await arrived(quick, 8)
  await arrived(slow, 2)
  expect(slow.requests).toHaveLength(2)
  release()
  await arrived(slow, 8)
  expect([slow.mostAtOnce(), quick.mostAtOnce() <= 2]).toEqual([2, true])
  await expect.poll(async () => (await logOf(toSlow)).every(({ state }: any) => state === 'delivered')).toBe(true)
  const [{ id }] = await logOf(toSlow)
  const { status, body } = await server.post(hooks(`/${toSlow.id}/deliveries/${id}/resend`), {}, olga)
  expect([status, body.state]).toEqual([200, 'waiting'])
  await arrived(slow, 9)
  expect(slow.requests.at(-1)?.headers['webhook-id']).toBe(id)
  expect(await server.parts(hooks(`/${toSlow.id}/deliveries?limit=5`), olga)).toMatchObject([
    { length: 5 },
    { length: 3 },
  ])
})

test('for a day after a new secret, both sign', async () => {
  const receiver = await receive()
  const webhook = await hook(receiver)
  const { body } = await server.post(hooks(`/${webhook.id}/rotate-secret`), {}, olga)
  await server.post(hooks(`/${webhook.id}/test`), {}, olga)
  await arrived(receiver, 1)
  const [{ headers, body: sent }] = receiver.requests as [Receiver['requests'][number]]
  for (const secret of [webhook.secret, body.secret])
    new StandardWebhook(secret).verify(sent, headers as Record<string, string>)
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2)
  expect(Date.parse(body.oldSecretUntil) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
  expect(JSON.stringify(await server.services.db.selectFrom('webhooks').selectAll().execute())).not.toMatch(
    /whsec|127\.0\.0\.1:\d+\/hook/,
  )
})
