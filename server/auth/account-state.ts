import { DomainError } from '#shared/errors.ts'
import type { UserRow } from '../database/tables.ts'

/** Refuses an account that cannot be used. Call it only after the right password: the answer says what the account is. */
export function refuseUnusableAccount(user: UserRow): void {
  if (user.is_active === 0) throw new DomainError('FORBIDDEN', 'This account is deactivated')
  refuseExpiredPassword(user)
}

/** Only a new account has a new temporary password: administrators cannot set the password of others. */
export function refuseExpiredPassword({ temp_password_expires_at: expiresAt, is_admin }: UserRow): void {
  if (expiresAt === null || expiresAt > new Date().toISOString()) return
  // Accounts of administrators cannot be deleted.
  const remedy = is_admin === 1 ? 'create another account' : 'delete this account and create it again'
  throw new DomainError('FORBIDDEN', `This temporary password has expired. Ask an administrator to ${remedy}`)
}
