import { DomainError } from '#shared/errors.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { MINUTE_MS, timeAgo } from '../times.ts'

/** A sign-in to one account, named by its email or another name, from one network. */
export type Attempt = {
  account: string
  network: string
  /** Whether this account has signed in from this network. Then only failures of this pair count. */
  isKnown: boolean
}

export type Limits = Pick<Config, 'SIGN_IN_MAX_FAILURES' | 'SIGN_IN_WINDOW_MINUTES'>

/** The limit for one account over all networks, as a multiple of that for one account and network. */
const ALL_NETWORKS = 5
/** The limit on accounts tried from one network, as the same multiple. */
const ALL_ACCOUNTS = 3

/**
 * Refuses after too many wrong passwords within the window: for one account from one network, for one account over all
 * networks, or for many accounts from one network. The last two do not apply where the account is known, so that nobody
 * can lock its owner out. Throws TOO_MANY_REQUESTS.
 */
export async function refuseAfterFailures(db: Db, attempt: Attempt, limits: Limits): Promise<void> {
  const most = limits.SIGN_IN_MAX_FAILURES
  refuseAfter(most, await failuresOfPair(db, attempt, limits, most), limits)
  if (attempt.isKnown) return
  refuseAfter(most * ALL_NETWORKS, await failuresOfAccount(db, attempt, limits, most * ALL_NETWORKS), limits)
  refuseAfter(most * ALL_ACCOUNTS, await failedAccountsOf(db, attempt, limits), limits)
}

/** Whether the next attempt would be refused. */
export async function isLimited(db: Db, attempt: Attempt, limits: Limits): Promise<boolean> {
  try {
    await refuseAfterFailures(db, attempt, limits)
    return false
  } catch (error) {
    if (error instanceof DomainError) return true
    throw error
  }
}

/** Whether this account and network have a failure within the window. */
export async function hasFailed(db: Db, attempt: Attempt, limits: Limits): Promise<boolean> {
  return (await failuresOfPair(db, attempt, limits, 1)).length > 0
}

export async function addFailure(db: Db, { account, network }: Attempt, limits: Limits): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('failed_at', '<=', windowStart(limits)).execute()
  await db
    .insertInto('sign_in_failures')
    .values({ email: account, address: network, failed_at: new Date().toISOString() })
    .execute()
}

export async function deleteFailures(db: Db, { account, network }: Attempt): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('email', '=', account).where('address', '=', network).execute()
}

/** Deletes the failures of these accounts, over all networks. */
export async function deleteAllFailures(db: Db, accounts: string[]): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('email', 'in', inList(db, accounts)).execute()
}

type Failed = { failed_at: string }

/** `failed` is newest first. */
function refuseAfter(most: number, failed: Failed[], { SIGN_IN_WINDOW_MINUTES }: Limits): void {
  const last = failed[most - 1]
  if (!last) return
  const freeAt = Date.parse(last.failed_at) + SIGN_IN_WINDOW_MINUTES * MINUTE_MS
  throw new DomainError('TOO_MANY_REQUESTS', 'Too many failed sign-ins, try again later', {
    retryAfterSeconds: Math.max(1, Math.ceil((freeAt - Date.now()) / 1000)),
  })
}

async function failuresOfPair(db: Db, { account, network }: Attempt, limits: Limits, most: number): Promise<Failed[]> {
  return await failures(db, limits)
    .select('failed_at')
    .where('email', '=', account)
    .where('address', '=', network)
    .orderBy('failed_at', 'desc')
    .limit(most)
    .execute()
}

async function failuresOfAccount(db: Db, { account }: Attempt, limits: Limits, most: number): Promise<Failed[]> {
  return await failures(db, limits)
    .select('failed_at')
    .where('email', '=', account)
    .orderBy('failed_at', 'desc')
    .limit(most)
    .execute()
}

async function failedAccountsOf(db: Db, { network }: Attempt, limits: Limits): Promise<Failed[]> {
  const rows = await failures(db, limits)
    .select(({ fn }) => fn.max('failed_at').as('failed_at'))
    .where('address', '=', network)
    .groupBy('email')
    .execute()
  return rows.toSorted((a, b) => (a.failed_at < b.failed_at ? 1 : -1))
}

const failures = (db: Db, limits: Limits) =>
  db.selectFrom('sign_in_failures').where('failed_at', '>', windowStart(limits))

function windowStart({ SIGN_IN_WINDOW_MINUTES }: Limits): string {
  return timeAgo(SIGN_IN_WINDOW_MINUTES * MINUTE_MS)
}
