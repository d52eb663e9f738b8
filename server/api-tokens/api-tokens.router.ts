import {
  AnyApiToken,
  ApiToken,
  CreatePersonalToken,
  CreateProjectToken,
  CurrentToken,
  ListProjectTokens,
  NewApiToken,
  ProjectTokenInput,
  RotateProjectToken,
  RotateToken,
} from '#shared/api-tokens/api-token.ts'
import { IdInput } from '#shared/fields.ts'
import { Message } from '#shared/message.ts'
import { PageInput } from '#shared/page.ts'
import { sendPage } from '../context.ts'
import { admin, anyCaller, caller, compiled, restUnder, router, signedIn } from '../trpc.ts'
import {
  createMyToken,
  createProjectToken,
  currentToken,
  listEveryToken,
  listMyTokens,
  listProjectTokens,
  revokeAnyToken,
  revokeMyToken,
  revokeProjectToken,
  rotateMyToken,
  rotateProjectToken,
} from './api-tokens.service.ts'

const rest = restUnder('API tokens')

export const apiTokensRouter = router({
  current: anyCaller
    .meta(rest('GET /auth/token', 'Read the API token of this call', { refusals: [404] }))
    .output(compiled(CurrentToken))
    .query(({ ctx }) => currentToken(ctx)),
  listMine: signedIn
    .meta(rest('GET /auth/tokens', 'List my tokens'))
    .input(compiled(PageInput))
    .output(compiled(ApiToken.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listMyTokens(ctx, input))),
  createMine: signedIn
    .meta(rest('POST /auth/tokens', 'Create a token that acts as me', { status: 201, refusals: [404] }))
    .input(compiled(CreatePersonalToken))
    .output(compiled(NewApiToken))
    .mutation(({ ctx, input }) => createMyToken(ctx, input)),
  rotateMine: signedIn
    .meta(rest('POST /auth/tokens/{id}/rotate', 'Replace one of my tokens by a new one'))
    .input(compiled(RotateToken))
    .output(compiled(NewApiToken))
    .mutation(({ ctx, input }) => rotateMyToken(ctx, input)),
  revokeMine: signedIn
    .meta(rest('DELETE /auth/tokens/{id}', 'Revoke one of my tokens'))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => revokeMyToken(ctx, input)),
  list: caller('manage')
    .meta(rest('GET /projects/{id}/tokens', 'List the tokens of a project'))
    .input(compiled(ListProjectTokens))
    .output(compiled(ApiToken.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listProjectTokens(ctx, input))),
  create: caller('manage')
    .meta(rest('POST /projects/{id}/tokens', 'Create a token of a project', { status: 201 }))
    .input(compiled(CreateProjectToken))
    .output(compiled(NewApiToken))
    .mutation(({ ctx, input }) => createProjectToken(ctx, input)),
  rotate: caller('manage')
    .meta(rest('POST /projects/{id}/tokens/{tokenId}/rotate', 'Replace a token of a project by a new one'))
    .input(compiled(RotateProjectToken))
    .output(compiled(NewApiToken))
    .mutation(({ ctx, input }) => rotateProjectToken(ctx, input)),
  revoke: caller('manage')
    .meta(rest('DELETE /projects/{id}/tokens/{tokenId}', 'Revoke a token of a project'))
    .input(compiled(ProjectTokenInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => revokeProjectToken(ctx, input)),
  listAll: admin
    .meta(rest('GET /admin/tokens', 'List the tokens of all people and projects'))
    .input(compiled(PageInput))
    .output(compiled(AnyApiToken.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listEveryToken(ctx, input))),
  revokeAny: admin
    .meta(rest('DELETE /admin/tokens/{id}', 'Revoke any token'))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => revokeAnyToken(ctx, input)),
})
