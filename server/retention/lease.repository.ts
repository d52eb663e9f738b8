import { sql } from 'kysely'
import type { Db } from '../database/databases.ts'
import { takeLock } from '../database/dialect.ts'

const KEY = 'retention_lease'
/** A killed server holds the lease for this long. */
const LEASE_MS = 10_000

type Lease = { holder: string; until: number }

/** Takes the lease, or renews it. If another server has it: until when, in milliseconds. */
export async function takeLease(db: Db, holder: string): Promise<number | null> {
  await takeLock(db, sql.lit(KEY))
  const lease = await readLease(db)
  if (lease && lease.holder !== holder && lease.until > Date.now()) return lease.until
  await storeLease(db, { holder, until: Date.now() + LEASE_MS })
  return null
}

export async function endLease(db: Db, holder: string): Promise<void> {
  await takeLock(db, sql.lit(KEY))
  if ((await readLease(db))?.holder === holder) await db.deleteFrom('settings').where('key', '=', KEY).execute()
}

async function readLease(db: Db): Promise<Lease | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst()
  return row && (JSON.parse(row.value) as Lease)
}

async function storeLease(db: Db, lease: Lease): Promise<void> {
  const value = JSON.stringify(lease)
  await db
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
