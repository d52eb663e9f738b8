import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestServerOn, type TestServer } from '../testing/server.ts'
import { LOOPBACK, type Receiver, startReceiver } from './testing.ts'

let database: TestDatabase
let servers: TestServer[]
let receiver: Receiver
beforeEach(async () => {
  database = await testDatabase({ isMigrated: true })
  servers = await Promise.all(
    Array.from({ length: 3 }, () => startTestServerOn(database.url, { OUTGOING_ALLOW: LOOPBACK })),
  )
  receiver = await startReceiver()
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await database.remove()
  await receiver.close()
})

test('three servers deliver each event once, two at a time', async () => {
  const [here] = servers as [TestServer]
  const ada = await here.person('Ada')
  const project = await here.project(ada)
  const hook = { url: receiver.url, form: 'webhook', events: ['case.created'] }
  await here.post(`/projects/${project.id}/webhooks`, hook, ada)
  const suite = await here.suite(ada, project.id)
  const release = receiver.hold()
  await Promise.all(Array.from({ length: 30 }, (_, at) => (servers[at % 3] as TestServer).testCase(ada, suite.id)))
  for (const { services } of servers) services.outbox.wake()
  await expect.poll(() => receiver.requests.length).toBe(2)
  release()
  await expect.poll(() => receiver.requests.length, { timeout: 30_000 }).toBe(30)
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(30)
  expect(receiver.mostAtOnce()).toBe(2)
})
