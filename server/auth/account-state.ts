import { DomainError } from '#shared/errors.ts'
import type { UserRow } from '../database/tables.ts'

/** Refuses an account that cannot be used. Call it only after the right password: the answer says what the account is. */
export function refuseUnusableAccount(user: UserRow): void {
  if (user.is_active === 0) throw new DomainError('FORBIDDEN', 'This account is deactivated')
  refuseExpiredPassword(user)
}

/** Administrators cannot set a password, so that a new account is the way to a new temporary password. */
export function refuseExpiredPassword({ temp_password_expires_at: expiresAt }: UserRow): void {
  if (expiresAt === null || expiresAt > new Date().toISOString()) return
  throw new DomainError(
    'FORBIDDEN',
    'This temporary password has expired. Ask an administrator to delete this account and create it again',
  )
}
