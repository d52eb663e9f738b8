import type { Selectable } from 'kysely'
import { newFields } from '#shared/test-cases/test-case.ts'
import type { Authorized } from '../authorize.ts'
import { bulkInsert } from '../database/bulk.ts'
import { CASE_COLUMNS, CONTENT_COLUMNS, toCaseColumns } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import type { TestCaseTable } from '../database/tables.ts'
import { noteChange } from '../database/changes.ts'
import type { ProjectRow } from '../projects/projects.service.ts'
import type { KnownCase } from './case-lookup.repository.ts'

/** Adds automated cases with their first revisions; ids and numbers are the caller's. */
export async function insertAutomatedCases(
  db: Db,
  project: Authorized<ProjectRow, 'report.upload'>,
  cases: KnownCase[],
): Promise<void> {
  const created_at = new Date().toISOString()
  const rows = cases.map(({ id, suite, name, number, revision, automationKey }) => ({
    id,
    project_id: project.id,
    test_suite_id: suite.id,
    revision,
    number,
    created_at,
    ...toCaseColumns(newFields({ name, type: 'auto', automationKey })),
  }))
  await insertCaseRows(db, rows)
  if (rows.length > 0) noteChange(db, { kind: 'project', projectId: project.id })
}

export async function insertCaseRows(db: Db, rows: Selectable<TestCaseTable>[]): Promise<void> {
  await insertCases(db, rows)
  await insertRevisions(db, rows)
}

/** Keeps the content of these rows as revisions. */
export async function insertRevisions(db: Db, rows: Selectable<TestCaseTable>[]): Promise<void> {
  await insertRevisionRows(
    db,
    rows.map((row) => ({ ...row, test_case_id: row.id })),
  )
}

const PLACE = ['revision', 'project_id', 'test_suite_id'] as const
const insertCases = bulkInsert('test_cases', ['id', 'number', 'created_at', ...PLACE, ...CASE_COLUMNS])
const insertRevisionRows = bulkInsert('test_case_revisions', ['test_case_id', ...PLACE, ...CONTENT_COLUMNS])
