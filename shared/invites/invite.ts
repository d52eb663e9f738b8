import { z } from 'zod'
import { Email, Id, Timestamp, id, string } from '../fields.ts'
import { PageInput } from '../page.ts'
import { Person } from '../users/user.ts'

export const INVITE_HOURS = 24

export const CreateInvite = z.object({ projectId: id('projectId'), email: Email })
export type CreateInvite = z.infer<typeof CreateInvite>

export const InviteLink = z
  .object({
    inviteLink: z.string(),
    expiresAt: Timestamp,
    isMailed: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the link is sent by mail, if the server sends mails' }),
  })
  .meta({ id: 'InviteLink' })
export type InviteLink = z.infer<typeof InviteLink>

const NO_TOKEN = 'Invalid invite link - no token provided'

const inviteToken = (token: z.ZodString) => token.min(1, NO_TOKEN).max(255, 'Invalid or expired invite link')

export const InviteToken = inviteToken(string('token'))

export const ValidateInvite = z.object({ token: inviteToken(z.string({ error: NO_TOKEN })) })
export type ValidateInvite = z.infer<typeof ValidateInvite>

export const Invite = z
  .object({ projectName: z.string(), email: z.string(), expiresAt: Timestamp })
  .meta({ id: 'Invite' })
export type Invite = z.infer<typeof Invite>

/** An open invite. `invitedBy` is null for an invite of an earlier version. */
export const PendingInvite = z
  .object({ id: Id, email: z.string(), createdAt: Timestamp, expiresAt: Timestamp, invitedBy: Person.nullable() })
  .meta({ id: 'PendingInvite' })
export type PendingInvite = z.infer<typeof PendingInvite>

export const ListInvites = PageInput.extend({ id: id('id') })
export type ListInvites = z.infer<typeof ListInvites>

export const RevokeInvite = z.object({ id: id('id'), inviteId: id('inviteId') })
export type RevokeInvite = z.infer<typeof RevokeInvite>
