import type { Selectable } from 'kysely'
import type { Permission } from '#shared/permissions.ts'
import { type CaseFields, TestCase } from '#shared/test-cases/test-case.ts'
import { type Actor, authorize, type Authorized, roleIn, preparedForActor } from '../authorize.ts'
import { bulkInsert } from '../database/bulk.ts'
import { CASE_COLUMNS, CONTENT_COLUMNS, toCaseColumns, toCaseFields } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { noteChange, noteContent } from '../database/changes.ts'
import { CASE_SOURCES } from '../database/json/case-sources.ts'
import { integer, layoutOf, token } from '../database/json/layout.ts'
import { newId } from '../database/new-id.ts'
import { NO_LIMIT } from '../http/paging.ts'
import type { Param } from '../database/prepared.ts'
import type { TestCaseTable } from '../database/tables.ts'
import type { TestSuiteRow } from '../test-suites/test-suites.service.ts'

export type TestCaseRow = Selectable<TestCaseTable>
type FoundCase = TestCaseRow & { role: string | null }

/** Returns the case if the actor has the permission in its project. Throws NOT_FOUND or FORBIDDEN. */
export async function findTestCase<P extends Permission>(
  db: Db,
  actor: Actor,
  testCaseId: string,
  permission: P,
): Promise<Authorized<FoundCase, P>> {
  const [row] = await caseForActor(db, actor, { testCaseId })
  return authorize(row, permission, 'Test case')
}

const caseForActor = preparedForActor((db, actor, param: Param<{ testCaseId: string }>) =>
  db
    .selectFrom('test_cases')
    .selectAll()
    .select(roleIn(actor, 'test_cases.project_id').as('role'))
    .where('id', '=', param('testCaseId')),
)

/** The cases of a suite, by number. */
export async function listCasesOfSuite(db: Db, testSuiteId: string, limit?: number, offset = 0): Promise<TestCase[]> {
  const rows = await db
    .selectFrom('test_cases')
    .selectAll()
    .where('test_suite_id', '=', testSuiteId)
    .orderBy('number')
    .limit(limit ?? NO_LIMIT)
    .offset(offset)
    .execute()
  return rows.map(toTestCase)
}

/** The cases of several suites, by suite id; each list is ordered by number. */
export async function listCasesOfSuites(db: Db, testSuiteIds: string[]): Promise<Map<string, TestCase[]>> {
  if (testSuiteIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('test_cases')
    .selectAll()
    .where('test_suite_id', 'in', inList(db, testSuiteIds))
    .orderBy('test_suite_id')
    .orderBy('number')
    .execute()
  return Map.groupBy(rows.map(toTestCase), (testCase) => testCase.testSuiteId)
}

/** The cases of all projects of a user. */
export async function listCasesOfUser(db: Db, userId: string, limit?: number, offset = 0): Promise<TestCase[]> {
  const rows = await db
    .selectFrom('test_cases')
    .innerJoin('project_members', 'project_members.project_id', 'test_cases.project_id')
    .selectAll('test_cases')
    .where('project_members.user_id', '=', userId)
    .orderBy('test_cases.project_id', 'desc')
    .orderBy('test_cases.test_suite_id')
    .orderBy('test_cases.number')
    .limit(limit ?? NO_LIMIT)
    .offset(offset)
    .execute()
  return rows.map(toTestCase)
}

/** Adds a case at the end of the suite. */
export async function insertTestCase(
  db: Db,
  suite: Authorized<TestSuiteRow, 'case.write'>,
  fields: CaseFields,
): Promise<TestCase> {
  const row: TestCaseRow = {
    id: newId(),
    test_suite_id: suite.id,
    project_id: suite.project_id,
    revision: 1,
    number: suite.test_case_count + 1,
    created_at: new Date().toISOString(),
    ...toCaseColumns(fields),
  }
  await insertCaseRows(db, [row])
  noteChange(db, { kind: 'project', projectId: row.project_id })
  return toTestCase(row)
}

/** Inserts cases together with their first revisions. */
export async function insertCaseRows(db: Db, rows: TestCaseRow[]): Promise<void> {
  await insertCases(db, rows)
  await insertRevisions(db, rows)
}

async function insertRevisions(db: Db, rows: TestCaseRow[]): Promise<void> {
  await insertRevisionRows(
    db,
    rows.map((row) => ({ ...row, test_case_id: row.id })),
  )
}

const SHARED_COLUMNS = ['revision', 'project_id', 'test_suite_id'] as const
const insertCases = bulkInsert('test_cases', ['id', 'number', 'created_at', ...SHARED_COLUMNS, ...CASE_COLUMNS])
const insertRevisionRows = bulkInsert('test_case_revisions', ['test_case_id', ...SHARED_COLUMNS, ...CONTENT_COLUMNS])

type WritableCase = Authorized<FoundCase, 'case.write'>

/** Updates a case. A change of content adds a revision; earlier runs still refer to the old one. */
export async function reviseTestCase(
  db: Db,
  { role: _, ...testCase }: WritableCase,
  fields: CaseFields,
): Promise<TestCase> {
  const columns = toCaseColumns(fields)
  const isRevised = CONTENT_COLUMNS.some((column) => columns[column] !== testCase[column])
  if (!isRevised && columns.automation_key === testCase.automation_key) return toTestCase(testCase)
  const revision = testCase.revision + (isRevised ? 1 : 0)
  const row = { ...testCase, ...columns, revision }
  await db
    .updateTable('test_cases')
    .set({ ...columns, revision })
    .where('id', '=', row.id)
    .execute()
  if (isRevised) await insertRevisions(db, [row])
  noteContent(db, row.project_id)
  return toTestCase(row)
}

export async function hasAutomationKey(db: Db, projectId: string, automationKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('test_cases')
    .select('id')
    .where('project_id', '=', projectId)
    .where('automation_key', '=', automationKey)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a case and renumbers the later cases. Its revisions stay, because runs refer to them. */
export async function deleteTestCaseRow(db: Db, testCase: WritableCase): Promise<void> {
  await db.deleteFrom('test_cases').where('id', '=', testCase.id).execute()
  noteChange(db, { kind: 'project', projectId: testCase.project_id })
  await db
    .updateTable('test_cases')
    .set((eb) => ({ number: eb('number', '-', 1) }))
    .where('test_suite_id', '=', testCase.test_suite_id)
    .where('number', '>', testCase.number)
    .execute()
}

export function toTestCase(row: TestCaseRow): TestCase {
  return {
    id: row.id,
    ...toCaseFields(row),
    testSuiteId: row.test_suite_id,
    number: row.number,
    createdAt: row.created_at,
  }
}

/** The same as JSON, made from `test_cases`. */
export const CASE_LAYOUT = layoutOf(TestCase, {
  id: token('test_cases.id'),
  ...CASE_SOURCES,
  testSuiteId: token('test_cases.test_suite_id'),
  number: integer('test_cases.number'),
  createdAt: token('test_cases.created_at'),
})
