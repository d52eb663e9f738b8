import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { connect, migrator } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'

const db = connect(openSqlite(':memory:'))
afterAll(() => db.destroy())

test('durations below zero become zero, and the others stay', async () => {
  await migrator(db).migrateTo('0047_rename_in_reports')
  await sql`pragma foreign_keys = off`.execute(db)
  for (const [id, duration] of [['a', -5] as const, ['b', null] as const, ['c', 7] as const])
    await sql`insert into test_runs
      (id, project_id, ref, status, created_at, duration_ms, total, passed, failed, error, pending, skipped)
      values (${id}, 'p', ${id}, 'completed', '', ${duration}, 0, 0, 0, 0, 0, 0)`.execute(db)
  expect((await migrator(db).migrateTo('0048_no_negative_durations')).error).toBeUndefined()
  expect(await db.selectFrom('test_runs').select(['id', 'duration_ms']).orderBy('id').execute()).toEqual([
    { id: 'a', duration_ms: 0 },
    { id: 'b', duration_ms: null },
    { id: 'c', duration_ms: 7 },
  ])
})
