import { z } from 'zod'
import { UsedPasskey } from '../auth/passkey.ts'
import { optionalCode, optionalRecoveryCode, optionalTicket } from '../auth/proof.ts'
import { Password, text } from '../fields.ts'
import { NAME_MAX } from '../limits.ts'
import { InviteToken } from './invite.ts'

/* In a file of its own, because pages of a project load the schemas of invites. */

/** The service checks `name` and the length of `password`: only users without an account need them. */
export const AcceptInvite = z.object({
  token: InviteToken,
  name: text('Name')
    .nullish()
    .meta({ description: `Only for people without an account, who need one: 1 to ${NAME_MAX} characters` }),
  password: Password.meta({
    description:
      'The password of the account, or for a new one: at least 6 characters, or more by the rules of the server',
  }),
  code: optionalCode,
  recoveryCode: optionalRecoveryCode,
  ticket: optionalTicket,
  passkey: UsedPasskey.nullish(),
})
export type AcceptInvite = z.infer<typeof AcceptInvite>
