import type { Selectable } from 'kysely'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import type { Permission } from '#shared/permissions.ts'
import type { RunStatus } from '#shared/test-runs/test-run.ts'
import { type Actor, actorUserId, authorize, type Authorized, refOf, roleIn } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { AttachmentTable } from '../database/tables.ts'

export type AttachmentRow = Selectable<AttachmentTable>
type FoundAttachment = AttachmentRow & { role: string | null; run_status: RunStatus; test_run_id: string }

/** The attachment, if the actor has the permission in its project. Throws NOT_FOUND or FORBIDDEN. */
export async function findAttachment<P extends Permission>(
  db: Db,
  actor: Actor,
  id: string,
  permission: P,
): Promise<Authorized<FoundAttachment, P>> {
  const row = await db
    .selectFrom('attachments')
    .innerJoin('test_results', 'test_results.id', 'attachments.test_result_id')
    .innerJoin('test_runs', 'test_runs.id', 'test_results.test_run_id')
    .selectAll('attachments')
    .select(['test_runs.status as run_status', 'test_results.test_run_id'])
    .select(roleIn(refOf(actor), 'test_runs.project_id').as('role'))
    .where('attachments.id', '=', id)
    .where('attachments.is_stored', '=', 1)
    .executeTakeFirst()
  return authorize(row, permission, 'Attachment')
}

/** The attachment, whoever asks. */
export async function findStoredAttachment(db: Db, id: string): Promise<AttachmentRow | undefined> {
  const stored = db.selectFrom('attachments').selectAll().where('is_stored', '=', 1)
  return await stored.where('id', '=', id).executeTakeFirst()
}

/** An attachment whose bytes are still arriving: no read shows it. */
export async function insertArriving(
  db: Db,
  actor: Actor,
  { id, resultId, name }: { id: string; resultId: string; name: string },
): Promise<void> {
  await db
    .insertInto('attachments')
    .values({
      id,
      test_result_id: resultId,
      name,
      type: 'application/octet-stream',
      size: 0,
      is_stored: 0,
      created_at: new Date().toISOString(),
      created_by: actorUserId(actor),
    })
    .execute()
}

/** Whether the attachment is still there to take bytes: its run may have been deleted. */
export async function isArriving(db: Db, id: string): Promise<boolean> {
  const found = db.selectFrom('attachments').select('id').where('id', '=', id).where('is_stored', '=', 0)
  return (await found.executeTakeFirst()) !== undefined
}

export async function insertChunk(db: Db, attachment_id: string, number: number, bytes: Buffer): Promise<void> {
  await db
    .insertInto('attachment_chunks')
    .values({ attachment_id, number, bytes: bytes.toString('base64') })
    .execute()
}

/** The bytes of one chunk, counted from 0; undefined after the last. */
export async function readChunk(db: Db, attachmentId: string, number: number): Promise<Buffer | undefined> {
  const [row] = await chunkOf(db, { attachmentId, number })
  return row && Buffer.from(row.bytes, 'base64')
}

const chunkOf = prepared((db, param: Param<{ attachmentId: string; number: number }>) =>
  db
    .selectFrom('attachment_chunks')
    .select('bytes')
    .where('attachment_id', '=', param('attachmentId'))
    .where('number', '=', param('number')),
)

/** From now on reads show it. */
export async function setStored(db: Db, { id, type, size }: AttachmentItem): Promise<AttachmentRow> {
  return await db
    .updateTable('attachments')
    .set({ type, size, is_stored: 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes an attachment that has not arrived to its end. */
export async function deleteArriving(db: Db, id: string): Promise<void> {
  await db.deleteFrom('attachments').where('id', '=', id).where('is_stored', '=', 0).execute()
}

/** Deletes what killed servers have left of attachments that were arriving. */
export async function deleteAbandoned(db: Db, createdUntil: string): Promise<void> {
  await db
    .deleteFrom('attachments')
    .where((eb) => eb('is_stored', '=', eb.lit(0)))
    .where('created_at', '<', createdUntil)
    .execute()
}

export async function deleteAttachmentRow(db: Db, { id }: Authorized<AttachmentRow, 'run.record'>): Promise<void> {
  await db.deleteFrom('attachments').where('id', '=', id).execute()
}
