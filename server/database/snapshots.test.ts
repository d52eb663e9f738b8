import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { isOnPostgres, type TestDatabase, testDatabase } from '../testing/database.ts'
import { type Databases, type Db, openDatabases } from './databases.ts'

let database: TestDatabase
let databases: Databases
beforeEach(async () => {
  database = await testDatabase({ isMigrated: true })
  databases = await openDatabases(readConfig({ DATABASE_URL: database.url }).DATABASE_URL)
  await store('before')
})
afterEach(async () => {
  await databases.close()
  await database.remove()
})

const KEY = 'health_probe'

async function store(value: string): Promise<void> {
  await databases.writer
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

const read = async (db: Db) =>
  (await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirstOrThrow()).value

/** A snapshot that stays open until `release`. */
async function openSnapshot() {
  const [opened, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const values = databases.snapshot(async (db) => {
    const first = await read(db)
    opened.resolve()
    await released.promise
    return [first, await read(db)]
  })
  await opened.promise
  return { values, release: released.resolve }
}

test('a snapshot sees one state while writes are committed, and readers see the latest', async () => {
  const open = await openSnapshot()
  await store('after')
  expect(await read(databases.reader)).toBe('after')
  expect(await databases.snapshot(read)).toBe('after')
  open.release()
  expect(await open.values).toEqual(['before', 'before'])
  expect(await databases.snapshot(read)).toBe('after')
})

test('a snapshot cannot write', async () => {
  const refused = databases.snapshot((db) => db.deleteFrom('settings').execute())
  await expect(refused).rejects.toThrow(isOnPostgres ? /read-only transaction/ : /readonly database/)
  expect(await read(databases.reader)).toBe('before')
  expect(await databases.snapshot(read)).toBe('before')
})

test('more snapshots than there are connections wait for their turn', async () => {
  const open = [await openSnapshot(), await openSnapshot()]
  const waiting = [databases.snapshot(read), databases.snapshot(read)]
  expect(await read(databases.reader)).toBe('before')
  for (const { release } of open) release()
  expect(await Promise.all(waiting)).toEqual(['before', 'before'])
})

test('closing the database, even twice, lets an open snapshot finish', async () => {
  const open = await openSnapshot()
  const closed = [databases.close(), databases.close()]
  open.release()
  expect(await open.values).toEqual(['before', 'before'])
  await Promise.all(closed)
})
