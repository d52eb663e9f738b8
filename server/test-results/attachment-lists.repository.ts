import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { noteResults } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { attachmentsOf, type WritableResult } from './test-results.rows.ts'

/* A result stores the list of its attachments. The attachments themselves have their own table. */

export async function setAttachments(db: Db, result: WritableResult, items: AttachmentItem[]): Promise<void> {
  await setAttachmentsOf(db, result, items)
}

export async function listAttachments(db: Db, resultIds: string[]): Promise<Map<string, AttachmentItem[]>> {
  const rows = await db
    .selectFrom('test_results')
    .select(['id', 'attachments'])
    .where('id', 'in', inList(db, resultIds))
    .execute()
  return new Map(rows.map((row) => [row.id, attachmentsOf(row)]))
}

/** For callers already authorized for the run. */
export async function setAttachmentsOf(
  db: Db,
  { id, test_run_id }: { id: string; test_run_id: string },
  items: AttachmentItem[],
): Promise<void> {
  const attachments = items.length === 0 ? null : JSON.stringify(items)
  await db.updateTable('test_results').set({ attachments }).where('id', '=', id).execute()
  noteResults(db, test_run_id, [id])
}
