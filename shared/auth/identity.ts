import { z } from 'zod'
import { Id, Password, search, Timestamp } from '../fields.ts'
import { ticket } from './factor.ts'

/** A provider by which people may sign in. */
export const Provider = z
  .object({
    id: z.string().meta({ description: 'Begin at `/api/auth/oidc/{id}/start`', examples: ['company'] }),
    name: z.string().meta({ description: 'Its name, for people', examples: ['Company'] }),
  })
  .meta({ id: 'Provider' })
export type Provider = z.infer<typeof Provider>

export const Identity = z
  .object({
    id: Id,
    providerId: z.string().meta({ description: 'The id of the provider' }),
    providerName: z.string().meta({ description: 'The name of the provider; its id, if it is no longer configured' }),
    email: z.string().nullable().meta({ description: 'The address at the provider' }),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable().meta({ description: 'When it last signed in; null if never' }),
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof Identity>

export const ProviderInput = z.object({
  id: search('id').meta({ description: 'The id of the provider', examples: ['company'] }),
})
export type ProviderInput = z.infer<typeof ProviderInput>

export const ConnectionStart = z
  .object({ url: z.string().meta({ description: 'Where the browser goes on, with the cookie of this answer' }) })
  .meta({ id: 'ConnectionStart' })
export type ConnectionStart = z.infer<typeof ConnectionStart>

export const SignInOidc = z.object({
  ticket: ticket.meta({ description: 'From the fragment of `/login#ticket=…`; works for 60 seconds, once' }),
  password: Password.nullish().meta({ description: 'That of the account, when the answer was PASSWORD_NEEDED' }),
})
export type SignInOidc = z.infer<typeof SignInOidc>

export const SignedOut = z
  .object({
    message: z.string(),
    endSessionUrl: z
      .string()
      .optional()
      .meta({ description: 'Where the browser goes on to sign out of the provider, if that is configured' }),
  })
  .meta({ id: 'SignedOut' })
export type SignedOut = z.infer<typeof SignedOut>
