import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { useBucket } from '#server/attachments/bucket/testing.ts'
import { serverToKill } from '#server/testing/kill.ts'
import { runScript, startScript } from './testing.ts'

const bucket = await useBucket()
const { ATTACHMENT_STORE: address, ...keys } = bucket.variables
const removals: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const remove of removals) await remove()
})

test('attachments move to the bucket and back beside a running server, and a move that was killed goes on', async () => {
  const server = await serverToKill({ ATTACHMENT_STORE_FORMER: address, ...keys })
  removals.push(() => server.remove())
  const call = async (path: string, body: object) => (await server.call('POST', path, body)).body
  const project = await call('/projects', { name: 'P' })
  const suite = await call('/test-suites', { name: 'S', projectId: project.id })
  const { id } = await call('/test-cases', { name: 'C', testSuiteId: suite.id, type: 'auto' })
  const files = Array.from({ length: 6 }, () => randomBytes(700_000))
  const ids = await Promise.all(files.map(async (bytes) => (await server.attach(`/test-cases/${id}`, bytes))?.body.id))
  const areWhole = async () => {
    for (const [at, of] of ids.entries())
      expect([at, (await server.bytesOf(of)).bytes.equals(files[at] as Buffer)]).toEqual([at, true])
  }
  const begin = (store: Record<string, string>) =>
    startScript('attachments.ts', ['move'], { DATABASE_URL: server.databaseUrl, ...keys, ...store })
  const move = async (store: Record<string, string>) => await begin(store).ended

  const killed = begin({ ATTACHMENT_STORE: address })
  bucket.breaks('is silent', (method) => method === 'PUT' && bucket.puts.length > 8 && killed.child.kill('SIGKILL'))
  expect(await killed.ended).toMatchObject({ code: null, err: '' })
  bucket.breaks(undefined)
  await areWhole()
  expect(await move({ ATTACHMENT_STORE: address })).toMatchObject({ code: 0, err: '' })
  const stored = server.db.selectFrom('attachments').select('id').where('pieces', 'is not', null)
  expect(await stored.execute()).toHaveLength(6)
  expect(await server.db.selectFrom('attachment_chunks').select('number').execute()).toEqual([])
  await areWhole()

  const back = await move({ ATTACHMENT_STORE_FORMER: address })
  expect(back.out).toMatch(
    /^6 attachments, 5 MB, to move to the database\nMoved 6 attachments, 5 MB, to the database\n$/,
  )
  expect(await stored.execute()).toEqual([])
  await areWhole()
})

test('moving attachments refuses unknown commands, and a configuration without a bucket', async () => {
  expect(await runScript('attachments.ts', ['copy'], {})).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^npm run attachments -- move\n/),
  })
  expect(await runScript('attachments.ts', ['move'], {})).toMatchObject({
    code: 2,
    err: 'Neither ATTACHMENT_STORE nor ATTACHMENT_STORE_FORMER names a bucket\n',
  })
})
