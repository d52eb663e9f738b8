import { DomainError } from '#shared/errors.ts'
import type { Db } from '../database/databases.ts'

type Account = { email: string; address: string }
export type SignInLimit = { maxFailures: number; windowMinutes: number }

/**
 * Refuses an account after too many wrong passwords from one address within the window. Other accounts at this address
 * and other addresses are not limited. Throws TOO_MANY_REQUESTS.
 */
export async function refuseAfterFailures(db: Db, { email, address }: Account, limit: SignInLimit): Promise<void> {
  const failures = await db
    .selectFrom('sign_in_failures')
    .select('failed_at')
    .where('email', '=', email)
    .where('address', '=', address)
    .where('failed_at', '>', windowStart(limit))
    .orderBy('failed_at', 'desc')
    .limit(limit.maxFailures)
    .execute()
  const oldest = failures.at(-1)
  if (!oldest || failures.length < limit.maxFailures) return
  const freeAt = Date.parse(oldest.failed_at) + limit.windowMinutes * 60_000
  throw new DomainError('TOO_MANY_REQUESTS', 'Too many failed sign-ins, try again later', {
    retryAfterSeconds: Math.max(1, Math.ceil((freeAt - Date.now()) / 1000)),
  })
}

/** Stores a failure and deletes all that are older than the window. */
export async function addFailure(db: Db, { email, address }: Account, limit: SignInLimit): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('failed_at', '<=', windowStart(limit)).execute()
  await db.insertInto('sign_in_failures').values({ email, address, failed_at: new Date().toISOString() }).execute()
}

export async function deleteFailures(db: Db, { email, address }: Account): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('email', '=', email).where('address', '=', address).execute()
}

function windowStart({ windowMinutes }: SignInLimit): string {
  return new Date(Date.now() - windowMinutes * 60_000).toISOString()
}
