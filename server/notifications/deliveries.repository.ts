import { type Selectable, sql } from 'kysely'
import type { Db } from '../database/databases.ts'
import { deleteSome, inList, isPostgres, takeLock } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import type { DeliveryTable } from '../database/notification-tables.ts'
import type { Tables } from '../database/tables.ts'

export type DeliveryRow = Selectable<DeliveryTable>
export type EventRow = Selectable<Tables['outgoing_events']>
export type NewEvent = Pick<EventRow, 'project_id' | 'type'> & { facts: object }
type Receiver = Pick<DeliveryRow, 'target' | 'form'>

/** Deliveries to one target at a time, over all servers. */
const AT_ONCE = 2
const ROWS_AT_ONCE = 500

/** Stores an event and a delivery of it to each receiver. */
export async function insertEvent(db: Db, { facts, ...event }: NewEvent, receivers: Receiver[]): Promise<string[]> {
  const [id, now] = [newId(), new Date().toISOString()]
  await db
    .insertInto('outgoing_events')
    .values({ id, ...event, facts: JSON.stringify(facts), body: null, created_at: now })
    .execute()
  const own = () => ({ id: newId(), event_id: id, state: 'waiting', due_at: now, created_at: now }) as const
  const rows = receivers.map((receiver) => ({ ...receiver, ...own() }))
  await db.insertInto('deliveries').values(rows).execute()
  return rows.map((row) => row.id)
}

export async function hasDue(db: Db, now: string): Promise<boolean> {
  // The order makes PostgreSQL take the index of the times.
  const due = db.selectFrom('deliveries').select('id').where('due_at', '<=', now).orderBy('due_at').limit(1)
  return (await due.executeTakeFirst()) !== undefined
}

/**
 * Leases due deliveries to this server. A lease that ends makes its delivery due again, so those of a killed server are
 * repeated, with the same id. The lock keeps two servers from counting the same free place of a target.
 */
export async function claimDue(
  db: Db,
  { now, leaseEnd, limit }: { now: string; leaseEnd: string; limit: number },
): Promise<DeliveryRow[]> {
  await takeLock(db, sql.val('deliveries'))
  const ids: string[] = []
  for (const { target, busy } of await dueTargets(db, now)) {
    const places = Math.min(AT_ONCE - busy, limit - ids.length)
    if (places > 0) ids.push(...(await dueOf(db, target, now, places)))
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
async function dueTargets(db: Db, now: string): Promise<{ target: string; busy: number }[]> {
  const { rows } = await sql<{ target: string; busy: number }>`
    with recursive waiting (target) as (
      select min(target) from deliveries where due_at is not null
      union all
      select (select min(later.target) from deliveries as later
        where later.due_at is not null and later.target > waiting.target)
      from waiting where waiting.target is not null
    )
    select target, (select count(*) from deliveries as leased
      where leased.target = waiting.target and leased.is_leased = 1 and leased.due_at > ${now}) as busy
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

export async function findEvent(db: Db, id: string): Promise<EventRow | undefined> {
  return await db.selectFrom('outgoing_events').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Keeps the body of an event. The first one counts, so that all attempts are equal. Returns it. */
export async function keepBody(db: Db, id: string, body: string): Promise<string> {
  await db.updateTable('outgoing_events').set({ body }).where('id', '=', id).where('body', 'is', null).execute()
  return (await findEvent(db, id))?.body ?? body
}

type Ended = Pick<DeliveryRow, 'state' | 'due_at' | 'request' | 'answer'>

/** Stores the outcome of an attempt, unless the lease ended and another server has begun the next one. */
export async function endAttempt(db: Db, { id, attempts }: DeliveryRow, ended: Ended): Promise<void> {
  const row = db.updateTable('deliveries').where('id', '=', id).where('attempts', '=', attempts)
  await row.set({ ...ended, is_leased: 0 }).execute()
}

/** Of a delivery that turned out not to be wanted. */
export async function deleteDelivery(db: Db, { id }: DeliveryRow): Promise<void> {
  await db.deleteFrom('deliveries').where('id', '=', id).execute()
}

export type LoggedRow = DeliveryRow & Pick<EventRow, 'type' | 'body'>

/** Newest first. */
export async function listDeliveryRows(
  db: Db,
  target: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<LoggedRow[]> {
  return await selectLogged(db)
    .where('deliveries.target', '=', target)
    .$if(cursor !== undefined, (query) => query.where('deliveries.id', '<', cursor as string))
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .execute()
}

export async function countDeliveries(db: Db, target: string): Promise<number> {
  const counted = db.selectFrom('deliveries').select((eb) => eb.fn.countAll<number>().as('count'))
  return (await counted.where('target', '=', target).executeTakeFirstOrThrow()).count
}

export async function findLogged(db: Db, target: string, id: string): Promise<LoggedRow | undefined> {
  return await selectLogged(db)
    .where('deliveries.target', '=', target)
    .where('deliveries.id', '=', id)
    .executeTakeFirst()
}

function selectLogged(db: Db) {
  return db
    .selectFrom('deliveries')
    .innerJoin('outgoing_events', 'outgoing_events.id', 'deliveries.event_id')
    .selectAll('deliveries')
    .select(['outgoing_events.type', 'outgoing_events.body'])
}

/** Begins the attempts of a delivery again, with the same id. */
export async function resetDelivery(db: Db, id: string, now: string): Promise<void> {
  const fresh = { state: 'waiting', due_at: now, is_leased: 0, attempts: 0 } as const
  await db.updateTable('deliveries').set(fresh).where('id', '=', id).execute()
}

/** Some of the events before a time, with their deliveries. */
export async function deleteEventsBefore(db: Db, time: string): Promise<void> {
  const old = sql`event_id in (select id from outgoing_events where created_at < ${time})`
  if ((await deleteSome(db, 'deliveries', old, ROWS_AT_ONCE)) === ROWS_AT_ONCE) return
  await deleteSome(db, 'outgoing_events', sql`created_at < ${time}`, ROWS_AT_ONCE)
}
