import { type Actor, actorUserId, type Authorized } from '../authorize.ts'
import { closeGaps } from '../database/case-numbers.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import { copyCases } from './deleted-cases.repository.ts'
import { hideSuite, isLarge } from './large-suites.repository.ts'
import { closeGap, gapsOf, placeDeletedCases, placeDeletedSuites } from './numbers.repository.ts'

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
  await closeGaps(db, await gapsOf(db, deletionId))
  await placeDeletedCases(db, deletionId, 'deleted')
  return deletionId
}

/**
 * Moves a suite with its cases to the trash and renumbers the other suites. A large suite is hidden; `moveSome` moves its
 * cases. Returns the id of the deletion.
 */
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
  await placeDeletedSuites(db, suite.project_id, [suite.id], 'deleted')
  if (isLarge(suite.test_case_count)) await hideSuite(db, suite.id)
  else {
    await copyCases(db, deletionId, 'test_cases.test_suite_id', [suite.id])
    await placeDeletedCases(db, deletionId, 'deleted')
    await db.deleteFrom('test_suites').where('id', '=', suite.id).execute()
  }
  await closeGap(db, suite)
  return deletionId
}

type Suite = { id: string; project_id: string; number: number; test_case_count: number }

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
