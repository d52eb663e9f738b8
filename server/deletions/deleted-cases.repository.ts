import { sql } from 'kysely'
import { type ContentColumns, CONTENT_COLUMNS } from '../database/case-columns.ts'
import { lastNumber } from '../database/case-numbers.ts'
import type { TestCaseTable } from '../database/case-tables.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { keepSearchableById } from '../database/search/texts.ts'

type RowColumn = Exclude<keyof TestCaseTable, keyof ContentColumns | 'project_id' | 'number'>

/** The columns of a case that its revisions lack. The trash has them under the same names. */
const KEPT = {
  id: true,
  test_suite_id: true,
  rank: true,
  ref: true,
  revision: true,
  automation_key: true,
  external_key: true,
  reported_suite: true,
  attachments: true,
  created_at: true,
  updated_at: true,
  updated_by: true,
} satisfies Record<RowColumn, true>

const KEPT_COLUMNS = Object.keys(KEPT) as RowColumn[]

/** Moves cases to the trash. */
export async function trashCasesById(db: Db, deletionId: string, ids: string[]): Promise<void> {
  await copyCases(db, deletionId, 'test_cases.id', ids)
  await db.deleteFrom('test_cases').where('id', 'in', inList(db, ids)).execute()
}

/** Copies all cases of a suite to the trash. They go with the suite. */
export async function copyCasesOfSuite(db: Db, deletionId: string, suiteId: string): Promise<void> {
  await copyCases(db, deletionId, 'test_cases.test_suite_id', [suiteId])
}

async function copyCases(
  db: Db,
  deletionId: string,
  column: 'test_cases.id' | 'test_cases.test_suite_id',
  ids: string[],
): Promise<void> {
  await db
    .insertInto('deleted_test_cases')
    .columns(['deletion_id', 'suite_name', ...KEPT_COLUMNS])
    .expression((eb) =>
      eb
        .selectFrom('test_cases')
        .innerJoin('test_suites', 'test_suites.id', 'test_cases.test_suite_id')
        .select((row) => [row.val(deletionId).as('deletion_id'), 'test_suites.name as suite_name'])
        .select(KEPT_COLUMNS.map((kept) => `test_cases.${kept}` as const))
        .where(column, 'in', inList(db, ids)),
    )
    .execute()
}

const KEYS = ['automation_key', 'external_key'] as const
const isKey = (column: string): column is (typeof KEYS)[number] => KEYS.includes(column as never)
const AS_KEPT = KEPT_COLUMNS.filter((column) => !isKey(column))

type Back = { projectId: string; suiteId: string; ids: string[] }

/** Moves cases from the trash to the end of their suite, by their ranks. */
export async function bringCasesBack(db: Db, { projectId, suiteId, ids }: Back): Promise<void> {
  const number = sql<number>`${await lastNumber(db, suiteId)} + row_number() over (order by deleted.rank)`
  await db
    .insertInto('test_cases')
    .columns(['project_id', 'number', ...KEYS, ...AS_KEPT, ...CONTENT_COLUMNS])
    .expression((eb) =>
      eb
        .selectFrom('deleted_test_cases as deleted')
        .innerJoin('test_case_revisions as latest', (on) =>
          on.onRef('latest.test_case_id', '=', 'deleted.id').onRef('latest.revision', '=', 'deleted.revision'),
        )
        .select((row) => [
          row.val(projectId).as('project_id'),
          number.as('number'),
          ...KEYS.map((key) => freeKey(projectId, key).as(key)),
        ])
        .select(AS_KEPT.map((column) => `deleted.${column}` as const))
        .select(CONTENT_COLUMNS.map((column) => `latest.${column}` as const))
        .where('deleted.id', 'in', inList(db, ids)),
    )
    .execute()
  await keepSearchableById(db, ids)
  await db.deleteFrom('deleted_test_cases').where('id', 'in', inList(db, ids)).execute()
}

/** A key, or null if another case has taken it. */
const freeKey = (projectId: string, key: (typeof KEYS)[number]) => sql<string | null>`case when not exists (
  select 1 from test_cases where project_id = ${projectId} and ${sql.ref(key)} = ${sql.ref(`deleted.${key}`)}
) then ${sql.ref(`deleted.${key}`)} end`
