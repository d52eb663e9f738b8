import { sql } from 'kysely'
import type { Db } from '../../database/databases.ts'
import { inList } from '../../database/dialect.ts'

const AT_ONCE = 50

export type BucketRemoval = { attachment_id: string; pieces: number }

/** Some attachments that have left objects: the trigger of the table queues those of deleted ones, a move others. */
export async function listDue(db: Db, now: string): Promise<BucketRemoval[]> {
  return await db
    .selectFrom('bucket_removals')
    .select(['attachment_id', 'pieces'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(AT_ONCE)
    .execute()
}

/** Those of the attachments that are in the bucket. There are none, unless somebody has put rows back by hand. */
export async function listKept(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('attachments')
    .select('id')
    .where('id', 'in', inList(db, ids))
    .where('pieces', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function endRemovals(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('bucket_removals').where('attachment_id', 'in', inList(db, ids)).execute()
}

export async function postpone(db: Db, ids: string[], until: string): Promise<void> {
  await db
    .updateTable('bucket_removals')
    .set({ due_at: until })
    .where('attachment_id', 'in', inList(db, ids))
    .where('due_at', '<', until)
    .execute()
}

export async function countRemovals(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from bucket_removals`.execute(db)
  return Number(rows[0]?.count)
}
