import { sql } from 'kysely'
import type { UpdateTestCases } from '#shared/test-cases/bulk.ts'
import { CONTENT_COLUMNS } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { givenRows, inList, unindexed } from '../database/dialect.ts'
import { inShownSuite, isShownSuite } from '../database/hidden-suites.ts'
import type { Author } from './case-writes.repository.ts'
import type { TestCaseRow } from './test-cases.repository.ts'

/** The fields that a bulk change sets to one value. Tags differ from case to case. */
export const SHARED = ['type', 'priority', 'preconditions', 'references'] as const
const STATE = ['id', 'ref', 'test_suite_id', 'rank', 'number', 'revision', 'tags', ...SHARED] as const

export type ChangedContent = Pick<UpdateTestCases, 'set' | 'addTags' | 'removeTags'>

export type CaseState = Pick<TestCaseRow, (typeof STATE)[number]>

/** Whether a suite exists and is not hidden. */
export async function isShown(db: Db, testSuiteId: string): Promise<boolean> {
  const found = db.selectFrom('test_suites').select('id').where('id', '=', testSuiteId).where(isShownSuite)
  return (await found.executeTakeFirst()) !== undefined
}

export async function findCaseStates(db: Db, projectId: string, ids: string[]): Promise<CaseState[]> {
  return await db
    .selectFrom('test_cases')
    .select(STATE)
    .where('id', 'in', inList(db, ids))
    .where(unindexed(db, 'project_id'), '=', projectId)
    .where(inShownSuite('test_cases.test_suite_id'))
    .execute()
}

export async function findExpectations(db: Db, ids: string[]) {
  return await db
    .selectFrom('test_cases')
    .select(['id', 'expected_value_type', 'expected_value', 'steps'])
    .where('id', 'in', inList(db, ids))
    .execute()
}

export type SharedContent = Partial<Pick<TestCaseRow, (typeof SHARED)[number]>>

/** Sets the tags of each case and the same other fields of all, with a new revision number. Omitted fields stay. */
export async function setContent(
  db: Db,
  cases: { id: string; tags: string | null }[],
  shared: SharedContent,
  author: Author,
): Promise<void> {
  if (cases.length === 0) return
  await db
    .updateTable('test_cases')
    .from(givenRows(db, { id: 'text', tags: 'text' }, cases).as('given'))
    .set({ ...shared, tags: sql.ref('given.tags'), ...revisedBy(author) })
    .whereRef('test_cases.id', '=', 'given.id')
    .execute()
}

/** Restores the content of each case before a change, except cases that got no revision by it. */
export async function restoreContent(db: Db, changeId: string, ids: string[]): Promise<void> {
  const columns = [...SHARED, 'tags'] as const
  await db
    .updateTable('test_cases')
    .from(['changed_cases', 'test_case_revisions as before'])
    .set(Object.fromEntries(columns.map((column) => [column, sql.ref(`before.${column}`)])))
    .where('changed_cases.change_id', '=', changeId)
    .where('changed_cases.test_case_id', 'in', inList(db, ids))
    .whereRef('before.test_case_id', '=', 'changed_cases.test_case_id')
    .whereRef('before.revision', '=', 'changed_cases.revision_before')
    .whereRef('test_cases.id', '=', 'changed_cases.test_case_id')
    .execute()
}

/** Increments the revision of each case. `keepRevisions` must follow. */
export async function reviseCases(db: Db, ids: string[], author: Author): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('test_cases').set(revisedBy(author)).where('id', 'in', inList(db, ids)).execute()
}

const revisedBy = (author: Author) => ({
  revision: sql<number>`test_cases.revision + 1`,
  updated_at: new Date().toISOString(),
  updated_by: author?.id ?? null,
})

/** Stores the current content of these cases as their latest revisions. */
export async function keepRevisions(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const columns = ['revision', 'project_id', 'test_suite_id', 'ref', ...CONTENT_COLUMNS] as const
  await db
    .insertInto('test_case_revisions')
    .columns(['test_case_id', 'changed_at', 'changed_by', ...columns])
    .expression((eb) =>
      eb
        .selectFrom('test_cases')
        .select(['id', 'updated_at', 'updated_by', ...columns])
        .where('id', 'in', inList(db, ids)),
    )
    .execute()
}
