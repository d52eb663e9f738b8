import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { bulkInsert } from './bulk.ts'
import { type Change, noteChange } from './changes.ts'
import { type Databases, type Db, openDatabases } from './databases.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { Writer } from './writer.ts'

/* Two writers on one database, each with its own connections, as in two servers. */

let database: TestDatabase
let servers: Databases[]
let writers: [Writer, Writer]
beforeEach(async () => {
  database = await testDatabase({ isMigrated: true })
  const address = readConfig({ DATABASE_URL: database.url }).DATABASE_URL
  servers = [await openDatabases(address), await openDatabases(address)]
  writers = servers.map((server) => new Writer(server.writer, server)) as [Writer, Writer]
  for (const id of ['a', 'b']) await insertProject(servers[0]?.writer as Db, id)
})
afterEach(async () => {
  for (const server of servers) await server.close()
  await database.remove()
})

test('read-modify-write on two servers loses no update', async () => {
  const add = async (db: Db) => {
    const row = await db.selectFrom('projects').select('description').where('id', '=', 'a').executeTakeFirstOrThrow()
    await db
      .updateTable('projects')
      .set({ description: String(Number(row.description) + 1) })
      .where('id', '=', 'a')
      .execute()
  }
  await Promise.all(
    Array.from({ length: 200 }, (_, index) => (writers[index % 2] as Writer).write({ project: 'a' }, add)),
  )
  expect(await descriptionOf('a')).toBe('200')
})

test('writes of one project wait for each other, and writes of other projects do not', async () => {
  const long = heldWrite(writers[0], 'a')
  await long.begun
  const waiting = writers[1].write({ project: 'a' }, async () => 'a')
  expect(await writers[1].write({ project: 'b' }, async () => 'b')).toBe('b')
  expect(await writers[0].write({ project: 'b' }, async () => 'b')).toBe('b')
  expect(await Promise.race([waiting, pause(200, 'still waiting')])).toBe('still waiting')
  long.end()
  expect(await waiting).toBe('a')
})

test('the locks of a server that lost power are freed after the idle timeout', async () => {
  const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(servers[0]?.writer as Db)
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }])
  const silent = heldWrite(writers[0], 'a', (db) =>
    sql`set local idle_in_transaction_session_timeout = 300`.execute(db),
  )
  await silent.begun
  expect(await writers[1].write({ project: 'a' }, async () => 'a')).toBe('a')
  silent.end()
  await expect(silent.done).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

test('a write that conflicts with a write of another server is retried and sees it', async () => {
  const insertIfMissing = async (db: Db) => {
    if (await db.selectFrom('settings').select('key').where('key', '=', 'jwt_secret').executeTakeFirst()) return 'known'
    await pause(50)
    await db.insertInto('settings').values({ key: 'jwt_secret', value: 'x' }).execute()
    return 'new'
  }
  const answers = await Promise.all(writers.map((writer) => writer.write(null, insertIfMissing)))
  expect(answers.toSorted()).toEqual(['known', 'new'])
})

test('a write that always conflicts is refused, and the other write of its group is not', async () => {
  let tries = 0
  const failing = writers[0].write({ project: 'a' }, async (db) => {
    tries += 1
    await insertProject(db, 'b')
  })
  const other = writers[0].write({ project: 'a' }, async () => 'done')
  await expect(failing).rejects.toThrow('duplicate key')
  expect([await other, tries > 1]).toEqual(['done', true])
})

test('two servers that deadlock both succeed after a retry', async () => {
  const rename = (first: string, second: string) => async (db: Db) => {
    for (const id of [first, second]) {
      await db
        .updateTable('projects')
        .set({ name: `${first} first` })
        .where('id', '=', id)
        .execute()
      await pause(100)
    }
  }
  await Promise.all([writers[0].write(null, rename('a', 'b')), writers[1].write(null, rename('b', 'a'))])
  const names = await servers[0]?.reader.selectFrom('projects').select('name').execute()
  expect(names?.[0]).toEqual(names?.[1])
})

test('no write is stored when its transaction fails to begin', async () => {
  const server = await openDatabases({ postgres: database.url }, { connections: 1 })
  const writer = new Writer(server.writer, server)
  await writer.write(null, (db) => insertSettings(db, ['one']))
  await sql`deallocate all`.execute(server.writer)
  const many = Array.from({ length: 10 }, (_, index) => `many ${index}`)
  await expect(writer.write(null, (db) => insertSettings(db, many))).rejects.toThrow('prepared statement')
  await server.close()
  expect(await servers[0]?.reader.selectFrom('settings').select('key').execute()).toEqual([{ key: 'one' }])
})

test('changes are published once they are committed, and not when PostgreSQL refuses a write at the end', async () => {
  const published: Change[] = []
  const server = servers[0] as Databases
  const writer = new Writer(server.writer, { ...server, afterCommit: (changes) => published.push(...changes) })
  const change = (projectId: string, ...keys: string[]) =>
    writer.write(null, async (db) => {
      noteChange(db, { kind: 'project deleted', projectId })
      for (const key of keys) await insertSettings(db, [key])
    })
  await expect(change('refused', 'twice', 'twice')).rejects.toThrow('duplicate key')
  await change('done', 'once')
  expect(published).toEqual([{ kind: 'project deleted', projectId: 'done' }])
})

const insertRows = bulkInsert('settings', ['key', 'value'])
const insertSettings = (db: Db, keys: string[]) =>
  insertRows(
    db,
    keys.map((key) => ({ key: key as 'jwt_secret', value: 'x' })),
  )

/** A write that lasts until `end` is called. */
function heldWrite(
  writer: Writer,
  project: string,
  first = (db: Db): Promise<unknown> => db.selectFrom('projects').select('id').execute(),
) {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const done = writer.write({ project }, async (db) => {
    await first(db)
    begun.resolve()
    await end.promise
  })
  return { begun: begun.promise, end: end.resolve, done }
}

async function insertProject(db: Db, id: string): Promise<void> {
  await db
    .insertInto('projects')
    .values({ id, name: id, description: '0', secret_hash: '', sealed_secret: '', created_at: '' })
    .execute()
}

async function descriptionOf(id: string): Promise<string | null | undefined> {
  return (await servers[0]?.reader.selectFrom('projects').select('description').where('id', '=', id).executeTakeFirst())
    ?.description
}
