import { z } from 'zod'

/** `spec`: at least 6 characters, nothing else is refused. `strong`: see docs/accounts.md. */
const PASSWORD_POLICIES = ['spec', 'strong'] as const
/** In the OpenAPI document. */
export const PASSWORD_RULES =
  'The rules for new passwords: `spec` asks for 6 characters; `strong` for 15, or 8 with a second factor, and refuses ' +
  'common ones'

export const PasswordPolicy = z.enum(PASSWORD_POLICIES, {
  error: `passwordPolicy may be ${PASSWORD_POLICIES.join(' or ')}`,
})
export type PasswordPolicy = z.infer<typeof PasswordPolicy>

export const STRONG_MIN = 15
export const STRONG_MIN_WITH_FACTOR = 8
