import type { Selectable } from 'kysely'
import type { Permission } from '#shared/permissions.ts'
import { TestCase, type TestCaseDetail } from '#shared/test-cases/test-case.ts'
import { type Actor, authorize, type Authorized, roleIn, preparedForActor } from '../authorize.ts'
import { extrasFromText, listFromText, toCaseFields } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { inHiddenSuite, inShownSuite } from '../database/hidden-suites.ts'
import { inList } from '../database/dialect.ts'
import { CASE_SOURCES } from '../database/json/case-sources.ts'
import { integer, layoutOf, list, orNull, textOr, token } from '../database/json/layout.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { TestCaseTable } from '../database/case-tables.ts'

export type TestCaseRow = Selectable<TestCaseTable>
type ShownCase = TestCaseRow & { updated_by_name: string | null }
export type FoundCase = ShownCase & { role: string | null }
export type WritableCase = Authorized<FoundCase, 'case.write'>

/** Returns the case if the actor has the permission in its project. Throws NOT_FOUND or FORBIDDEN. */
export async function findTestCase<P extends Permission>(
  db: Db,
  actor: Actor,
  testCaseId: string,
  permission: P,
): Promise<Authorized<FoundCase, P>> {
  const [row] = await caseForActor(db, actor, { testCaseId })
  return authorize(actor, row, permission, 'Test case')
}

const caseForActor = preparedForActor((db, actor, param: Param<{ testCaseId: string }>) =>
  selectCases(db)
    .select(roleIn(actor, 'test_cases.project_id').as('role'))
    .where('test_cases.id', '=', param('testCaseId'))
    .where(inShownSuite('test_cases.test_suite_id')),
)

export async function findCaseByRef(db: Db, projectId: string, ref: string): Promise<ShownCase | undefined> {
  const [row] = await caseByRef(db, { projectId, ref })
  return row
}

const caseByRef = prepared((db, param: Param<{ projectId: string; ref: string }>) =>
  selectCases(db)
    .where('test_cases.project_id', '=', param('projectId'))
    .where('test_cases.ref', '=', param('ref'))
    .where(inShownSuite('test_cases.test_suite_id')),
)

export type KeyColumn = 'automation_key' | 'external_key'

/** Whether a case has the key. A case in a hidden suite loses it, as it would on a later restore. */
export async function hasKey(db: Db, projectId: string, column: KeyColumn, key: string): Promise<boolean> {
  await freeHiddenKeys(db, projectId, column, [key])
  const row = await db
    .selectFrom('test_cases')
    .select('id')
    .where('project_id', '=', projectId)
    .where(column, '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** The ids of the cases that have these keys, by key. */
export async function listKeyHolders(
  db: Db,
  projectId: string,
  column: KeyColumn,
  keys: string[],
): Promise<[key: string, id: string][]> {
  const rows = await db
    .selectFrom('test_cases')
    .select(['id', column])
    .where('project_id', '=', projectId)
    .where(column, 'in', inList(db, keys))
    .execute()
  return rows.map((row) => [row[column] as string, row.id])
}

/** Removes these keys from cases in hidden suites, because other cases get them. */
export async function freeHiddenKeys(db: Db, projectId: string, column: KeyColumn, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .updateTable('test_cases')
    .set({ [column]: null })
    .where('project_id', '=', projectId)
    .where(column, 'in', inList(db, keys))
    .where(inHiddenSuite('test_cases.test_suite_id'))
    .execute()
}

export function joinedCases(db: Db) {
  return db.selectFrom('test_cases').leftJoin('users', 'users.id', 'test_cases.updated_by')
}

export function selectCases(db: Db) {
  return joinedCases(db).selectAll('test_cases').select('users.name as updated_by_name')
}

export function toTestCase(row: Omit<ShownCase, 'rank'>): TestCase {
  return {
    id: row.id,
    ref: row.ref,
    ...toCaseFields(row),
    testSuiteId: row.test_suite_id,
    number: row.number,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by === null ? null : { id: row.updated_by, name: row.updated_by_name ?? '' },
    attachments: listFromText(row.attachments),
  }
}

/** With its extras. */
export function toCaseDetail(row: Omit<ShownCase, 'rank'>): TestCaseDetail {
  return { ...toTestCase(row), externalKey: row.external_key, extras: extrasFromText(row.extras) }
}

/** The same as JSON, from `joinedCases`. */
export const CASE_LAYOUT = layoutOf(TestCase, {
  id: token('test_cases.id'),
  ref: token('test_cases.ref'),
  ...CASE_SOURCES,
  testSuiteId: token('test_cases.test_suite_id'),
  number: integer('test_cases.number'),
  revision: integer('test_cases.revision'),
  createdAt: token('test_cases.created_at'),
  updatedAt: token('test_cases.updated_at'),
  updatedBy: orNull('test_cases.updated_by', { id: token('users.id'), name: textOr('users.name', '') }),
  attachments: list('test_cases.attachments'),
})
