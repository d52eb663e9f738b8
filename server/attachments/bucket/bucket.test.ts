import { beforeEach, expect, test } from 'vitest'
import { countRows } from '../../database/count-rows.ts'
import { embedded, playwrightReport } from '../../test-reports/testing-files.ts'
import { testDatabase } from '../../testing/database.ts'
import { type Caller, startTestServerOn, type TestServer } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { useBucket } from './testing.ts'

const MB = 1024 * 1024

const bucket = await useBucket()
const server = await useTestServer({ ...bucket.config, ATTACHMENT_MAX_MB: 2 })
const olga = await server.person('Olga')
const tess = await server.person('Tess')

let project: { id: string }
let run: any
let resultId: string
beforeEach(async () => {
  bucket.breaks(undefined)
  await server.services.write(null, (db) => db.deleteFrom('attachments').execute())
  await bucket.sweep(server)
  ;({ project, run } = await server.projectWithRun(olga, tess))
  resultId = run.results[0].id
})

/** Bytes of which no two pieces are equal. */
const bytesOf = (size: number) => Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 8)) % 251))

async function read(on: TestServer, id: string, as: Caller) {
  const answer = await fetch(`${on.url}/api/attachments/${id}`, { headers: { authorization: as.authorization } })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const counted = async (table: 'attachments' | 'attachment_chunks' | 'bucket_removals', on = server) =>
  await countRows(on.services.db.selectFrom(table))

const listed = async () =>
  (await server.get(`/test-runs/${run.id}`, tess)).body.results.flatMap(({ attachments }: any) => attachments)

/** A server that works with its bucket again: it may rest for a moment after a failure. */
async function works(): Promise<void> {
  await expect.poll(async () => (await server.attach(tess, resultId, 'again')).status).toBe(201)
}

test('with a bucket, the bytes of files are there and not in the database, and their objects are deleted with them', async () => {
  const video = bytesOf(900_000)
  const { status, body } = await server.attach(tess, resultId, video, 'video.webm')
  expect([status, body.size]).toEqual([201, video.length])
  const objects = bucket.files()
  expect(objects.length).toBeGreaterThan(3)
  expect(objects).toEqual(objects.map((_, piece) => `assay/${body.id}/${piece}`))
  expect(await counted('attachment_chunks')).toBe(0)
  const { headers, bytes } = await read(server, body.id, tess)
  expect([bytes.equals(video), headers.get('content-length')]).toEqual([true, '900000'])
  expect(headers.get('content-security-policy')).toMatch(/^sandbox;/)
  const { path } = (await server.get(`/attachments/${body.id}/address`, tess)).body
  expect(Buffer.from(await (await fetch(`${server.url}/api${path}`)).arrayBuffer()).equals(video)).toBe(true)

  expect((await server.delete(`/attachments/${body.id}`, tess)).status).toBe(200)
  await bucket.sweep(server)
  expect([bucket.files(), await counted('bucket_removals')]).toEqual([[], 0])
})

test('files of reports go to the bucket, and a deleted project leaves no object', async () => {
  const report = playwrightReport([[embedded(bytesOf(600_000)), embedded('a log', 'log', 'text/plain')]])
  const { body } = await server.upload(olga, project.id, report)
  const results = (await server.get(`/test-runs/${body.testRun.id}`, olga)).body.results
  const files = results.flatMap(({ attachments }: any) => attachments)
  expect(files.map(({ size }: any) => size).toSorted((a: number, b: number) => a - b)).toEqual([5, 600_000])
  for (const { id, size } of files) expect((await read(server, id, olga)).bytes.length).toBe(size)
  expect(await counted('attachment_chunks')).toBe(0)
  await server.attach(tess, resultId, 'of a run')

  await server.delete(`/projects/${project.id}`, olga)
  await expect.poll(async () => await counted('attachments')).toBe(0)
  await bucket.sweep(server)
  expect(bucket.files()).toEqual([])
})

test('a file of which a piece is not stored leaves neither an attachment nor, in the end, an object', async () => {
  bucket.breaks('cuts', (method, name) => method === 'PUT' && name.endsWith('/2'))
  const { status, body, headers } = await server.attach(tess, resultId, bytesOf(MB))
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '30'])
  expect(body.message).toBe('Attachments cannot be stored or read at the moment. Try again later')
  expect([await listed(), await counted('attachments'), bucket.files().length]).toEqual([[], 0, 2])
  bucket.breaks(undefined)
  await works()
  await bucket.sweep(server)
  expect(bucket.files().length).toBe(1)
})

