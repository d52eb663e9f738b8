import { newFields } from '#shared/test-cases/test-case.ts'
import type { Authorized } from '../authorize.ts'
import { toCaseColumns } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { noteChange, noteEvent } from '../database/changes.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import type { KnownCase } from './case-lookup.repository.ts'
import { firstRevision, insertCaseRows } from './case-writes.repository.ts'
import { takeRefs } from './refs.repository.ts'
import { freeHiddenKeys } from './test-cases.repository.ts'

/** Inserts automated cases with their first revisions. The caller assigns ids and numbers. `sentBy` is a user id. */
export async function insertAutomatedCases(
  db: Db,
  project: Authorized<ProjectRow, 'report.upload'>,
  cases: KnownCase[],
  sentBy: string | null,
): Promise<void> {
  if (cases.length === 0) return
  const now = new Date().toISOString()
  const refs = await takeRefs(db, project.id, cases.length)
  const rows = cases.map(({ id, suite, name, number, automationKey }, index) => ({
    id,
    project_id: project.id,
    test_suite_id: suite.id,
    ref: refs[index] as string,
    number,
    ...firstRevision(now, sentBy),
    ...EMPTY,
    name,
    automation_key: automationKey,
  }))
  await freeHiddenKeys(
    db,
    project.id,
    'automation_key',
    rows.flatMap((row) => row.automation_key ?? []),
  )
  await insertCaseRows(db, rows)
  noteChange(db, { kind: 'project', projectId: project.id })
  noteEvent(db, { type: 'case.created', projectId: project.id, testCaseIds: rows.map(({ id }) => id) })
}

/** A report has up to 100,000 cases, which differ in few columns. */
const EMPTY = toCaseColumns(newFields({ name: '', type: 'auto' }))
