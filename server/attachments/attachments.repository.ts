import type { Selectable } from 'kysely'
import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import type { Person } from '#shared/users/user.ts'
import { notFound } from '#shared/errors.ts'
import type { Permission } from '#shared/permissions.ts'
import { type Actor, actorUserId, authorize, type Authorized, refOf, roleIn } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { inShownSuite } from '../database/hidden-suites.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { AttachmentTable } from '../database/tables.ts'

export type AttachmentRow = Selectable<AttachmentTable>
type FoundAttachment = AttachmentRow & { in_project: string | null; role: string | null }

/**
 * The attachment, if the actor has the permission in its project. Attachments of deleted cases are not found. Throws
 * NOT_FOUND or FORBIDDEN.
 */
export async function findAttachment<P extends Permission>(
  db: Db,
  actor: Actor,
  id: string,
  permission: P,
): Promise<Authorized<FoundAttachment, P>> {
  const row = await selectStored(db)
    .select('projects.id as in_project')
    .select(roleIn(refOf(actor), 'test_runs.project_id').as('role_by_run'))
    .select(roleIn(refOf(actor), 'attachments.project_id').as('role_by_case'))
    .where('attachments.id', '=', id)
    .executeTakeFirst()
  return authorize(actor, row && { ...row, role: row.role_by_run ?? row.role_by_case }, permission, 'Attachment')
}

export async function findAuthor(db: Db, id: string): Promise<Person | null> {
  return (await db.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirst()) ?? null
}

/** The attachment, without a check of permissions. */
export async function findStoredAttachment(db: Db, id: string): Promise<AttachmentRow | undefined> {
  return await selectStored(db).where('attachments.id', '=', id).executeTakeFirst()
}

function selectStored(db: Db) {
  return db
    .selectFrom('attachments')
    .leftJoin('test_cases', 'test_cases.id', 'attachments.test_case_id')
    .leftJoin('test_results', 'test_results.id', 'attachments.test_result_id')
    .leftJoin('test_runs', 'test_runs.id', 'test_results.test_run_id')
    .leftJoin('projects', (join) =>
      join.on('projects.id', '=', (eb) => eb.fn.coalesce('test_runs.project_id', 'attachments.project_id')),
    )
    .selectAll('attachments')
    .where('attachments.is_stored', '=', 1)
    .where((eb) => eb.or([eb('attachments.test_case_id', 'is', null), eb('test_cases.id', 'is not', null)]))
    .where((eb) => eb.or([eb('test_cases.id', 'is', null), inShownSuite('test_cases.test_suite_id')]))
    .where((eb) => eb(eb.fn.coalesce('test_runs.is_receiving', eb.lit(0)), '=', eb.lit(0)))
    .where('projects.deleted_at', 'is', null)
}

type Arriving = Pick<AttachmentRow, 'id' | 'name' | 'test_result_id' | 'test_case_id' | 'project_id' | 'pieces'>

/** An attachment whose bytes are still arriving. Reads do not show it. */
export async function insertArriving(db: Db, actor: Actor, arriving: Arriving): Promise<void> {
  await db
    .insertInto('attachments')
    .values({
      ...arriving,
      test_report_id: null,
      type: 'application/octet-stream',
      size: 0,
      is_stored: 0,
      created_at: new Date().toISOString(),
      created_by: actorUserId(actor),
    })
    .execute()
}

/** Whether the attachment still accepts bytes: its run or project may have been deleted. */
export async function isArriving(db: Db, id: string): Promise<boolean> {
  const found = db.selectFrom('attachments').select('id').where('id', '=', id).where('is_stored', '=', 0)
  return (await found.executeTakeFirst()) !== undefined
}

/** Notes how many objects an arriving attachment may have. Returns false if it no longer accepts bytes. */
export async function reservePieces(db: Db, id: string, pieces: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attachments')
    .set({ pieces })
    .where('id', '=', id)
    .where('is_stored', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertChunk(db: Db, attachment_id: string, number: number, bytes: Buffer): Promise<void> {
  await db
    .insertInto('attachment_chunks')
    .values({ attachment_id, number, bytes: bytes.toString('base64') })
    .execute()
}

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

export async function setStored(
  db: Db,
  { id, type, size }: AttachmentItem,
  pieces: number | null,
): Promise<AttachmentRow> {
  return await db
    .updateTable('attachments')
    .set({ type, size, pieces, is_stored: 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('Attachment'))
}

export async function deleteArriving(db: Db, id: string): Promise<void> {
  await db.deleteFrom('attachments').where('id', '=', id).where('is_stored', '=', 0).execute()
}

export async function deleteAttachmentRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('attachments').where('id', '=', id).execute()
}
