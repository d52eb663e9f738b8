import { z } from 'zod'
import { search } from '../fields.ts'

/* What proves a second factor. In a file of its own, because the browser loads the rest of them for no form. */

export const optionalCode = search('code').nullish().meta({ description: 'The 6 digits of an authenticator app' })
export const optionalTicket = z
  .string({ error: 'ticket must be text' })
  .max(10_000, 'This ticket is not valid')
  .nullish()
  .meta({ description: 'The ticket of the call before, with a passkey' })
export const optionalRecoveryCode = search('recoveryCode')
  .nullish()
  .meta({ description: 'One of the recovery codes. Each works once' })
