import { expect, test } from 'vitest'
import { countRows } from '../../database/count-rows.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { chunksOfAttachment } from '../read-attachment.ts'
import { moveAttachments } from './move.ts'
import { useBucket } from './testing.ts'

const bucket = await useBucket()
/** New files go to the database, and the bucket is known. */
const server = await useTestServer(bucket.formerConfig)
const { db, write } = server.services
const olga = await server.person('Olga')
const { run } = await server.projectWithRun(olga, await server.person('Tess'))
const resultId = run.results[0].id

const LARGE = Buffer.from(Uint8Array.from({ length: 900_000 }, (_, at) => (at * 7 + (at >> 8)) % 251))
const add = async (bytes: Buffer | string) => (await server.attach(olga, resultId, bytes)).body.id as string
const moveAll = async (to: 'bucket' | 'database') => {
  const opened = bucket.open(undefined, to === 'bucket')
  return await moveAttachments({ db, write, bucket: opened }, () => undefined)
}
const readerOf = async (id: string) => {
  const row = await db.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return chunksOfAttachment(server.services, row)
}
async function rest(reader: AsyncGenerator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of reader) parts.push(part)
  return Buffer.concat(parts)
}
const counted = async () => {
  const of = async (table: 'attachment_chunks' | 'bucket_removals') => await countRows(db.selectFrom(table))
  return { chunks: await of('attachment_chunks'), waiting: await of('bucket_removals'), objects: bucket.files().length }
}

test('attachments move to the bucket and back, under readers that have begun, and leave nothing behind', async () => {
  const [large, small] = [await add(LARGE), await add('small')]
  const reader = await readerOf(large)
  const first = (await reader.next()).value as Buffer
  const { chunks } = await counted()
  expect(await moveAll('bucket')).toEqual({ files: 2, bytes: LARGE.length + 5, skipped: 0 })
  expect(await counted()).toEqual({ chunks: 0, waiting: 0, objects: chunks })
  expect(Buffer.concat([first, await rest(reader)]).equals(LARGE)).toBe(true)
  expect(String(await rest(await readerOf(small)))).toBe('small')
  expect(await moveAll('bucket')).toEqual({ files: 0, bytes: 0, skipped: 0 })

  const other = await readerOf(large)
  const begun = (await other.next()).value as Buffer
  expect(await moveAll('database')).toMatchObject({ files: 2, skipped: 0 })
  await bucket.sweep(server)
  expect(await counted()).toEqual({ chunks, waiting: 0, objects: 0 })
  expect(Buffer.concat([begun, await rest(other)]).equals(LARGE)).toBe(true)
  expect(String(await rest(await readerOf(small)))).toBe('small')
  for (const id of [large, small]) expect((await server.delete(`/attachments/${id}`, olga)).status).toBe(200)
  expect(await counted()).toEqual({ chunks: 0, waiting: 0, objects: 0 })
})

test('a move that the bucket interrupts goes on, and what is deleted meanwhile leaves no object', async () => {
  const [kept, deleted] = [await add(LARGE), await add(LARGE)]
  bucket.breaks('refuses', (method, name) => method === 'PUT' && name.endsWith('/2'))
  await expect(moveAll('bucket')).rejects.toThrow('Attachments cannot be stored')
  bucket.breaks(undefined)
  expect(await rest(await readerOf(kept))).toEqual(LARGE)
  await server.delete(`/attachments/${deleted}`, olga)
  expect(await moveAll('bucket')).toMatchObject({ files: 1, skipped: 0 })
  await bucket.sweep(server)
  expect(await counted()).toMatchObject({ chunks: 0, waiting: 0 })
  expect(bucket.files().every((name) => name.startsWith(`assay/${kept}/`))).toBe(true)
  expect(await rest(await readerOf(kept))).toEqual(LARGE)
  await server.delete(`/attachments/${kept}`, olga)
  await bucket.sweep(server)
  expect(bucket.files()).toEqual([])
})

test('a move of which one file fails ends when the other files are moved', async () => {
  const [long, refused] = [await add(LARGE), await add('small')]
  bucket.breaks('refuses', (method, name) => method === 'PUT' && name.startsWith(`assay/${refused}/`))
  await expect(moveAll('bucket')).rejects.toThrow('Attachments cannot be stored')
  bucket.breaks(undefined)
  expect(await counted()).toMatchObject({ chunks: 1, objects: 4 })
  for (const id of [long, refused]) await server.delete(`/attachments/${id}`, olga)
  await bucket.sweep(server)
  expect(bucket.files()).toEqual([])
})

test('objects that a server may be deleting are not written again, and cleared from under no attachment', async () => {
  const id = await add('small')
  const due_at = new Date(Date.now() + 60_000).toISOString()
  await write(null, (trx) =>
    trx.insertInto('bucket_removals').values({ attachment_id: id, pieces: 1, due_at }).execute(),
  )
  expect(await moveAll('bucket')).toEqual({ files: 0, bytes: 0, skipped: 1 })
  await bucket.sweep(server)
  expect(await moveAll('bucket')).toMatchObject({ files: 1, skipped: 0 })
  await bucket.sweep(server)
  expect(String(await rest(await readerOf(id)))).toBe('small')
})
