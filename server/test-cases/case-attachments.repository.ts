import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import { listFromText } from '../database/case-columns.ts'
import { noteContent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import type { TestCaseRow, WritableCase } from './test-cases.repository.ts'

export function attachmentsOfCase({ attachments }: Pick<TestCaseRow, 'attachments'>): AttachmentItem[] {
  return listFromText(attachments)
}

/**
 * Stores the list of a case's attachments with the case. They are not content: a change makes no revision and does not
 * count as the last change.
 */
export async function setCaseAttachments(
  db: Db,
  { id, project_id }: WritableCase,
  items: AttachmentItem[],
): Promise<void> {
  const attachments = items.length === 0 ? null : JSON.stringify(items)
  await db.updateTable('test_cases').set({ attachments }).where('id', '=', id).execute()
  noteContent(db, project_id)
}
