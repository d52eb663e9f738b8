import { sql } from 'kysely'
import { countRows } from '../../database/count-rows.ts'
import type { Db } from '../../database/databases.ts'
import type { BucketRemoval } from './bucket-removals.repository.ts'

/** 2 MB of bytes. */
const CHUNKS_AT_ONCE = 8
const ATTACHMENTS_AT_ONCE = 100

export type Place = 'database' | 'bucket'
export type Kept = { id: string; size: number; pieces: number | null }

export async function countKept(db: Db, place: Place): Promise<{ files: number; bytes: number }> {
  return await keptIn(db, place)
    .select((eb) => [
      eb.fn.countAll<number>().as('files'),
      eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('bytes'),
    ])
    .executeTakeFirstOrThrow()
}

export async function listKeptAfter(db: Db, place: Place, id: string): Promise<Kept[]> {
  const rows = keptIn(db, place).select(['id', 'size', 'pieces']).where('id', '>', id)
  return await rows.orderBy('id').limit(ATTACHMENTS_AT_ONCE).execute()
}

function keptIn(db: Db, place: Place) {
  return db
    .selectFrom('attachments')
    .where('is_stored', '=', 1)
    .where('pieces', place === 'bucket' ? 'is not' : 'is', null)
}

export async function isKeptIn(db: Db, place: Place, id: string): Promise<boolean> {
  return (await keptIn(db, place).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function countChunks(db: Db, id: string): Promise<number> {
  return await countRows(db.selectFrom('attachment_chunks').where('attachment_id', '=', id))
}

/**
 * Queues objects that are about to be written, so that none is left if they are not completed. Returns false while a
 * server may be deleting objects of the same names.
 */
export async function queueObjects(db: Db, removal: BucketRemoval, due: { at: string; notBefore: string }) {
  const { attachment_id, pieces } = removal
  const queued = await db
    .insertInto('bucket_removals')
    .values({ attachment_id, pieces, due_at: due.at })
    .onConflict((conflict) =>
      conflict
        .column('attachment_id')
        .doUpdateSet({ pieces, due_at: due.at })
        .where('bucket_removals.due_at', '>', due.notBefore),
    )
    .returning('attachment_id')
    .executeTakeFirst()
  return queued !== undefined
}

/** Completes a move to the bucket, unless the attachment is gone or its objects may be deleted. */
export async function keepObjects(db: Db, { attachment_id: id, pieces }: BucketRemoval, notBefore: string) {
  const queued = db
    .selectFrom('bucket_removals')
    .select('pieces')
    .where('attachment_id', '=', id)
    .where('due_at', '>', notBefore)
  const { numUpdatedRows } = await db
    .updateTable('attachments')
    .set({ pieces })
    .where('id', '=', id)
    .where('pieces', 'is', null)
    .where((eb) => eb.exists(queued))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db.deleteFrom('bucket_removals').where('attachment_id', '=', id).execute()
  return true
}

/** Completes a move to the database. */
export async function keepChunks(db: Db, id: string): Promise<void> {
  await db.updateTable('attachments').set({ pieces: null }).where('id', '=', id).execute()
}

export async function putChunk(db: Db, attachment_id: string, number: number, bytes: Buffer): Promise<void> {
  const text = bytes.toString('base64')
  await db
    .insertInto('attachment_chunks')
    .values({ attachment_id, number, bytes: text })
    .onConflict((conflict) => conflict.columns(['attachment_id', 'number']).doUpdateSet({ bytes: text }))
    .execute()
}

/** Attachments in the bucket of which the database still has chunks, after a move that was interrupted. */
export async function listLeftChunks(db: Db): Promise<string[]> {
  const rows = await keptIn(db, 'bucket')
    .select('id')
    .where(sql<boolean>`exists (select 1 from attachment_chunks where attachment_id = attachments.id)`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes some chunks of an attachment that is in the bucket. Returns whether there were any. */
export async function deleteSomeChunks(db: Db, id: string): Promise<boolean> {
  if (!(await isKeptIn(db, 'bucket', id))) return false
  const some = db
    .selectFrom('attachment_chunks')
    .select('number')
    .where('attachment_id', '=', id)
    .orderBy('number')
    .limit(CHUNKS_AT_ONCE)
  const { numDeletedRows } = await db
    .deleteFrom('attachment_chunks')
    .where('attachment_id', '=', id)
    .where('number', 'in', some)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
