import type { StoredFields, TestCaseDetail } from '#shared/test-cases/test-case.ts'
import type { Person } from '#shared/users/user.ts'
import type { Authorized } from '../authorize.ts'
import { bulkInsert } from '../database/bulk.ts'
import { CASE_COLUMNS, CONTENT_COLUMNS, toCaseColumns } from '../database/case-columns.ts'
import { noteChange, noteContent, noteEvent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import { rankOfRef } from '../database/ranks.ts'
import type { TestSuiteRow } from '../test-suites/test-suites.repository.ts'
import { takeRefs } from './refs.repository.ts'
import { keepSearchable } from '../database/search/texts.ts'
import { type TestCaseRow, toCaseDetail, type WritableCase } from './test-cases.repository.ts'

/** The author of a change; null for the project's credential. */
export type Author = Person | null

export async function insertTestCase(
  db: Db,
  suite: Authorized<TestSuiteRow, 'case.write'>,
  fields: StoredFields,
  author: Author,
): Promise<TestCaseDetail> {
  const [ref] = (await takeRefs(db, suite.project_id, 1)) as [string]
  const row: NewCaseRow = {
    id: newId(),
    test_suite_id: suite.id,
    project_id: suite.project_id,
    ref,
    number: suite.test_case_count + 1,
    ...firstRevision(new Date().toISOString(), author?.id ?? null),
    ...toCaseColumns(fields),
  }
  await insertCaseRows(db, [row])
  noteChange(db, { kind: 'project', projectId: row.project_id })
  noteEvent(db, { type: 'case.created', projectId: row.project_id, testCaseIds: [row.id] })
  return toCaseDetail({ ...row, updated_by_name: author?.name ?? null })
}

/** The columns of a new case other than its fields. `author` is a user id. */
export function firstRevision(now: string, author: string | null) {
  return {
    revision: 1,
    created_at: now,
    updated_at: now,
    updated_by: author,
    reported_suite: null,
    attachments: null,
  }
}

/** By default a case goes to the end of its suite. */
type NewCaseRow = Omit<TestCaseRow, 'rank'> & { rank?: string }

export async function insertCaseRows(db: Db, rows: NewCaseRow[]): Promise<void> {
  await insertCases(
    db,
    rows.map((row) => ({ ...row, rank: row.rank ?? rankOfRef(row.ref) })),
  )
  await insertRevisions(db, rows)
}

/** Stores the current content of these cases as their latest revisions, and their search texts. */
async function insertRevisions(db: Db, rows: NewCaseRow[]): Promise<void> {
  await insertRevisionRows(
    db,
    rows.map((row) => ({
      ...row,
      test_case_id: row.id,
      changed_at: row.updated_at,
      changed_by: row.updated_by,
    })),
  )
  await keepSearchable(db, rows)
}

const SHARED_COLUMNS = ['revision', 'project_id', 'test_suite_id', 'ref'] as const
const insertCases = bulkInsert('test_cases', [
  'id',
  'rank',
  'number',
  'created_at',
  'updated_at',
  'updated_by',
  'reported_suite',
  'attachments',
  ...SHARED_COLUMNS,
  ...CASE_COLUMNS,
])
const insertRevisionRows = bulkInsert('test_case_revisions', [
  'test_case_id',
  'changed_at',
  'changed_by',
  ...SHARED_COLUMNS,
  ...CONTENT_COLUMNS,
])

/** They identify a case, so they have no history. */
const KEYS = ['automation_key', 'external_key'] as const

/**
 * Updates a case. A change of content, or a preceding move to another suite, adds a revision; earlier runs keep their
 * reference to the old one.
 */
export async function reviseTestCase(
  db: Db,
  { role: _, ...testCase }: WritableCase,
  fields: StoredFields,
  author: Author,
  isMoved = false,
): Promise<TestCaseDetail> {
  const columns = toCaseColumns(fields)
  const isRevised = isMoved || CONTENT_COLUMNS.some((column) => columns[column] !== testCase[column])
  if (!isRevised && KEYS.every((key) => columns[key] === testCase[key])) return toCaseDetail(testCase)
  const change = {
    ...columns,
    revision: testCase.revision + (isRevised ? 1 : 0),
    updated_at: new Date().toISOString(),
    updated_by: author?.id ?? null,
  }
  const row = { ...testCase, ...change, updated_by_name: author?.name ?? null }
  await db.updateTable('test_cases').set(change).where('id', '=', row.id).execute()
  if (isRevised) await insertRevisions(db, [row])
  else await keepSearchable(db, [row])
  noteContent(db, row.project_id)
  noteEvent(db, { type: 'case.updated', projectId: row.project_id, testCaseIds: [row.id] })
  return toCaseDetail(row)
}
