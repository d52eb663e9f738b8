import { sql } from 'kysely'
import { CONTENT_COLUMNS } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { givenRows, inList, unindexed } from '../database/dialect.ts'
import type { SearchedCase } from '../database/search/texts.ts'
import { inShownSuite } from '../database/hidden-suites.ts'
import type { Author } from './case-writes.repository.ts'
import type { TestCaseRow } from './test-cases.repository.ts'

/* Statements about many cases at once. */

/** What a change of many cases can set. Tags differ from case to case. */
export const SHARED = ['type', 'priority', 'preconditions', 'references'] as const
const STATE = ['id', 'ref', 'test_suite_id', 'number', 'revision', 'tags', ...SHARED] as const

/** What a change of many cases depends on. */
export type CaseState = Pick<TestCaseRow, (typeof STATE)[number]>

/** The cases of a project with these ids. */
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

/** Gives each case its tags, all of them the same other fields, and a new revision number. Omitted fields stay. */
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

/** Gives each case of a change the content that it had before, except those that got no revision by it. */
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

/** What a search will read of cases that `restoreContent` has given their content back. */
export async function findTextsBefore(db: Db, changeId: string, ids: string[]): Promise<SearchedCase[]> {
  return await db
    .selectFrom('changed_cases')
    .innerJoin('test_cases', 'test_cases.id', 'changed_cases.test_case_id')
    .innerJoin('test_case_revisions as before', (on) =>
      on
        .onRef('before.test_case_id', '=', 'changed_cases.test_case_id')
        .onRef('before.revision', '=', 'changed_cases.revision_before'),
    )
    .select([
      'test_cases.id',
      'test_cases.project_id',
      'test_cases.test_suite_id',
      'test_cases.ref',
      'test_cases.name',
      'test_cases.description',
      'test_cases.automation_key',
      'test_cases.steps',
      'before.type',
      'before.priority',
      'before.tags',
      'before.references',
    ])
    .select((row) => row('test_cases.revision', '+', 1).as('revision'))
    .where('changed_cases.change_id', '=', changeId)
    .where('changed_cases.test_case_id', 'in', inList(db, ids))
    .execute()
}

/** Gives each case a new revision number. `keepRevisions` must follow. */
export async function reviseCases(db: Db, ids: string[], author: Author): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('test_cases').set(revisedBy(author)).where('id', 'in', inList(db, ids)).execute()
}

const revisedBy = (author: Author) => ({
  revision: sql<number>`test_cases.revision + 1`,
  updated_at: new Date().toISOString(),
  updated_by: author?.id ?? null,
})

/** Keeps what these cases are now as their latest revisions. */
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
