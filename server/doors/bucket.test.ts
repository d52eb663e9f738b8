import { expect, test } from 'vitest'
import { useBucket } from '../attachments/bucket/testing.ts'
import { applyRules, endedAgo, newerRuns } from '../retention/testing.ts'
import { PNG as PIXEL } from '../attachments/testing.ts'
import { useTestServer } from '../testing/use-server.ts'
import { agentOf } from './mcp/testing.ts'
import { qaseClient, qaseResult } from './qase/testing.ts'

/* Other ways to attachments whose bytes are in a bucket: agents, reporters of Qase, and rules of retention. */

const bucket = await useBucket()
const server = await useTestServer(bucket.config)
const { db, write } = server.services
const olga = await server.person('Olga')
const UNAVAILABLE = 'Attachments cannot be stored or read at the moment. Try again later'

const PNG = Buffer.concat([
  PIXEL,
  Buffer.from(Uint8Array.from({ length: 600_000 }, (_, at) => (at * 7 + (at >> 8)) % 251)),
])
const LOG = Array.from({ length: 30_000 }, (_, at) => `${at} größer`).join('\n')

test('an agent gets pictures and texts from the bucket, and a refusal that it may repeat while there is none', async () => {
  bucket.breaks(undefined)
  const { project, run } = await server.projectWithRun(olga, await server.person('Tess'))
  await server.attach(olga, run.results[0].id, PNG, 'a.png')
  await server.attach(olga, run.results[0].id, Buffer.from(LOG), 'b.log')
  const agent = await agentOf(server.url, olga, '2026', `?project=${project.id}`)
  const { files } = (await agent.call('get_failure', { case: 'C1' })).json
  const [picture, log] = files.map(({ attachment }: { attachment: string }) => ({ attachment }))
  const { content } = await agent.call('get_attachment', picture)
  expect(Buffer.from(content[1]?.data ?? '', 'base64').equals(PNG)).toBe(true)
  let [text, next]: [string, string | undefined] = ['', '290000']
  do {
    const part = await agent.call('get_attachment', { ...log, next })
    text += part.content[1]?.text
    next = part.json.next
  } while (next)
  expect(text).toBe(String(Buffer.from(LOG).subarray(290_000)))
  bucket.breaks('refuses')
  for (const file of [picture, log]) expect(await agent.refusal('get_attachment', file)).toBe(UNAVAILABLE)
  bucket.breaks(undefined)
  expect((await agent.call('get_attachment', picture)).content).toHaveLength(2)
  await agent.close()
})

test('files of Qase go to the bucket, and the rules of retention take them from there, also after an outage', async () => {
  const project = await server.project(olga)
  const qase = qaseClient(server, project)
  const id = await qase.start()
  bucket.breaks('refuses', (method, name) => method === 'PUT' && name.endsWith('/1'))
  const before = bucket.files().length
  expect((await qase.upload(['cart.png', PNG])).status).toBe(503)
  bucket.breaks(undefined)
  await bucket.sweep(server)
  expect(bucket.files()).toHaveLength(before)
  const { body } = await qase.upload(['cart.png', PNG], ['log.txt', Buffer.from('one')])
  const hashes: string[] = body.result.map(({ hash }: { hash: string }) => hash)
  await qase.send(id, qaseResult('A', 'failed', { attachments: hashes }))
  await qase.complete(id)
  const [run] = (await server.get(`/test-runs/project/${project.id}`, olga)).body
  const { attachments } = (await server.get(`/test-runs/${run.id}`, olga)).body.results[0]
  const read = await fetch(`${server.url}/api/attachments/${attachments[0].id}`, { headers: olga })
  expect(Buffer.from(await read.arrayBuffer()).equals(PNG)).toBe(true)
  const left = () => bucket.files().filter((name) => hashes.some((hash) => name.startsWith(`assay/${hash}/`)))
  expect(left().length).toBeGreaterThan(3)

  await write({ testRun: run.id }, async (trx) => {
    await endedAgo(trx, run.id, 40)
    await newerRuns(trx, project.id, 31, 1)
  })
  const address = `/projects/${project.id}/retention`
  expect((await server.patch(address, { keepAttachmentsDays: 30 }, olga)).body.wouldDelete.bytes).toBe(PNG.length + 3)
  bucket.breaks('refuses')
  await applyRules(server)
  const rows = db.selectFrom('attachments').select('id').where('id', 'in', hashes)
  await expect.poll(() => rows.execute()).toEqual([])
  await bucket.sweep(server)
  expect(left().length).toBeGreaterThan(3)
  bucket.breaks(undefined)
  await bucket.sweep(server)
  expect(left()).toEqual([])
})
