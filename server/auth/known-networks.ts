import type { Db } from '../database/databases.ts'
import { DAY_MS, timeAgo } from '../times.ts'

/** How long a network stays known after its last sign-in. */
const KNOWN_DAYS = 90
/** The maximum number of known networks per user. The most recently used ones are kept. */
const KNOWN_MAX = 50

/** Whether a user has signed in from a network lately. Queries without a user too, so that the time reveals nothing. */
export async function isKnownNetwork(db: Db, userId: string | undefined, network: string): Promise<boolean> {
  const usedAt = await readUsedAt(db, userId ?? '', network)
  return usedAt !== undefined && usedAt > timeAgo(KNOWN_DAYS * DAY_MS)
}

/** Records that a user signed in from a network. Writes at most once a day. */
export async function rememberNetwork(db: Db, userId: string, network: string): Promise<void> {
  const usedAt = await readUsedAt(db, userId, network)
  if (usedAt !== undefined && usedAt > timeAgo(DAY_MS)) return
  const used_at = new Date().toISOString()
  await db
    .insertInto('sign_in_networks')
    .values({ user_id: userId, network, used_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ used_at }))
    .execute()
  await forgetOldest(db, userId)
}

export async function forgetNetworks(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_networks').where('user_id', '=', userId).execute()
}

async function readUsedAt(db: Db, userId: string, network: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sign_in_networks')
    .select('used_at')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .executeTakeFirst()
  return row?.used_at
}

async function forgetOldest(db: Db, userId: string): Promise<void> {
  const all = await db
    .selectFrom('sign_in_networks')
    .select(['network', 'used_at'])
    .where('user_id', '=', userId)
    .execute()
  const forgotten = all.toSorted((a, b) => (a.used_at < b.used_at ? 1 : -1)).slice(KNOWN_MAX)
  for (const { network } of forgotten)
    await db.deleteFrom('sign_in_networks').where('user_id', '=', userId).where('network', '=', network).execute()
}
