import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig, StartError } from '../config.ts'
import { migrateToLatest, openDatabases } from './databases.ts'
import { inList } from './dialect.ts'
import { testDatabase } from '../testing/database.ts'

test('a database that is closed before its first query leaves no connection', async () => {
  const database = await testDatabase()
  const address = readConfig({ DATABASE_URL: database.url }).DATABASE_URL
  const [used, unused] = [await openDatabases(address), await openDatabases(address)]
  const count = async () => {
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'`.execute(used.reader)
    return rows[0]?.count
  }
  expect(await count()).toBe(2)
  await unused.close()
  await expect.poll(count).toBe(1)
  await used.close()
  await database.remove()
})

test('a missing database fails the start with the reason', async () => {
  const database = await testDatabase()
  const message = expect.stringMatching(/^DATABASE_URL: cannot use .*: database "nowhere" does not exist$/)
  await expect(openDatabases({ postgres: database.url.replace(/[^/]+$/, 'nowhere') })).rejects.toMatchObject({
    name: 'StartError',
    message,
  })
  await database.remove()
})

test('a user who may not create tables fails the start with the reason', async () => {
  const database = await testDatabase()
  const owner = await openDatabases({ postgres: database.url })
  const guest = `guest_${new URL(database.url).pathname.slice(1)}`
  await sql`create role ${sql.id(guest)} login`.execute(owner.writer)
  const url = new URL(database.url)
  url.username = guest
  const opened = await openDatabases({ postgres: url.href })
  await expect(migrateToLatest(opened.writer)).rejects.toEqual(
    new StartError('DATABASE_URL: its user may not create tables: permission denied for schema public'),
  )
  await opened.close()
  await sql`drop role ${sql.id(guest)}`.execute(owner.writer)
  await owner.close()
  await database.remove()
})

test('transactions are read committed, whatever the default of the database is', async () => {
  const database = await testDatabase()
  const address = { postgres: database.url }
  const name = new URL(database.url.replace(/^postgres/, 'http')).pathname.slice(1)
  const first = await openDatabases(address)
  await sql`alter database ${sql.id(name)} set default_transaction_isolation = 'serializable'`.execute(first.writer)
  await first.close()
  const second = await openDatabases(address)
  const { rows } = await second.writer
    .transaction()
    .execute(async (db) => await sql`show transaction_isolation`.execute(db))
  expect(rows).toEqual([{ transaction_isolation: 'read committed' }])
  await second.close()
  await database.remove()
})

test('a statement over a long list is not prepared: its plan would stay when the list and the tables are others', async () => {
  const database = await testDatabase({ isMigrated: true })
  const { writer, close } = await openDatabases({ postgres: database.url })
  const ids = Array.from({ length: 150 }, (_, index) => `${index}`)
  const prepared = await writer.transaction().execute(async (db) => {
    await db.selectFrom('users').select('id').where('id', 'in', inList(db, ids)).execute()
    const statements = sql`select name from pg_prepared_statements where statement like ${'%unnest%'}`
    return (await statements.execute(db)).rows
  })
  expect(prepared).toEqual([])
  await close()
  await database.remove()
})