test('without its bucket the server does all but attachments, says so, and works again with it', async () => {
  const { id } = (await server.attach(tess, resultId, 'kept')).body
  bucket.breaks('fails')
  const refused = await read(server, id, tess)
  expect([refused.status, refused.headers.get('content-type'), refused.headers.get('content-disposition')]).toEqual([
    503,
    'application/json; charset=utf-8',
    null,
  ])
  expect((await server.attach(tess, resultId, 'new')).status).toBe(503)
  expect((await server.upload(olga, project.id, playwrightReport([[embedded('new')]]))).status).toBe(503)
  expect((await server.get('/health')).body).toEqual({ status: 'ok', attachmentStore: 'unavailable' })
  expect((await server.upload(olga, project.id, playwrightReport([[]]))).status).toBe(201)
  expect((await server.delete(`/attachments/${id}`, tess)).status).toBe(200)
  await bucket.sweep(server)
  expect([await listed(), await counted('bucket_removals')]).toEqual([[], 3])

  bucket.breaks(undefined)
  await works()
  expect((await server.get('/health')).body).toEqual({ status: 'ok', attachmentStore: 'ok' })
  await bucket.sweep(server)
  expect(await counted('bucket_removals')).toBe(0)
})

test('a bucket that does not answer in time is given up, and others do not wait for it', async () => {
  bucket.breaks('is silent')
  const silent = bucket.open({ timeoutMs: 50, restMs: 3_600_000 })
  await expect(silent.put('assay/x', Buffer.from('x'))).rejects.toThrow('Attachments cannot be stored')
  const before = bucket.puts.length
  bucket.breaks(undefined)
  await expect(silent.put('assay/x', Buffer.from('x'))).rejects.toThrow('Attachments cannot be stored')
  expect(bucket.puts.length).toBe(before)
})

test('attachments stay readable when new ones go to a bucket, and when they go to the database again', async () => {
  const database = await testDatabase({ isMigrated: true })
  const as = async (config: object) => await startTestServerOn(database.url, config)
  let now = await as({})
  const ada = await now.person('Ada')
  const made = await now.projectWithRun(ada, await now.person('Ben'))
  const add = async (text: string) => (await now.attach(ada, made.run.results[0].id, text)).body.id as string
  const texts = async (ids: string[]) =>
    await Promise.all(ids.map(async (id) => String((await read(now, id, ada)).bytes)))
  const first = await add('in the database')
  await now.close()

  now = await as(bucket.config)
  const second = await add('in the bucket')
  expect(await texts([first, second])).toEqual(['in the database', 'in the bucket'])
  await now.close()

  now = await as(bucket.formerConfig)
  const third = await add('in the database again')
  expect(await texts([first, second, third])).toEqual(['in the database', 'in the bucket', 'in the database again'])
  expect(await counted('attachment_chunks', now)).toBe(2)
  await now.close()

  now = await as({})
  expect(await texts([first, third])).toEqual(['in the database', 'in the database again'])
  const { status, bytes } = await read(now, second, ada)
  expect([status, String(bytes)]).toEqual([503, expect.stringContaining('in a bucket that the server does not know')])
  await now.close()

  bucket.breaks('refuses')
  await expect(as(bucket.config)).rejects.toThrow(
    /^ATTACHMENT_STORE: the bucket "files" cannot be used: S3 returned 403/,
  )
  bucket.breaks('fails')
  now = await as(bucket.config)
  expect((await now.get('/health')).body.attachmentStore).toBe('unavailable')
  await now.close()
  bucket.breaks(undefined)
  await database.remove()
})
