import { copyFileSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Person, startTestServer, type TestServer } from '../testing/server.ts'

/* Health and writes while the file of the database is removed, replaced, overwritten or full. */

let server: TestServer
let ada: Person
let file: string
let connections: Database[]
beforeEach(async () => {
  connections = []
  server = await startTestServer({}, (database) => connections.push(database))
  ada = await server.person('Ada')
  file = (server.services.config.DATABASE_URL as { file: string }).file
})
afterEach(() => server.close())

const health = async () => await server.get('/health')
const write = () => server.post('/projects', { name: 'Checkout' }, ada)
const manyWrites = async () => (await Promise.all(Array.from({ length: 10 }, write))).map(({ status }) => status)
const healthy = { status: 200, body: { status: 'ok' } }
const unhealthy = (message: string) => ({ status: 503, body: { code: 'SERVICE_UNAVAILABLE', message } })
const GONE = 'The database file was removed or replaced'

test('with its database in place the server is healthy', async () => {
  expect(await health()).toMatchObject(healthy)
})

test('after the database file is removed no write is acknowledged, and health says so', async () => {
  rmSync(file)
  expect(await manyWrites()).toEqual(Array(10).fill(503))
  const { body, headers } = await write()
  expect([body.message, headers.get('retry-after')]).toEqual([GONE, '30'])
  expect(await health()).toMatchObject(unhealthy(GONE))
})

test('after the log of the database is removed no write is acknowledged, and health says so', async () => {
  rmSync(`${file}-wal`)
  expect(await manyWrites()).toEqual(Array(10).fill(503))
  expect(await health()).toMatchObject(unhealthy(GONE))
})

test('after the database file is replaced no write is acknowledged; with the file back, writes are', async () => {
  renameSync(file, `${file}.away`)
  copyFileSync(`${file}.away`, file)
  expect(await manyWrites()).toEqual(Array(10).fill(503))
  expect(await health()).toMatchObject(unhealthy(GONE))
  renameSync(`${file}.away`, file)
  expect(await manyWrites()).toEqual(Array(10).fill(201))
  expect(await health()).toMatchObject(healthy)
})

test('a file that is removed during a write is noticed before the answer', async () => {
  const removed = server.services.write(null, async (db) => {
    await db.updateTable('users').set({ name: 'Eve' }).execute()
    rmSync(file)
  })
  await expect(removed).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: GONE })
})

test('an overwritten database is noticed by the health check alone', async () => {
  for (const connection of connections) if (!connection.readonly) connection.pragma('wal_checkpoint(TRUNCATE)')
  const open = openSync(file, 'r+')
  writeSync(open, Buffer.alloc(statSync(file).size - 4096, 0x5a), 0, undefined, 4096)
  expect(await health()).toMatchObject(unhealthy('The database is damaged'))
})

test('an overwritten header is noticed', async () => {
  for (const connection of connections) connection.pragma('wal_checkpoint(TRUNCATE)')
  const bytes = readFileSync(file)
  bytes.fill('x', 0, 100)
  writeFileSync(file, bytes)
  expect(await health()).toMatchObject(unhealthy('The database is damaged'))
})

test('with a full disk writes answer 503 with Retry-After, reads go on, and health says so until a write succeeds', async () => {
  const { id } = (await write()).body
  const limitPages = (most: number) => connections.forEach((each) => each.pragma(`max_page_count = ${most}`))
  // On a busy machine the time of the next trial would come, and heal it.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => clock.mockRestore())
  const large = { name: 'Large', description: 'x'.repeat(10_000) }
  const fillAndFree = async () => {
    limitPages(1)
    const full = await server.post('/projects', large, ada)
    expect([full.status, full.body.message]).toEqual([503, 'The disk is full'])
    expect(full.headers.get('retry-after')).toBe('30')
    expect((await server.get(`/projects/${id}`, ada)).status).toBe(200)
    const whileFull = await health()
    limitPages(1_000_000)
    return [whileFull, await health()]
  }
  // A small write in the background may still find room, and heal it.
  const DISK_FULL = unhealthy('The disk is full')
  await expect.poll(fillAndFree, { timeout: 30_000 }).toMatchObject([DISK_FULL, DISK_FULL])
  expect((await server.post('/projects', large, ada)).status).toBe(201)
  expect(await health()).toMatchObject(healthy)
})
