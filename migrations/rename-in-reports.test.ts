import { afterAll, expect, test } from 'vitest'
import { connect, migrator } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { insertUser } from '#server/users/users.repository.ts'

const db = connect(openSqlite(':memory:'))
afterAll(() => db.destroy())

const insert = async (name: string, change: { deleted_at: string | null; erasing?: string }) => {
  const { id } = await insertUser(db, { email: `${name}@example.com`, name, passwordHash: null })
  await db.updateTable('users').set(change).where('id', '=', id).execute()
}

test('erasures of before go on with the answers to reports, and nobody else is erased', async () => {
  await migrator(db).migrateTo('0046_merge_texts_in_small_parts')
  await insert('Former member 7F3A', { deleted_at: 'then' })
  await insert('Former member 00AA', { deleted_at: 'then', erasing: 'answers:' })
  await insert('Former member BEEF', { deleted_at: null })
  await insert('Zoraida', { deleted_at: 'then' })
  expect((await migrator(db).migrateTo('0047_rename_in_reports')).error).toBeUndefined()
  expect(await db.selectFrom('users').select(['name', 'erasing']).orderBy('id').execute()).toEqual([
    { name: 'Former member 7F3A', erasing: 'reports:' },
    { name: 'Former member 00AA', erasing: 'answers:' },
    { name: 'Former member BEEF', erasing: null },
    { name: 'Zoraida', erasing: null },
  ])
})
