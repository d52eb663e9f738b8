import { z } from 'zod'
import { UsedPasskey } from '../auth/passkey.ts'
import { optionalCode, optionalRecoveryCode, optionalTicket } from '../auth/proof.ts'
import { Password, text } from '../fields.ts'
import { InviteToken } from './invite.ts'

/* In a file of its own, because pages of a project load the schemas of invites. */

/** The service checks `name` and the length of `password`: only users without an account need them. */
export const AcceptInvite = z.object({
  token: InviteToken,
  name: text('Name').nullish(),
  password: Password,
  code: optionalCode,
  recoveryCode: optionalRecoveryCode,
  ticket: optionalTicket,
  passkey: UsedPasskey.nullish(),
})
export type AcceptInvite = z.infer<typeof AcceptInvite>
