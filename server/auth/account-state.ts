import { DomainError } from '#shared/errors.ts'
import type { UserActor } from '../authorize.ts'
import type { UserRow } from '../database/tables.ts'

/** Refuses an unusable account. Call it only after a correct password: the answer reveals the state of the account. */
export function refuseUnusableAccount(user: UserRow): void {
  if (user.is_active === 0) throw new DomainError('FORBIDDEN', 'This account is deactivated')
  refuseExpiredPassword(user)
}

/** Refuses a temporary password that was not replaced in time. Throws FORBIDDEN. */
export function refuseExpiredPassword({ temp_password_expires_at: expiresAt }: UserRow): void {
  if (expiresAt === null || expiresAt > new Date().toISOString()) return
  throw new DomainError('FORBIDDEN', 'This temporary password has expired. Ask an administrator for another one')
}

/**
 * Refuses what administrators do to others if it is about their own account: without the proofs that the profile asks
 * for, whoever has only their token would reach everything. Throws FORBIDDEN.
 */
export function refuseOwnAccount({ user }: UserActor, id: string, act: string): void {
  if (user.id === id) throw new DomainError('FORBIDDEN', `${act} in your profile`)
}
