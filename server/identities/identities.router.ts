import { ConnectionStart, Identity, Provider, ProviderInput } from '#shared/auth/identity.ts'
import { IdInput } from '#shared/fields.ts'
import { Message } from '#shared/message.ts'
import { anyone, compiled, restUnder, router, signedIn } from '../trpc.ts'
import { disconnect, listMyIdentities, startConnection } from './identities.service.ts'

const rest = restUnder('Auth')

export const identitiesRouter = router({
  providers: anyone
    .meta(rest('GET /auth/providers', 'List the providers by which people may sign in'))
    .output(compiled(Provider.array()))
    .query(({ ctx }) => ctx.providers.list()),
  list: signedIn
    .meta(rest('GET /auth/identities', 'List my identities at other providers'))
    .output(compiled(Identity.array()))
    .query(({ ctx }) => listMyIdentities(ctx)),
  connect: signedIn
    .meta(rest('POST /auth/identities/{id}/start', 'Begin to connect an identity at a provider'))
    .input(compiled(ProviderInput))
    .output(compiled(ConnectionStart))
    .mutation(({ ctx, input }) => startConnection(ctx, input)),
  disconnect: signedIn
    .meta(rest('DELETE /auth/identities/{id}', 'Disconnect one of my identities', { refusals: [409] }))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => disconnect(ctx, input)),
})
