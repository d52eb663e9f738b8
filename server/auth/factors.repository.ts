import { type Selectable, sql } from 'kysely'
import type { Factor } from '#shared/auth/factor.ts'
import { countRows } from '../database/count-rows.ts'
import type { FactorTable } from '../database/auth-tables.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'

export type FactorRow = Selectable<FactorTable>

/** The second factors of a user, oldest first. */
export async function listFactors(db: Db, userId: string): Promise<FactorRow[]> {
  return await db.selectFrom('factors').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

/** The kinds of the second factors of these users, oldest first. */
export async function listFactorKinds(db: Db, userIds: string[]) {
  const rows = await db
    .selectFrom('factors')
    .select(['id', 'user_id', 'kind'])
    .where('user_id', 'in', inList(db, userIds))
    .execute()
  // With an order, PostgreSQL may read those of all users.
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** A column: 1 if the user of the row needs a second factor and has none. One lookup while none is required. */
export const lacksFactor = sql<0 | 1>`case
  when (select value from settings where key = 'mfa_required') in ('everyone', case when users.is_admin = 1 then 'admins' end)
    and not exists (select id from factors where factors.user_id = users.id)
  then 1 else 0 end`

export async function lacksRequiredFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(lacksFactor.as('lacks_factor'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.lacks_factor === 1
}

/** What is particular to apps and to passkeys. */
const NOTHING = {
  sealed_seed: null,
  last_step: null,
  credential_id: null,
  public_key: null,
  transports: null,
  relying_party: null,
  sign_count: null,
}

export type NewFactor = Pick<FactorRow, 'kind' | 'name'> & Partial<Pick<FactorRow, keyof typeof NOTHING>>

export async function insertFactor(db: Db, userId: string, factor: NewFactor): Promise<Factor> {
  const created_at = new Date().toISOString()
  const row = { ...NOTHING, ...factor, id: newId(), user_id: userId, created_at, last_used_at: null }
  await db.insertInto('factors').values(row).execute()
  return toFactor(row)
}

type Shown = Pick<FactorRow, 'id' | 'kind' | 'name' | 'created_at' | 'last_used_at'>

export function toFactor({ id, kind, name, created_at, last_used_at }: Shown): Factor {
  return { id, kind, name, createdAt: created_at, lastUsedAt: last_used_at }
}

/** Uses up a code. Returns false if it or a later one was used meanwhile. */
export async function useStep(db: Db, { id }: FactorRow, step: number): Promise<boolean> {
  const used = await db
    .updateTable('factors')
    .set({ last_step: step, last_used_at: new Date().toISOString() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirstOrThrow()
  return used.numUpdatedRows > 0n
}

/** A passkey by its credential. Browsers know the same one under the same id everywhere. */
export async function findPasskey(db: Db, credentialId: string): Promise<FactorRow | undefined> {
  return await db.selectFrom('factors').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/**
 * Records the use of a passkey. Returns false if it was removed meanwhile, or if its counter went back: then there is
 * a copy of it. Passkeys that are synchronized between devices do not count.
 */
export async function usePasskey(db: Db, { id }: FactorRow, count: number): Promise<boolean> {
  const used = await db
    .updateTable('factors')
    .set({ sign_count: count, last_used_at: new Date().toISOString() })
    .where('id', '=', id)
    .$if(count > 0, (query) => query.where((eb) => eb.or([eb('sign_count', '=', 0), eb('sign_count', '<', count)])))
    .executeTakeFirstOrThrow()
  return used.numUpdatedRows > 0n
}

export async function deleteFactor(db: Db, { id }: FactorRow): Promise<void> {
  await db.deleteFrom('factors').where('id', '=', id).execute()
}

/** Deletes all factors of a user, and the recovery codes. Returns how many factors there were. */
export async function deleteFactors(db: Db, userId: string): Promise<number> {
  await deleteRecoveryCodes(db, userId)
  const deleted = await db.deleteFrom('factors').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return Number(deleted.numDeletedRows)
}

export async function deleteRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export async function replaceRecoveryCodes(db: Db, userId: string, hashes: string[]): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Uses up a recovery code. Returns false if the user has none with this hash. */
export async function useRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return deleted.numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return await countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId))
}
