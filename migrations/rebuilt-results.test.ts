import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Db, migrator } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'

let db: Db
beforeEach(() => void (db = connect(openSqlite(':memory:'))))
afterEach(() => db.destroy())

test('results keep their columns and their attempts when their table is rebuilt for another unique index', async () => {
  await migrator(db).migrateTo('0006_add_ended_sessions')
  await sql`insert into projects values ('p', 'P', null, 's', 'now')`.execute(db)
  for (const run of ['r1', 'r2']) {
    await sql`insert into test_runs (id, project_id, status, created_at, total, passed, failed, error, pending, skipped)
      values (${run}, 'p', 'running', 'now', 2, 1, 0, 0, 1, 0)`.execute(db)
    for (const [testCase, status] of [
      ['c1', 'passed'],
      ['c2', 'pending'],
    ])
      await sql`insert into test_results (id, test_run_id, test_case_id, case_revision, test_suite_id, suite_number, number,
        status, execution_time_ms, attempts, trace, flaky)
        values (${run + testCase}, ${run}, ${testCase}, 1, 's', 1, 1, ${status}, 0.1, 1, 'trace', 1)`.execute(db)
    await sql`insert into test_result_attempts (test_result_id, number, status, executed_at)
      values (${`${run}c1`}, 1, 'passed', 'now')`.execute(db)
  }
  const rows = async () =>
    await Promise.all(
      ['test_results', 'test_result_attempts', 'test_runs'].map(async (table) => {
        const { rows } = await sql`select * from ${sql.table(table)} order by 1`.execute(db)
        return rows
      }),
    )
  const before = await rows()
  expect((await migrator(db).migrateTo('0007_index_results_by_run')).error).toBeUndefined()
  expect(await rows()).toEqual(before)
  await expect(sql`insert into test_results select * from test_results where id = 'r1c1'`.execute(db)).rejects.toThrow(
    'UNIQUE',
  )
  await expect(
    sql`insert into test_results (id, test_run_id, test_case_id, case_revision, test_suite_id, suite_number, number, status,
      attempts) values ('new', 'r1', 'c1', 1, 's', 1, 1, 'pending', 0)`.execute(db),
  ).rejects.toThrow('UNIQUE')
  expect((await sql`pragma foreign_key_check`.execute(db)).rows.length).toBe(0)
  await sql`delete from test_runs where id = 'r1'`.execute(db)
  expect((await rows()).map(({ length }) => length)).toEqual([2, 1, 1])
})
