import { afterEach, expect, test } from 'vitest'
import { MAIL_VARIABLES, startCatcher } from '../mail/testing.ts'
import { endedAgo } from '../retention/testing.ts'
import { type ServerToKill, serverToKill } from '../testing/kill.ts'

let server: ServerToKill | undefined
const catcher = await startCatcher()
afterEach(async () => {
  await server?.remove()
  await catcher.close()
})

test('a digest of servers that are killed is sent by the next one, once in a period and with one Message-ID', async () => {
  server = await serverToKill({ SMTP_URL: catcher.url, ...MAIL_VARIABLES })
  const { db, call } = server
  const { body: project } = await call('POST', '/projects', { name: 'Checkout' })
  const { body: suite } = await call('POST', '/test-suites', { name: 'S', projectId: project.id })
  await call('POST', '/test-cases', { name: 'pays', type: 'auto', testSuiteId: suite.id })
  const { body: run } = await call('POST', `/test-runs/project/${project.id}`, {})
  await endedAgo(db, run.id, 3)
  expect((await call('PUT', '/notices/digest', { digest: 'daily' })).status).toBe(200)
  const digested_until = new Date(Date.now() - 7 * 86_400_000).toISOString()
  await db.updateTable('notice_settings').set({ digested_until }).execute()
  /** They end after a minute. */
  const endLeases = async () =>
    await db
      .updateTable('deliveries')
      .set({ due_at: new Date().toISOString() })
      .where('due_at', 'is not', null)
      .execute()
  const release = catcher.hold()
  // Digests that are due are sent at a start.
  for (const afterMs of [0, 20, 100]) {
    await server.killAfter(afterMs, Promise.resolve())
    await server.restart()
  }
  await endLeases()
  expect(await server.killAt(async () => catcher.waiting() > 0, new Promise(() => {}))).toBe(true)
  release()
  await endLeases()
  await server.restart()
  await expect
    .poll(async () => await db.selectFrom('deliveries').select('state').where('mail_id', 'is not', null).execute())
    .toEqual([{ state: 'delivered' }])
  const [{ id }] = (await db.selectFrom('deliveries').select('id').where('mail_id', 'is not', null).execute()) as [any]
  expect(new Set(catcher.mails.map(({ messageId }) => messageId))).toEqual(new Set([`<${id}@example.com>`]))
  expect(catcher.mails[0]?.text).toContain('no new failures, 1 run ended')
})
