import { z } from 'zod'
import { Timestamp } from '../fields.ts'

export const SESSION_DAYS = 7
export const SESSIONS_MAX = 50

/** What a sign-in may ask for. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery-code'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

const SESSION_FACTORS = [...FACTOR_METHODS, 'provider'] as const
export type SessionFactor = (typeof SESSION_FACTORS)[number]

export const Session = z
  .object({
    id: z.string().meta({ description: 'A UUID, except of a sign-in at an earlier version' }),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.meta({ description: 'Recorded every ten minutes at most' }),
    expiresAt: Timestamp.meta({ description: 'When it ends, if nobody ends it before' }),
    network: z.string().meta({ description: 'Where it was last used from' }),
    agent: z.string().nullable().meta({ description: 'The User-Agent of the sign-in' }),
    factor: z.enum(SESSION_FACTORS).nullable().meta({
      description: 'The second factor of the sign-in. `provider`: that of another identity provider',
    }),
    isCurrent: z.boolean().meta({ description: 'Whether this call is made in it' }),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>
