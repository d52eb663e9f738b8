import { AcceptInvite, CreateInvite, Invite, InviteLink, ValidateInvite } from '#shared/invites/invite.ts'
import { Message } from '#shared/message.ts'
import { anyone, caller, compiled, router } from '../trpc.ts'
import { acceptInvite, createInvite, validateInvite } from './invites.service.ts'

const tags = ['Invites']

export const invitesRouter = router({
  create: caller
    .meta({
      openapi: { method: 'POST', path: '/invite/create/{projectId}', tags, summary: 'Make an invite link' },
      status: 201,
      refusals: [409],
    })
    .input(compiled(CreateInvite))
    .output(compiled(InviteLink))
    .mutation(({ ctx, input }) => createInvite(ctx, input)),
  validate: anyone
    .meta({ openapi: { method: 'GET', path: '/invite/validate', tags, summary: 'Read what an invite link is for' } })
    .input(compiled(ValidateInvite))
    .output(compiled(Invite))
    .query(({ ctx, input }) => validateInvite(ctx, input)),
  accept: anyone
    .meta({
      openapi: { method: 'POST', path: '/invite/accept', tags, summary: 'Accept an invite' },
      status: 201,
      refusals: [409, 429],
    })
    .input(compiled(AcceptInvite))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => acceptInvite(ctx, input)),
})
