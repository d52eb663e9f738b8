import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { countRows } from '../database/count-rows.ts'
import type { AuditEventTable, AuditSealTable } from '../database/audit-tables.ts'
import type { Db } from '../database/databases.ts'
import { takeLock } from '../database/dialect.ts'
import { idsSince } from '../database/new-id.ts'

export type Seal = Selectable<AuditSealTable>
export type AuditRow = Selectable<AuditEventTable>

/** Events of one seal: what one transaction reads, and purges later. */
const SEALED_AT_ONCE = 500

/** The line of an event under a seal: its columns in a fixed order, as JSON. */
export function lineOf(row: AuditRow): string {
  const { id, at, actor_kind, actor_id, credential, request_id, action, project_id, target } = row
  const { before, after, personal } = row
  const columns = [id, at, actor_kind, actor_id, credential, request_id, action, project_id, target]
  return `${JSON.stringify([...columns, before, after, personal])}\n`
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Seals the oldest events made before a time. Returns undefined when there are none. */
export async function sealOldest(db: Db, before: number): Promise<Seal | undefined> {
  await takeLock(db, sql.val('audit seals'))
  const last = await lastSeal(db)
  const rows = await db
    .selectFrom('audit_events')
    .selectAll()
    .where('id', '>', last?.to_id ?? '')
    .where('id', '<', idsSince(before))
    .orderBy('id')
    .limit(SEALED_AT_ONCE)
    .execute()
  const [first, end] = [rows[0], rows.at(-1)]
  if (!first || !end) return undefined
  const former = last?.hash ?? ''
  const lines = rows.map(lineOf)
  const seal = {
    number: (last?.number ?? 0) + 1,
    sealed_at: new Date().toISOString(),
    from_id: first.id,
    to_id: end.id,
    count: rows.length,
    former,
    hash: sha256(former + lines.join('')),
    events: JSON.stringify(rows.map(({ id }, index) => [id, sha256(lines[index] as string)])),
  }
  await db.insertInto('audit_seals').values(seal).execute()
  return seal
}

/** Deletes the oldest seal with its events if it was made before a time. Returns whether it did. */
export async function purgeOldest(db: Db, before: number): Promise<boolean> {
  await takeLock(db, sql.val('audit seals'))
  const [seal] = await db
    .selectFrom('audit_seals')
    .select(['number', 'to_id', 'sealed_at'])
    .where('number', '>', 0)
    .orderBy('number')
    .limit(1)
    .execute()
  if (!seal || seal.sealed_at >= new Date(before).toISOString()) return false
  await db.deleteFrom('audit_events').where('id', '<=', seal.to_id).execute()
  await db.deleteFrom('audit_seals').where('number', '=', seal.number).execute()
  return true
}

export async function lastSeal(db: Db): Promise<Pick<Seal, 'number' | 'hash' | 'to_id'> | undefined> {
  return await db
    .selectFrom('audit_seals')
    .select(['number', 'hash', 'to_id'])
    .where('number', '>', 0)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The first seal after a number. */
export async function nextSeal(db: Db, number: number): Promise<Seal | undefined> {
  const seals = db.selectFrom('audit_seals').selectAll().where('number', '>', number)
  return await seals.orderBy('number').limit(1).executeTakeFirst()
}

/** Events after one id, up to another, oldest first. */
export async function eventsBetween(db: Db, after: string, to: string): Promise<AuditRow[]> {
  const events = db.selectFrom('audit_events').selectAll().where('id', '>', after).where('id', '<=', to)
  return await events.orderBy('id').execute()
}

export async function personalBetween(db: Db, after: string, to: string) {
  const personal = db.selectFrom('audit_personal').selectAll()
  return await personal.where('event_id', '>', after).where('event_id', '<=', to).execute()
}

export async function countUnsealed(db: Db): Promise<number> {
  const after = (await lastSeal(db))?.to_id ?? ''
  return await countRows(db.selectFrom('audit_events').where('id', '>', after))
}
