import { z } from 'zod'

/** `spec`: at least 6 characters, nothing else is refused. `strong`: see docs/accounts.md. */
const PASSWORD_POLICIES = ['spec', 'strong'] as const
export const PasswordPolicy = z.enum(PASSWORD_POLICIES, {
  error: `passwordPolicy may be ${PASSWORD_POLICIES.join(' or ')}`,
})
export type PasswordPolicy = z.infer<typeof PasswordPolicy>

export const STRONG_MIN = 15
export const STRONG_MIN_WITH_FACTOR = 8
