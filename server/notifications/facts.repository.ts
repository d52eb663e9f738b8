import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { isVisible, selectAllRuns, type TestRunRow } from '../test-runs/test-runs.repository.ts'
import { onRunSuite, onSnapshot } from '../database/case-columns.ts'
import { sql } from 'kysely'

/** Cases with their latest names, deleted ones too, in the order of the ids. */
export async function listNamedCases(db: Db, ids: string[]): Promise<{ id: string; ref: string; name: string }[]> {
  const rows = await db
    .selectFrom('test_case_revisions as latest')
    .select(['latest.test_case_id as id', 'latest.ref', 'latest.name'])
    .where('latest.test_case_id', 'in', inList(db, ids))
    .where('latest.revision', '=', (eb) =>
      eb
        .selectFrom('test_case_revisions as each')
        .select((each) => each.fn.max('each.revision').as('revision'))
        .whereRef('each.test_case_id', '=', 'latest.test_case_id'),
    )
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

export async function findRun(db: Db, id: string): Promise<TestRunRow | undefined> {
  return await selectAllRuns(db).where(isVisible).where('test_runs.id', '=', id).executeTakeFirst()
}

export async function readUserName(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst())?.name
}

/** Undefined if the project is deleted. */
export async function readProjectName(db: Db, id: string): Promise<string | undefined> {
  const row = db.selectFrom('projects').select('name').where('id', '=', id).where('deleted_at', 'is', null)
  return (await row.executeTakeFirst())?.name
}

/** Those of the results that are of no such case, in the same order. */
export async function withoutCases(db: Db, ids: string[], testCaseIds: string[]): Promise<string[]> {
  if (testCaseIds.length === 0) return ids
  const rows = await db
    .selectFrom('test_results')
    .select('id')
    .where('id', 'in', inList(db, ids))
    .where('test_case_id', 'in', inList(db, testCaseIds))
    .execute()
  const left = new Set(ids)
  for (const { id } of rows) left.delete(id)
  return [...left]
}

/** More of a text is cut before it leaves the database. */
const MESSAGE_MAX = 500

/** Failed results by id, with who shall look at them. */
export async function listFailures(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('test_results')
    .innerJoin('test_case_revisions', onSnapshot)
    .innerJoin('test_run_suites', onRunSuite)
    .leftJoin('users', 'users.id', 'test_results.assignee_id')
    .select(['test_results.id', 'test_results.assignee_id', 'users.name as assignee_name'])
    .select(['test_case_revisions.ref', 'test_case_revisions.name', 'test_run_suites.name as suite_name'])
    .select(
      sql<string | null>`substr(coalesce(nullif(error_message, ''), actual_value), 1, ${sql.lit(MESSAGE_MAX)})`.as(
        'message',
      ),
    )
    .where('test_results.id', 'in', inList(db, ids))
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
