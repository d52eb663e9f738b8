import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rankOfRef } from '#server/database/ranks.ts'
import { connect, type Db, migrator } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'

let db: Db
beforeEach(() => void (db = connect(openSqlite(':memory:'))))
afterEach(() => db.destroy())

const CASES = 130

test('ranks keep the order of the numbers, and what is in the trash its neighbours', async () => {
  await migrator(db).migrateTo('0025_add_defects')
  await sql`insert into projects (id, name, client_secret, created_at, last_case_number)
    values ('p', 'P', 's', 'now', ${CASES})`.execute(db)
  await sql`insert into test_suites (id, project_id, name, number, created_at) values ('s', 'p', 'S', 1, 'now')`.execute(
    db,
  )
  await sql`insert into deletions (id, project_id, deleted_at) values ('d', 'p', 'now')`.execute(db)
  for (let number = 1; number <= CASES; number += 1)
    await sql`insert into test_cases (id, test_suite_id, project_id, ref, revision, number, name, type, created_at, updated_at)
      values (${`c${number}`}, 's', 'p', ${`C${number}`}, 1, ${number}, 'Case', 'auto', 'now', 'now')`.execute(db)
  // Before the first case, two before case 62, and after the last.
  const trash = [
    ['first', 1, 1],
    ['one', 62, 1],
    ['two', 62, 2],
    ['last', CASES + 1, 1],
  ] as const
  for (const [id, number, rank] of trash)
    await sql`insert into deleted_test_cases (id, deletion_id, test_suite_id, suite_name, number, rank, ref, revision,
      created_at, updated_at) values (${id}, 'd', 's', 'S', ${number}, ${rank}, 'C0', 1, 'now', 'now')`.execute(db)

  expect((await migrator(db).migrateTo('0026_rank_cases')).error).toBeUndefined()
  const { rows } = await sql<{ id: string; rank: string }>`select id, rank from test_cases
    union all select id, rank from deleted_test_cases order by rank`.execute(db)
  const cases = Array.from({ length: CASES }, (_, index) => `c${index + 1}`)
  expect(rows.map(({ id }) => id)).toEqual(['first', ...cases.slice(0, 61), 'one', 'two', ...cases.slice(61), 'last'])
  expect(new Set(rows.map(({ rank }) => rank)).size).toBe(rows.length)
  expect((rows.at(-1)?.rank as string) < rankOfRef(`C${CASES + 1}`)).toBe(true)
})
