import type { Selectable } from 'kysely'
import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/tables.ts'
import type { DeliveryRow } from '../outbox/claims.repository.ts'

export type EventRow = Selectable<Tables['outgoing_events']>
type NewEvent = Pick<EventRow, 'project_id' | 'type'> & { facts: object }
type Receiver = Pick<DeliveryRow, 'target' | 'form'>

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

export async function findEvent(db: Db, id: string): Promise<EventRow | undefined> {
  return await db.selectFrom('outgoing_events').selectAll().where('id', '=', id).executeTakeFirst()
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
  return await countRows(db.selectFrom('deliveries').where('target', '=', target))
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
