import { z } from 'zod'

/** For whom a second factor is required. */
const MFA_REQUIRED = ['off', 'admins', 'everyone'] as const
export const MfaRequired = z.enum(MFA_REQUIRED, { error: `mfaRequired may be ${MFA_REQUIRED.join(', ')}` })
export type MfaRequired = z.infer<typeof MfaRequired>
