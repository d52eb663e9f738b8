import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Db, migrator } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'

let db: Db
beforeEach(() => void (db = connect(openSqlite(':memory:'))))
afterEach(() => db.destroy())

const BEFORE = '0010_add_attachments'
const AFTER = '0011_add_case_refs'

const insertCase = async (id: string, projectId: string, revisions: number, isDeleted = false) => {
  for (let revision = 1; revision <= revisions; revision += 1)
    await sql`insert into test_case_revisions (test_case_id, revision, project_id, test_suite_id, name, type)
      values (${id}, ${revision}, ${projectId}, ${`s${projectId}`}, 'Case', 'auto')`.execute(db)
  if (!isDeleted)
    await sql`insert into test_cases (id, test_suite_id, project_id, revision, number, name, type, created_at)
      values (${id}, ${`s${projectId}`}, ${projectId}, ${revisions}, 1, 'Case', 'auto', ${`made ${id}`})`.execute(db)
}

test('cases of before, also deleted ones, get refs in the order of their ids, and first revisions the time of their case', async () => {
  await migrator(db).migrateTo(BEFORE)
  for (const id of ['p', 'q', 'empty']) {
    await sql`insert into projects (id, name, client_secret, created_at) values (${id}, 'P', 's', 'now')`.execute(db)
    await sql`insert into test_suites values (${`s${id}`}, ${id}, 'S', null, 1, 'now')`.execute(db)
  }
  await insertCase('3', 'p', 2)
  await insertCase('1', 'p', 1)
  await insertCase('2', 'p', 2, true)
  await insertCase('4', 'q', 1)
  expect((await migrator(db).migrateTo(AFTER)).error).toBeUndefined()

  const cases = await db
    .selectFrom('test_cases')
    .select(['id', 'ref', 'priority', 'tags', 'updated_at', 'updated_by'])
    .orderBy('id')
    .execute()
  expect(cases.map((row) => Object.values(row))).toEqual([
    ['1', 'C1', 'medium', null, 'made 1', null],
    ['3', 'C3', 'medium', null, 'made 3', null],
    ['4', 'C1', 'medium', null, 'made 4', null],
  ])
  const revisions = await db
    .selectFrom('test_case_revisions')
    .select(['test_case_id', 'revision', 'ref', 'priority', 'changed_at', 'changed_by'])
    .orderBy('test_case_id')
    .orderBy('revision')
    .execute()
  expect(revisions.map((row) => Object.values(row))).toEqual([
    ['1', 1, 'C1', 'medium', 'made 1', null],
    ['2', 1, 'C2', 'medium', null, null],
    ['2', 2, 'C2', 'medium', null, null],
    ['3', 1, 'C3', 'medium', 'made 3', null],
    ['3', 2, 'C3', 'medium', null, null],
    ['4', 1, 'C1', 'medium', 'made 4', null],
  ])
  const projects = await db.selectFrom('projects').select(['id', 'last_case_number']).orderBy('id').execute()
  expect(projects.map((row) => Object.values(row))).toEqual([
    ['empty', 0],
    ['p', 3],
    ['q', 1],
  ])
  expect((await sql`select name from sqlite_temp_master`.execute(db)).rows).toEqual([])
})
