import { sql } from 'kysely'
import type { Authorized } from '../authorize.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { deleteSome, inList } from '../database/dialect.ts'
import { CASES_AT_ONCE } from './cases-at-once.ts'
import { type DeletionRow, trashSince } from './deletions.repository.ts'
import { removeAttachments } from './removal.repository.ts'

/** The time of a deletion that somebody has purged before its time. */
const LONG_AGO = new Date(0).toISOString()

/** Hides a deletion for good; `purgeSome` removes it. */
export async function hideDeletion(db: Db, { id, project_id }: Authorized<DeletionRow, 'retention.manage'>) {
  await db.updateTable('deletions').set({ deleted_at: LONG_AGO }).where('id', '=', id).execute()
  noteChange(db, { kind: 'project', projectId: project_id })
}

/** The oldest deletion that can no longer be undone. */
export async function findExpiredDeletion(db: Db): Promise<{ id: string; project_id: string } | undefined> {
  return await db
    .selectFrom('deletions')
    .select(['id', 'project_id'])
    .where('deleted_at', '<', trashSince())
    .where('restored_at', 'is', null)
    .where('pending', 'is', null)
    .orderBy('deleted_at')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Removes a part of an expired deletion: attachments of some cases, then the cases, finally the deletion. Revisions of
 * its cases stay, because runs refer to them. Returns whether nothing of it is left.
 */
export async function purgeSome(db: Db, { id }: { id: string }): Promise<boolean> {
  const cases = await db
    .selectFrom('deleted_test_cases')
    .select('id')
    .where('deletion_id', '=', id)
    .limit(CASES_AT_ONCE)
    .execute()
  const ids = inList(
    db,
    cases.map((testCase) => testCase.id),
  )
  if (await removeAttachments(db, sql`test_case_id in ${ids}`)) return false
  for (const [table, column] of [
    ['quarantined_test_cases', 'test_case_id'],
    ['deleted_test_cases', 'id'],
  ] as const)
    await deleteSome(db, table, sql`${sql.ref(column)} in ${ids}`, CASES_AT_ONCE)
  if (cases.length === CASES_AT_ONCE) return false
  await db.deleteFrom('deletions').where('id', '=', id).execute()
  return true
}
