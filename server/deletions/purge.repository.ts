import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { trashSince } from './deletions.repository.ts'

/** Deletes the attachments of cases for good. Attachments are a later noun, so that it is passed. */
export type DeleteAttachments = (db: Db, caseIds: string[]) => Promise<void>

/** Attachments are up to 25 MB each, so that they are deleted in several transactions. */
const CASES_AT_ONCE = 10

/**
 * Removes the oldest deletion that can no longer be undone, or a part of its attachments. The revisions of its cases
 * stay, because runs refer to them. Returns whether there was one.
 */
export async function purgeOldest(db: Db, deleteAttachments: DeleteAttachments): Promise<boolean> {
  const deletion = await db
    .selectFrom('deletions')
    .select('id')
    .where('deleted_at', '<', trashSince())
    .orderBy('deleted_at')
    .limit(1)
    .executeTakeFirst()
  if (!deletion) return false
  const ids = await listCasesWithAttachments(db, deletion.id)
  if (ids.length === 0) {
    await releaseQuarantined(db, deletion.id)
    await db.deleteFrom('deletions').where('id', '=', deletion.id).execute()
  } else {
    await deleteAttachments(db, ids)
    await db.updateTable('deleted_test_cases').set({ attachments: null }).where('id', 'in', inList(db, ids)).execute()
  }
  return true
}

async function listCasesWithAttachments(db: Db, deletionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('deleted_test_cases')
    .select('id')
    .where('deletion_id', '=', deletionId)
    .where('attachments', 'is not', null)
    .limit(CASES_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

async function releaseQuarantined(db: Db, deletionId: string): Promise<void> {
  const purged = db.selectFrom('deleted_test_cases').select('id').where('deletion_id', '=', deletionId)
  await db.deleteFrom('quarantined_test_cases').where('test_case_id', 'in', purged).execute()
}
