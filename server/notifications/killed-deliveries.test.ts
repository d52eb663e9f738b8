import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { killedAt, type ServerToKill } from '../testing/kill.ts'
import { type Receiver, startReceiver } from './testing.ts'

let receiver: Receiver
let server: ServerToKill | undefined
afterEach(async () => {
  await server?.remove()
  await receiver.close()
})

test('deliveries of a killed server are made by the next one, each with its id', async () => {
  receiver = await startReceiver()
  const release = receiver.hold()
  const killed = await killedAt(
    async () => receiver.requests.length >= 2,
    async (at) => {
      receiver.requests.splice(0)
      const { body: project } = await at.call('POST', '/projects', { name: 'Checkout' })
      const hook = { url: receiver.url, form: 'webhook', events: ['case.created'] }
      await at.call('POST', `/projects/${project.id}/webhooks`, hook)
      const { body: suite } = await at.call('POST', '/test-suites', { name: 'S', projectId: project.id })
      for (let count = 0; count < 5; count++)
        await at.call('POST', '/test-cases', { name: `C${count}`, type: 'auto', testSuiteId: suite.id })
      return { answered: new Promise<void>(() => {}) }
    },
  )
  server = killed.server
  const { db } = server
  const begun = receiver.requests.map(({ headers }) => headers['webhook-id'] as string)
  const ids = async () => (await db.selectFrom('deliveries').select('id').execute()).map(({ id }) => id).toSorted()
  const all = await ids()
  expect([all.length, new Set(begun).size]).toEqual([5, 2])
  release()
  receiver.requests.splice(0)
  // The leases end after a minute.
  await db.updateTable('deliveries').set({ due_at: new Date().toISOString() }).where('due_at', 'is not', null).execute()
  await server.restart()
  const waiting = async () => {
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from deliveries where state <> 'delivered'`.execute(db)
    return Number(rows[0]?.count)
  }
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
  const received = new Set(receiver.requests.map(({ headers }) => headers['webhook-id'] as string))
  expect([...received].toSorted()).toEqual(all)
  for (const id of begun) expect(received).toContain(id)
})
