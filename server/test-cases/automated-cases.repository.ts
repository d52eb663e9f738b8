import { newFields } from '#shared/test-cases/test-case.ts'
import type { Authorized } from '../authorize.ts'
import { toCaseColumns } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { noteChange } from '../database/changes.ts'
import type { ProjectRow } from '../projects/projects.service.ts'
import type { KnownCase } from './case-lookup.repository.ts'
import { insertCaseRows } from './test-cases.repository.ts'

/** Inserts automated cases with their first revisions. The caller assigns ids and numbers. */
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
    ...EMPTY,
    name,
    automation_key: automationKey,
  }))
  await insertCaseRows(db, rows)
  if (rows.length > 0) noteChange(db, { kind: 'project', projectId: project.id })
}

/** A report has up to 100,000 cases: their columns differ in little. */
const EMPTY = toCaseColumns(newFields({ name: '', type: 'auto' }))
