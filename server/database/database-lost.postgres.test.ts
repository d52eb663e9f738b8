import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { type Databases, openDatabases } from './databases.ts'
import { startServer } from '../start.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { Writer } from './writer.ts'

/* Writes during which the connection to PostgreSQL is lost. */

let database: TestDatabase
let direct: Databases
let relay: Server
let through: Databases
let writer: Writer
let sockets: Socket[]
/** After a request that contains this text, the relay drops all answers of PostgreSQL. */
let cutAt: string | undefined
beforeAll(async () => {
  database = await testDatabase({ isMigrated: true })
  direct = await openDatabases(addressOf(database.url))
})
beforeEach(async () => {
  sockets = []
  cutAt = undefined
  relay = createServer(forward).listen(0, '127.0.0.1')
  await new Promise((resolve) => relay.once('listening', resolve))
  const url = new URL(database.url)
  url.port = String((relay.address() as AddressInfo).port)
  through = await openDatabases(addressOf(url.href), { connections: 2 })
  writer = new Writer(through.writer, { ...through, lanes: 1 })
  await direct.writer.deleteFrom('sign_in_failures').execute()
})
afterEach(async () => {
  await through.close()
  relay.close()
})
afterAll(async () => {
  await direct.close()
  await database.remove()
})

const addressOf = (postgres: string) => ({ postgres })

function forward(client: Socket): void {
  const { hostname, port } = new URL(database.url)
  const server = connect(Number(port), hostname)
  sockets.push(client, server)
  let isCut = false
  client.on('data', (chunk) => {
    isCut ||= cutAt !== undefined && chunk.includes(cutAt)
    server.write(chunk)
    if (isCut) server.end()
  })
  server.on('data', (chunk) => isCut || client.write(chunk))
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const)
    from.on('error', () => {}).on('close', () => to.destroy())
}

async function disconnect(): Promise<void> {
  const closed = new Promise((resolve) => relay.once('close', resolve))
  relay.close()
  for (const socket of sockets) socket.destroy()
  await closed
}

const write = (email: string) =>
  writer.write('users', async (db) => {
    await db.insertInto('sign_in_failures').values({ email, address: '', failed_at: '' }).execute()
  })
const written = async () =>
  (await direct.reader.selectFrom('sign_in_failures').select('email').execute()).map(({ email }) => email).toSorted()
const codes = async (writes: Promise<void>[]) =>
  (await Promise.allSettled(writes)).map((outcome) =>
    outcome.status === 'fulfilled' ? 'done' : (outcome.reason as { code: string }).code,
  )

test('a group whose commit gets no answer is refused with BAD_GATEWAY and not retried', async () => {
  cutAt = 'commit'
  expect(await codes(['a', 'b', 'c'].map(write))).toEqual(['BAD_GATEWAY', 'BAD_GATEWAY', 'BAD_GATEWAY'])
  expect(await written()).toEqual(['a', 'b', 'c'])
  cutAt = undefined
  expect(await codes([write('d')])).toEqual(['done'])
  expect(await written()).toEqual(['a', 'b', 'c', 'd'])
})

test('a group that loses its connection before the commit is refused with SERVICE_UNAVAILABLE', async () => {
  cutAt = 'insert into'
  expect(await codes(['a', 'b'].map(write))).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])
  expect(await written()).toEqual([])
})

test.each([
  ['57014', 'takes too long'],
  ['55P03', 'waits too long for a lock'],
  ['53200', 'finds no memory'],
])('a write is refused with SERVICE_UNAVAILABLE when PostgreSQL ends it with %s because it %s', async (code) => {
  const ended = writer.write('users', async (db) => {
    await db.insertInto('sign_in_failures').values({ email: 'a', address: '', failed_at: '' }).execute()
    await sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(db)
  })
  await expect(ended).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 })
  expect(await codes([write('b')])).toEqual(['done'])
  expect(await written()).toEqual(['b'])
})

test('a database that is read-only refuses writes and says so, and takes them again afterwards', async () => {
  const name = sql.id(new URL(database.url).pathname.slice(1))
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(direct.writer)
  onTestFinished(async () => void (await sql`alter database ${name} reset all`.execute(direct.writer)))
  const later = await openDatabases(addressOf(database.url), { connections: 1 })
  onTestFinished(() => later.close())
  writer = new Writer(later.writer, { ...later, lanes: 1 })
  const failure = { code: 'SERVICE_UNAVAILABLE', message: 'The database is read-only', retryAfterSeconds: 30 }
  expect(await later.reader.selectFrom('users').select('id').execute()).toEqual([])
  await expect(write('a')).rejects.toMatchObject(failure)
  expect(writer.failure).toMatchObject(failure)
  await sql`alter database ${name} reset all`.execute(direct.writer)
  expect(await codes([write('b')])).toEqual(['done'])
  expect(writer.failure).toBeUndefined()
  expect(await written()).toEqual(['b'])
})

test('connections notice that the machine of PostgreSQL is gone', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  onTestFinished(() => keepAlive.mockRestore())
  const opened = await openDatabases(addressOf(database.url), { connections: 1 })
  await opened.close()
  expect(keepAlive).toHaveBeenCalledWith(true, 10_000)
})

test('writes and reads are refused while no connection is possible, and work again afterwards', async () => {
  const { port } = relay.address() as AddressInfo
  await disconnect()
  expect(await codes([write('a')])).toEqual(['SERVICE_UNAVAILABLE'])
  await expect(through.reader.selectFrom('users').selectAll().execute()).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 1,
  })
  relay.listen(port, '127.0.0.1')
  await new Promise((resolve) => relay.once('listening', resolve))
  expect(await codes([write('b')])).toEqual(['done'])
  expect(await written()).toEqual(['b'])
})

test('REST, report uploads and tRPC answer 503 with Retry-After while the database is lost', async () => {
  const config = readConfig({ PORT: '0', JWT_SECRET: 'a secret for tests only, 32 long', DATABASE_URL: database.url })
  const server = await startServer({
    config,
    databases: { ...through, close: async () => {} },
    log: pino({ level: 'silent' }),
  })
  await disconnect()
  const authorization = `Basic ${btoa('project:secret')}`
  const message = 'The database does not answer'
  for (const [method, path] of [
    ['GET', '/test-suites/project/p'],
    ['PUT', '/test-runs/project/p/report'],
  ] as const) {
    const answer = await fetch(`${server.url}/api${path}`, { method, headers: { authorization } })
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '1',
      { message, code: 'SERVICE_UNAVAILABLE' },
    ])
  }
  const answer = await fetch(`${server.url}/trpc/auth.signupEnabled`)
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { error: { message, data: { code: 'SERVICE_UNAVAILABLE' } } },
  ])
  await server.close()
})
