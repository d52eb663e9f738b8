import { z } from 'zod'
import { Email, Password, Timestamp, id, string, text } from '../fields.ts'

export const INVITE_HOURS = 24

export const CreateInvite = z.object({ projectId: id('projectId'), email: Email })
export type CreateInvite = z.infer<typeof CreateInvite>

export const InviteLink = z.object({ inviteLink: z.string(), expiresAt: Timestamp }).meta({ id: 'InviteLink' })
export type InviteLink = z.infer<typeof InviteLink>

const token = string('token')
  .min(1, 'Invalid invite link - no token provided')
  .max(255, 'Invalid or expired invite link')

export const ValidateInvite = z.object({ token: token.optional() })
export type ValidateInvite = z.infer<typeof ValidateInvite>

export const Invite = z
  .object({ projectName: z.string(), email: z.string(), expiresAt: Timestamp })
  .meta({ id: 'Invite' })
export type Invite = z.infer<typeof Invite>

/** The service checks `name` and the length of `password`, and only for users without an account. */
export const AcceptInvite = z.object({ token, name: text('Name').nullish(), password: Password })
export type AcceptInvite = z.infer<typeof AcceptInvite>
