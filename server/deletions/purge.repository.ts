import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { trashSince } from './deletions.repository.ts'

/** Deletes the attachments of cases for good. Passed as a function, because attachments are a later noun. */
export type DeleteAttachments = (db: Db, caseIds: string[]) => Promise<void>

/** Attachments have up to 25 MB each, so they are deleted in several transactions. */
const CASES_AT_ONCE = 10
const ROWS_AT_ONCE = 500

/**
 * Removes some cases of the oldest deletion that can no longer be undone, or their attachments, and finally the
 * deletion. Revisions of its cases stay, because runs refer to them. Returns whether there was one.
 */
export async function purgeOldest(db: Db, deleteAttachments: DeleteAttachments): Promise<boolean> {
  const deletion = await db
    .selectFrom('deletions')
    .select('id')
    .where('deleted_at', '<', trashSince())
    .where('restored_at', 'is', null)
    .where('pending', 'is', null)
    .orderBy('deleted_at')
    .limit(1)
    .executeTakeFirst()
  if (!deletion) return false
  const cases = await listFirst(db, deletion.id)
  const attached = cases.flatMap(({ id, attachments }) => (attachments === null ? [] : [id])).slice(0, CASES_AT_ONCE)
  if (attached.length > 0) {
    await deleteAttachments(db, attached)
    await db
      .updateTable('deleted_test_cases')
      .set({ attachments: null })
      .where('id', 'in', inList(db, attached))
      .execute()
    return true
  }
  const ids = cases.map(({ id }) => id)
  await db.deleteFrom('quarantined_test_cases').where('test_case_id', 'in', inList(db, ids)).execute()
  await db.deleteFrom('deleted_test_cases').where('id', 'in', inList(db, ids)).execute()
  if (cases.length < ROWS_AT_ONCE) await db.deleteFrom('deletions').where('id', '=', deletion.id).execute()
  return true
}

async function listFirst(db: Db, deletionId: string) {
  return await db
    .selectFrom('deleted_test_cases')
    .select(['id', 'attachments'])
    .where('deletion_id', '=', deletionId)
    .limit(ROWS_AT_ONCE)
    .execute()
}
