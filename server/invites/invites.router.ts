import { AcceptInvite } from '#shared/invites/accept-invite.ts'
import {
  CreateInvite,
  Invite,
  InviteLink,
  ListInvites,
  PendingInvite,
  RevokeInvite,
  ValidateInvite,
} from '#shared/invites/invite.ts'
import { Message } from '#shared/message.ts'
import { sendPage } from '../context.ts'
import { anyone, anyoneWithPassword, caller, compiled, restUnder, router } from '../trpc.ts'
import { acceptInvite, createInvite, listInvites, revokeInvite, validateInvite } from './invites.service.ts'

const rest = restUnder('Invites')

export const invitesRouter = router({
  create: caller('manage')
    .meta(rest('POST /invite/create/{projectId}', 'Create an invite link', { status: 201 }))
    .input(compiled(CreateInvite))
    .output(compiled(InviteLink))
    .mutation(({ ctx, input }) => createInvite(ctx, input)),
  list: caller('manage')
    .meta(rest('GET /projects/{id}/invites', 'List the pending invites of a project'))
    .input(compiled(ListInvites))
    .output(compiled(PendingInvite.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listInvites(ctx, input))),
  revoke: caller('manage')
    .meta(rest('DELETE /projects/{id}/invites/{inviteId}', 'Revoke a pending invite'))
    .input(compiled(RevokeInvite))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => revokeInvite(ctx, input)),
  validate: anyone
    .meta(rest('GET /invite/validate', 'Read what an invite link is for'))
    .input(compiled(ValidateInvite))
    .output(compiled(Invite))
    .query(({ ctx, input }) => validateInvite(ctx, input)),
  accept: anyoneWithPassword
    .meta(
      rest('POST /invite/accept', 'Accept an invite', { status: 201, refusals: [403, 429], takesSecondFactor: true }),
    )
    .input(compiled(AcceptInvite))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => acceptInvite(ctx, input)),
})
