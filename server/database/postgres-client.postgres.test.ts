import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { bulkInsert } from './bulk.ts'
import { DatabaseLost } from './database-lost.ts'
import { type Databases, type Db, openDatabases } from './databases.ts'

/* Statements that a transaction does not wait for. */

let database: TestDatabase
let opened: Databases
beforeAll(async () => {
  database = await testDatabase({ isMigrated: true })
  opened = await openDatabases({ postgres: database.url }, { connections: 1 })
})
beforeEach(async () => {
  await opened.writer.deleteFrom('settings').execute()
})
afterAll(async () => {
  await opened.close()
  await database.remove()
})

const insertSettings = bulkInsert('settings', ['key', 'value'])
const setting = (key: string) => ({ key: key as 'jwt_secret', value: 'x' })
const insert = (db: Db, ...keys: string[]) => insertSettings(db, keys.map(setting))
const keys = async (db: Db = opened.writer) =>
  (await db.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key)
const inTransaction = <T>(work: (trx: Db) => Promise<T>) => opened.writer.transaction().execute(work)

const DUPLICATE = expect.objectContaining({ code: '23505', constraint: 'settings_pkey' })

test('a read in the same transaction sees what an unawaited write wrote, and others see it after the commit', async () => {
  const seen = await inTransaction(async (trx) => {
    await insert(trx, 'a')
    await insert(trx, 'b', 'c')
    return await keys(trx)
  })
  expect([seen, await keys()]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
})

test('the commit throws the error of an unawaited write, and nothing is stored', async () => {
  const failing = inTransaction(async (trx) => {
    await insert(trx, 'a')
    await insert(trx, 'a')
    await insert(trx, 'b')
  })
  await expect(failing).rejects.toEqual(DUPLICATE)
  expect(await keys()).toEqual([])
})

test('the next read throws the error of an unawaited write, and the connection works afterwards', async () => {
  let went = 'nowhere'
  const failing = inTransaction(async (trx) => {
    await insert(trx, 'a', 'a')
    went = 'past the insert'
    await keys(trx)
    went = 'past the read'
  })
  await expect(failing).rejects.toEqual(DUPLICATE)
  expect(went).toBe('past the insert')
  await inTransaction((trx) => insert(trx, 'a'))
  expect(await keys()).toEqual(['a'])
})

test('an error of the work itself rolls back what was sent', async () => {
  const failing = inTransaction(async (trx) => {
    await insert(trx, 'a')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await keys()).toEqual([])
})

test('outside a transaction each statement is awaited', async () => {
  await insert(opened.writer, 'a')
  await expect(insert(opened.writer, 'a')).rejects.toEqual(DUPLICATE)
})

test('once the error of an unawaited write is known, nothing more is sent', async () => {
  const sent: number[] = []
  const failing = inTransaction(async (trx) => {
    await insert(trx, 'a', 'a')
    for (let count = 0; count < 100; count++) {
      await insert(trx, `${count}`)
      sent.push(count)
    }
  })
  await expect(failing).rejects.toEqual(DUPLICATE)
  expect(sent.length).toBeLessThan(20)
  expect(await keys()).toEqual([])
})

test('of many unawaited writes only some are on their way at once, and all are stored', async () => {
  const all = Array.from({ length: 2_000 }, (_, index) => `${index}`.padStart(4, '0'))
  await inTransaction((trx) => insert(trx, ...all))
  expect(await keys()).toEqual(all)
})

test('a connection that is lost during unawaited writes fails the transaction, and is replaced', async () => {
  const failing = inTransaction(async (trx) => {
    await insert(trx, 'a')
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    const other = await openDatabases({ postgres: database.url }, { connections: 1 })
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.writer)
    await other.close()
    await insert(trx, 'b')
    await insert(trx, 'c')
  })
  await expect(failing).rejects.toBeInstanceOf(DatabaseLost)
  expect(await keys()).toEqual([])
})
