import { afterEach, expect, test } from 'vitest'
import { killedAt, type ServerToKill } from '../testing/kill.ts'
import { MAIL_VARIABLES, startCatcher } from './testing.ts'

let server: ServerToKill | undefined
const catcher = await startCatcher()
afterEach(async () => {
  await server?.remove()
  await catcher.close()
})

test('mails of a killed server are sent by the next one, each with its Message-ID', async () => {
  const release = catcher.hold()
  const killed = await killedAt(
    async () => catcher.waiting() >= 2,
    async (at) => {
      const { body: project } = await at.call('POST', '/projects', { name: 'Checkout' })
      for (let count = 0; count < 5; count++)
        await at.call('POST', `/invite/create/${project.id}`, { email: `n${count}@example.com` })
      return { answered: new Promise<void>(() => {}) }
    },
    { SMTP_URL: catcher.url, ...MAIL_VARIABLES },
  )
  server = killed.server
  const { db } = server
  const ids = (await db.selectFrom('deliveries').select('id').execute()).map(({ id }) => `<${id}@example.com>`)
  expect(ids).toHaveLength(5)
  release()
  // The leases end after a minute.
  await db.updateTable('deliveries').set({ due_at: new Date().toISOString() }).where('due_at', 'is not', null).execute()
  await server.restart()
  const sent = () => new Set(catcher.mails.map(({ messageId }) => messageId))
  await expect.poll(() => sent().size).toBe(5)
  expect([...sent()].toSorted()).toEqual(ids.toSorted())
  await expect
    .poll(async () => await db.selectFrom('mails').select('id').where('sealed', 'is not', null).execute())
    .toEqual([])
})
