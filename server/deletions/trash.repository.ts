import { type Actor, actorUserId, type Authorized } from '../authorize.ts'
import type { ContentColumns } from '../database/case-columns.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import type { TestCaseTable } from '../database/case-tables.ts'
import { renumberCases, closeGap } from './numbers.repository.ts'

type RowColumn = Exclude<keyof TestCaseTable, keyof ContentColumns | 'project_id'>

/** The columns of a case that its revisions do not keep: they have the same names in the trash. */
const KEPT = {
  id: true,
  test_suite_id: true,
  number: true,
  ref: true,
  revision: true,
  automation_key: true,
  reported_suite: true,
  attachments: true,
  created_at: true,
  updated_at: true,
  updated_by: true,
} satisfies Record<RowColumn, true>

export const KEPT_COLUMNS = Object.keys(KEPT) as RowColumn[]

/** Moves cases of the project to the trash and renumbers the others. Returns the id of the deletion. */
export async function trashCases(
  db: Db,
  actor: Actor,
  { project_id: projectId }: Authorized<{ project_id: string }, 'case.write'>,
  ids: string[],
): Promise<string> {
  const deletionId = await insertDeletion(db, actor, projectId)
  await copyCases(db, deletionId, 'test_cases.id', ids)
  const deleted = db.selectFrom('deleted_test_cases').select('id').where('deletion_id', '=', deletionId)
  await db.deleteFrom('test_cases').where('id', 'in', deleted).execute()
  await renumberCases(db, deletionId)
  return deletionId
}

/** Moves a suite with its cases to the trash and renumbers the other suites. Returns the id of the deletion. */
export async function trashSuite(db: Db, actor: Actor, suite: Authorized<Suite, 'suite.write'>): Promise<string> {
  const deletionId = await insertDeletion(db, actor, suite.project_id)
  await db
    .insertInto('deleted_test_suites')
    .columns(['deletion_id', ...SUITE_COLUMNS])
    .expression((eb) =>
      eb
        .selectFrom('test_suites')
        .select((row) => [row.val(deletionId).as('deletion_id'), ...SUITE_COLUMNS])
        .where('id', '=', suite.id),
    )
    .execute()
  await copyCases(db, deletionId, 'test_cases.test_suite_id', [suite.id])
  await db.deleteFrom('test_suites').where('id', '=', suite.id).execute()
  await closeGap(db, suite)
  return deletionId
}

type Suite = { id: string; project_id: string; number: number }

const SUITE_COLUMNS = ['id', 'name', 'description', 'number', 'created_at'] as const

async function insertDeletion(db: Db, actor: Actor, projectId: string): Promise<string> {
  const id = newId()
  const deleted_at = new Date().toISOString()
  await db
    .insertInto('deletions')
    .values({ id, project_id: projectId, deleted_at, deleted_by: actorUserId(actor) })
    .execute()
  noteChange(db, { kind: 'project', projectId })
  return id
}

async function copyCases(
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
