import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type ContentColumns, CONTENT_COLUMNS } from '../database/case-columns.ts'
import type { TestCaseTable } from '../database/case-tables.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'

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

export async function copyCases(
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

type Back = {
  projectId: string
  where: RawBuilder<SqlBool>
  number: RawBuilder<number>
}

export async function insertDeletedCases(db: Db, { projectId, where, number }: Back): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
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
        .where(where),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/** A key, or null if another case has taken it. */
const freeKey = (projectId: string, key: (typeof KEYS)[number]) => sql<string | null>`case when not exists (
  select 1 from test_cases where project_id = ${projectId} and ${sql.ref(key)} = ${sql.ref(`deleted.${key}`)}
) then ${sql.ref(`deleted.${key}`)} end`
