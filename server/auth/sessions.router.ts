import { Session } from '#shared/auth/session.ts'
import { IdInput } from '#shared/fields.ts'
import { Message } from '#shared/message.ts'
import { PageInput } from '#shared/page.ts'
import { sendPage } from '../context.ts'
import { admin, compiled, restUnder, router, signedIn } from '../trpc.ts'
import { endMyOtherSessions, endMySession, listMySessions, signOutUser } from './sessions.service.ts'

const rest = restUnder('Auth')

export const sessionsRouter = router({
  list: signedIn
    .meta(rest('GET /auth/sessions', 'List my sessions'))
    .input(compiled(PageInput))
    .output(compiled(Session.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listMySessions(ctx, input))),
  end: signedIn
    .meta(rest('DELETE /auth/sessions/{id}', 'End one of my sessions'))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => endMySession(ctx, input)),
  endOthers: signedIn
    .meta(rest('DELETE /auth/sessions', 'End all of my sessions but this one'))
    .output(compiled(Message))
    .mutation(({ ctx }) => endMyOtherSessions(ctx)),
  signOutUser: admin
    .meta(rest('POST /admin/users/{id}/sign-out', 'End all sessions of a user'))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => signOutUser(ctx, input)),
})
