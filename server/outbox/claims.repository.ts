import { type Selectable, sql } from 'kysely'
import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/databases.ts'
import { deleteSome, givenRows, inList, isPostgres, takeLock } from '../database/dialect.ts'
import type { DeliveryTable } from '../database/notification-tables.ts'

export type DeliveryRow = Selectable<DeliveryTable>

/** Attempts at one target at a time, over all servers. */
export const LANES = 2
/** What one server claims of a target that no server attempts. */
export const BATCH = 80

export async function hasDue(db: Db, now: string): Promise<boolean> {
  // The order makes PostgreSQL take the index of the times.
  const due = db.selectFrom('deliveries').select('id').where('due_at', '<=', now).orderBy('due_at').limit(1)
  return (await due.executeTakeFirst()) !== undefined
}

export async function countDue(db: Db, now: string): Promise<number> {
  return await countRows(db.selectFrom('deliveries').where('due_at', '<=', now))
}

/**
 * Leases due deliveries to this server. A lease that ends makes its delivery due again, so those of a killed server are
 * repeated, with the same id. The lock keeps two servers from counting the same free lane of a target.
 */
export async function claimDue(
  db: Db,
  { now, leaseEnd, lanes }: { now: string; leaseEnd: string; lanes: number },
): Promise<DeliveryRow[]> {
  await takeLock(db, sql.val('deliveries'))
  const ids: string[] = []
  for (const { target, leased } of (await dueTargets(db, now)).filter(({ leased }) => leased < LANES)) {
    const found = await dueOf(db, target, now, leased === 0 ? BATCH : LANES - leased)
    ids.push(...found)
    lanes -= Math.min(found.length, LANES)
    if (lanes <= 0) break
  }
  if (ids.length === 0) return []
  return await db
    .updateTable('deliveries')
    .set((eb) => ({ is_leased: 1, due_at: leaseEnd, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', inList(db, ids))
    .returningAll()
    .execute()
}

/** Goes from target to target in the index: there are few, however many deliveries wait for one of them. */
async function dueTargets(db: Db, now: string): Promise<{ target: string; leased: number }[]> {
  const { rows } = await sql<{ target: string; leased: number }>`
    with recursive waiting (target) as (
      select min(target) from deliveries where due_at is not null
      union all
      select (select min(later.target) from deliveries as later
        where later.due_at is not null and later.target > waiting.target)
      from waiting where waiting.target is not null
    )
    select target, (select count(*) from deliveries as open
      where open.target = waiting.target and open.is_leased = 1 and open.due_at > ${now}) as leased
    from waiting where target is not null and exists (select 1 from deliveries as due
      where due.target = waiting.target and due.due_at <= ${now})
    order by random()`.execute(db)
  return rows
}

/** Rows that another transaction is changing are skipped. SQLite has one writer at a time. */
async function dueOf(db: Db, target: string, now: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('target', '=', target)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked())
    .execute()
  return rows.map(({ id }) => id)
}

const ENDED = {
  id: 'text',
  attempts: 'integer',
  state: 'text',
  due_at: 'text',
  request: 'text',
  answer: 'text',
} as const
/** `body` is that of the event, if it is to be kept. */
export type Ended = Pick<DeliveryRow, keyof typeof ENDED | 'event_id'> & { body?: string | undefined }

/** Stores outcomes of attempts, but for those whose lease ended and another server has begun the next one. */
export async function endAttempts(db: Db, ended: Ended[]): Promise<void> {
  const rows = ended.map(({ event_id: _, body: __, ...row }) => row)
  await db
    .updateTable('deliveries')
    .from(givenRows(db, ENDED, rows).as('given'))
    .set((eb) => ({
      state: eb.ref('given.state').$castTo<DeliveryRow['state']>(),
      due_at: eb.ref('given.due_at'),
      request: eb.ref('given.request'),
      answer: eb.ref('given.answer'),
      is_leased: 0,
    }))
    .whereRef('deliveries.id', '=', 'given.id')
    .whereRef('deliveries.attempts', '=', 'given.attempts')
    .execute()
  const bodies = ended.flatMap(({ event_id: id, body }) => (id !== null && body !== undefined ? { id, body } : []))
  if (bodies.length === 0) return
  const ids = bodies.map(({ id }) => id)
  await db
    .updateTable('outgoing_events')
    .from(givenRows(db, { id: 'text', body: 'text' }, bodies).as('given'))
    .set((eb) => ({ body: eb.ref('given.body') }))
    .whereRef('outgoing_events.id', '=', 'given.id')
    // PostgreSQL would read the whole index of a small table.
    .where('outgoing_events.id', 'in', inList(db, ids))
    .where('outgoing_events.body', 'is', null)
    .execute()
}

/** Makes a delivery due again that was claimed, and not attempted. */
export async function giveBack(db: Db, { id, attempts }: DeliveryRow, now: string): Promise<void> {
  const row = db.updateTable('deliveries').where('id', '=', id).where('attempts', '=', attempts)
  await row.set({ due_at: now, is_leased: 0, attempts: attempts - 1 }).execute()
}

/** Deletes a delivery that nobody wants any more. */
export async function deleteDelivery(db: Db, { id }: DeliveryRow): Promise<void> {
  await db.deleteFrom('deliveries').where('id', '=', id).execute()
}

const OF = { outgoing_events: 'event_id', mails: 'mail_id' } as const
const ROWS_AT_ONCE = 500

/** Deletes some of the events or mails before a time, with their deliveries. */
export async function deleteBefore(db: Db, table: keyof typeof OF, time: string): Promise<void> {
  const old = sql`${sql.ref(OF[table])} in (select id from ${sql.table(table)} where created_at < ${time})`
  if ((await deleteSome(db, 'deliveries', old, ROWS_AT_ONCE)) === ROWS_AT_ONCE) return
  await deleteSome(db, table, sql`created_at < ${time}`, ROWS_AT_ONCE)
}
