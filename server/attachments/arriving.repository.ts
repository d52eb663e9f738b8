import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import type { AttachmentRow } from './attachments.repository.ts'

/*
 * Attachments whose bytes do not belong to a result or a case yet: running uploads, files in reports, and files that
 * were sent before their result.
 */

/** Files to delete per transaction. Few, because each may be large. */
const BATCH = 10

/**
 * Deletes some files that killed servers left: uploads begun before `createdUntil`, and files of reports that were not
 * accepted. Returns whether there were any.
 */
export async function deleteAbandoned(db: Db, createdUntil: string): Promise<boolean> {
  const ids = (await abandoned(db, createdUntil).execute()).map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('attachments').where('id', 'in', ids).execute()
  return ids.length > 0
}

export async function hasAbandoned(db: Db, createdUntil: string): Promise<boolean> {
  return (await abandoned(db, createdUntil).executeTakeFirst()) !== undefined
}

function abandoned(db: Db, createdUntil: string) {
  return db
    .selectFrom('attachments')
    .select('id')
    .where((eb) => eb('is_stored', '=', eb.lit(0)))
    .where('created_at', '<=', createdUntil)
    .where((eb) => {
      const report = eb.selectFrom('test_reports').select('id').whereRef('test_reports.id', '=', 'test_report_id')
      return eb.not(eb.exists(report))
    })
    .limit(BATCH)
}

export async function insertReported(
  db: Db,
  id: string,
  { id: test_report_id, projectId: project_id, name = '' }: { id: string | null; projectId: string; name?: string },
  pieces: number | null = null,
): Promise<void> {
  await db
    .insertInto('attachments')
    .values({
      id,
      test_result_id: null,
      test_case_id: null,
      test_report_id,
      project_id,
      name,
      type: 'application/octet-stream',
      size: 0,
      is_stored: 0,
      created_at: new Date().toISOString(),
      created_by: null,
      pieces,
    })
    .execute()
}

export async function describeReported(
  db: Db,
  { id, ...content }: Pick<AttachmentRow, 'id' | 'type' | 'size' | 'pieces'>,
): Promise<void> {
  await db.updateTable('attachments').set(content).where('id', '=', id).execute()
}

/** Gives uploaded files that belong to nothing yet to a report of their project. Returns those that were found. */
export async function giveToReport(
  db: Db,
  { id, projectId }: { id: string; projectId: string },
  ids: string[],
): Promise<Pick<AttachmentRow, 'id' | 'name'>[]> {
  return await db
    .updateTable('attachments')
    .set({ test_report_id: id })
    .where('id', 'in', inList(db, ids))
    .where('project_id', '=', projectId)
    .where('is_stored', '=', 0)
    .where('size', '>', 0)
    .where((eb) =>
      eb.and((['test_report_id', 'test_result_id', 'test_case_id'] as const).map((of) => eb(of, 'is', null))),
    )
    .returning(['id', 'name'])
    .execute()
}

export async function listReported(db: Db, reportId: string, ids: string[]): Promise<AttachmentRow[]> {
  return await db
    .selectFrom('attachments')
    .selectAll()
    .where('id', 'in', inList(db, ids))
    .where('test_report_id', '=', reportId)
    .where('size', '>', 0)
    .execute()
}

export async function setTaken(
  db: Db,
  { id, ...columns }: Pick<AttachmentRow, 'id' | 'test_result_id' | 'name' | 'created_by'>,
): Promise<void> {
  await db
    .updateTable('attachments')
    .set({ ...columns, is_stored: 1, project_id: null, test_report_id: null })
    .where('id', '=', id)
    .execute()
}

/** Deletes some files of a report that no result has taken. Returns whether there were any. */
export async function deleteReported(db: Db, reportId: string): Promise<boolean> {
  const some = db.selectFrom('attachments').select('id').where('test_report_id', '=', reportId).limit(BATCH)
  const ids = (await some.execute()).map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('attachments').where('id', 'in', ids).execute()
  return ids.length > 0
}
