import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Db, migrateToLatest, migrator } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { request, ServerProcess, temporaryFolder } from '#server/testing/process.ts'

let db: Db
beforeEach(() => void (db = connect(openSqlite(':memory:'))))
afterEach(() => db.destroy())

const DROPPED: Record<string, string> = { '0026_rank_cases': 'case_journeys' }

/** Derived from other tables: a trigger refuses random rows. */
const isDerived = (table: string) => /^(test_case_(search|trigrams)|searched_projects)/.test(table)

const names = async () => (await migrator(db).getMigrations()).map(({ name }) => name)

test('migrations are numbered without gaps', async () => {
  const all = await names()
  expect(all.length).toBeGreaterThan(0)
  for (const [index, name] of all.entries())
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}_\\w+$`))
})

test('migrating an empty database makes a schema whose references hold', async () => {
  await migrateToLatest(db)
  expect((await tables()).length).toBeGreaterThan(20)
  expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
})

test('migrating a current database changes nothing', async () => {
  await migrateToLatest(db)
  const { results, error } = await migrator(db).migrateToLatest()
  expect([results, error]).toEqual([[], undefined])
})

describe('migrating a filled database', async () => {
  const all = (await migrator(connect(openSqlite(':memory:'))).getMigrations()).map(({ name }) => name)
  test.each(all.map((name, index) => [name, all[index - 1]] as const))('%s keeps every row', async (name, before) => {
    if (before) await migrator(db).migrateTo(before)
    const kept = await fill()
    expect((await migrator(db).migrateTo(name)).error).toBeUndefined()
    for (const [table, rows] of Object.entries(kept))
      if (DROPPED[name] !== table) expect(await countOf(table), table).toBe(rows)
  })
})

test('three servers that start at once on a new file share one schema and one secret', async () => {
  const folder = temporaryFolder()
  const servers = Array.from({ length: 3 }, () => new ServerProcess({ DATABASE_URL: `file:${folder.path}/assay.db` }))
  try {
    const urls = await Promise.all(servers.map((server) => server.ready()))
    const { body } = await request(urls[0] as string, 'POST', '/auth/sign-up', {
      email: 'ada@example.com',
      password: 'secret',
      name: 'Ada',
    })
    for (const url of urls)
      expect((await request(url, 'GET', '/auth/profile', undefined, body.accessToken)).status).toBe(200)
    for (const { err } of servers) expect(err).toMatch(/^\{[^\n]*There are no users[^\n]*\}\n$/)
  } finally {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')))
    folder.remove()
  }
})

async function tables(): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !isDerived(name))
}

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Inserts two rows into every table. Returns the row counts. */
async function fill(): Promise<Record<string, number>> {
  await sql`pragma foreign_keys = off`.execute(db)
  const counts: Record<string, number> = {}
  let serial = Math.round(Math.random() * 1_000_000)
  for (const { name, columns } of await db.introspection.getTables()) {
    if (isDerived(name)) continue
    for (const suffix of ['a', 'b']) {
      const values = columns.map(({ name: column, dataType }) =>
        /int|double|real/i.test(dataType)
          ? column === 'number'
            ? (serial += 1)
            : 1
          : `${column}-${suffix}-${counts[name] ?? 0}-${Math.random()}`,
      )
      await sql`insert into ${sql.table(name)} (${sql.join(columns.map(({ name: column }) => sql.ref(column)))}) values (${sql.join(values)})`.execute(
        db,
      )
    }
    counts[name] = await countOf(name)
  }
  await sql`pragma foreign_keys = on`.execute(db)
  expect(Object.keys(counts).toSorted()).toEqual((await tables()).toSorted())
  return counts
}

test('a database migrated by a newer version is refused', async () => {
  await migrateToLatest(db)
  await sql`insert into kysely_migration values ('9999_from_the_future', '2099-01-01T00:00:00.000Z')`.execute(db)
  await expect(migrateToLatest(db)).rejects.toThrow(/^DATABASE_URL: this database belongs to another version of Assay/)
})

test('temporary passwords of an earlier version work for 7 days from the upgrade, and other passwords for ever', async () => {
  await migrator(db).migrateTo('0005_limit_sign_ins')
  for (const mustReset of [0, 1])
    await sql`insert into users (id, name, search_text, is_admin, is_active, must_reset_password, token_version, created_at)
      values (${mustReset}, 'n', 'n', 0, 1, ${mustReset}, 0, '2020-01-01T00:00:00.000Z')`.execute(db)
  await migrateToLatest(db)
  const users = await db.selectFrom('users').select('temp_password_expires_at').orderBy('id').execute()
  const [own, temporary] = users.map(({ temp_password_expires_at: expiresAt }) => expiresAt)
  expect(own).toBeNull()
  const days = (Date.parse(temporary as string) - Date.now()) / (24 * 3_600_000)
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThanOrEqual(7)
})
