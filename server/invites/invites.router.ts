import { AcceptInvite, CreateInvite, Invite, InviteLink, ValidateInvite } from '#shared/invites/invite.ts'
import { Message } from '#shared/message.ts'
import { anyone, caller, compiled, restUnder, router } from '../trpc.ts'
import { acceptInvite, createInvite, validateInvite } from './invites.service.ts'

const rest = restUnder('Invites')

export const invitesRouter = router({
  create: caller
    .meta(rest('POST /invite/create/{projectId}', 'Make an invite link', { status: 201, refusals: [409] }))
    .input(compiled(CreateInvite))
    .output(compiled(InviteLink))
    .mutation(({ ctx, input }) => createInvite(ctx, input)),
  validate: anyone
    .meta(rest('GET /invite/validate', 'Read what an invite link is for'))
    .input(compiled(ValidateInvite))
    .output(compiled(Invite))
    .query(({ ctx, input }) => validateInvite(ctx, input)),
  accept: anyone
    .meta(rest('POST /invite/accept', 'Accept an invite', { status: 201, refusals: [409, 429] }))
    .input(compiled(AcceptInvite))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => acceptInvite(ctx, input)),
})
