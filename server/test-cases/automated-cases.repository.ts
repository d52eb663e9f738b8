import type { Authorized } from '../authorize.ts'
import { bulkInsert } from '../database/bulk.ts'
import type { Db } from '../database/databases.ts'
import { tellChange } from '../live/changes.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import type { KnownCase } from './case-lookup.repository.ts'

const CONTENT = [
  'project_id',
  'test_suite_id',
  'name',
  'description',
  'type',
  'expected_value_type',
  'expected_value',
] as const

/** Adds automated cases with their first revisions; ids and numbers are the caller's. */
export async function insertAutomatedCases(
  db: Db,
  project: Authorized<ProjectRow, 'report.upload'>,
  cases: KnownCase[],
): Promise<void> {
  const created_at = new Date().toISOString()
  const rows = cases.map(({ id, suite, name, number, revision, automationKey }) => ({
    id,
    test_case_id: id,
    project_id: project.id,
    test_suite_id: suite.id,
    name,
    description: null,
    type: 'auto' as const,
    expected_value_type: null,
    expected_value: null,
    revision,
    number,
    automation_key: automationKey,
    created_at,
  }))
  await insertCases(db, rows)
  await insertRevisions(db, rows)
  if (rows.length > 0) tellChange(db, { kind: 'project', projectId: project.id })
}

const insertCases = bulkInsert('test_cases', ['id', 'revision', 'number', 'automation_key', 'created_at', ...CONTENT])
const insertRevisions = bulkInsert('test_case_revisions', ['test_case_id', 'revision', ...CONTENT])
