import { DomainError } from '#shared/errors.ts'
import type { UserRow } from '../database/tables.ts'

/** Refuses an unusable account. Call it only after a correct password: the answer reveals the state of the account. */
export function refuseUnusableAccount(user: UserRow): void {
  if (user.is_active === 0) throw new DomainError('FORBIDDEN', 'This account is deactivated')
  refuseExpiredPassword(user)
}

/** Only a new account gets a temporary password: administrators cannot set the password of others. */
export function refuseExpiredPassword({ temp_password_expires_at: expiresAt, is_admin }: UserRow): void {
  if (expiresAt === null || expiresAt > new Date().toISOString()) return
  // Accounts of administrators cannot be deleted.
  const remedy = is_admin === 1 ? 'create another account' : 'delete this account and create it again'
  throw new DomainError('FORBIDDEN', `This temporary password has expired. Ask an administrator to ${remedy}`)
}
