import {
  type AnyApiToken,
  type ApiToken,
  type CreatePersonalToken,
  type CreateProjectToken,
  type CurrentToken,
  type ListProjectTokens,
  type NewApiToken,
  type ProjectTokenInput,
  type RotateProjectToken,
  type RotateToken,
  TOKEN_DAYS,
  TOKENS_OF_PROJECT_MAX,
  TOKENS_OF_USER_MAX,
} from '#shared/api-tokens/api-token.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import type { PageInput } from '#shared/page.ts'
import type { Verb } from '#shared/permissions.ts'
import { audit } from '../audit/audit.ts'
import { secretHash } from '../auth/secrets.ts'
import { actorUserId } from '../authorize.ts'
import type { ActorContext, Context, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { once } from '../http/idempotency.ts'
import { offsetPage, type Page, rowsToRead, totalOf } from '../http/paging.ts'
import { findProject, listProjectIdsOfUser } from '../projects/projects.repository.ts'
import { HOUR_MS, timeIn } from '../times.ts'
import {
  countTokens,
  findToken,
  insertToken,
  listAllTokens,
  listTokens,
  ofProject,
  replaceHash,
  revokeToken,
  toApiToken,
  type TokenOwner,
} from './api-tokens.repository.ts'
import { newTokenText, type TokenKind } from './token-text.ts'

/** The API token with which the call is made. */
export function currentToken({ actor }: ActorContext): CurrentToken {
  const { token } = actor
  if (!token) throw notFound('API token')
  const { name, verbs, expiresAt } = token
  const isProject = actor.kind === 'machine'
  return {
    kind: isProject ? 'project' : 'personal',
    name,
    verbs: [...verbs],
    projectId: isProject ? actor.projectId : null,
    expiresAt,
  }
}

const ownTokens = ({ actor }: UserContext): TokenOwner => ({ user_id: actor.user.id })

export async function listMyTokens(ctx: UserContext, part: PageInput): Promise<Page<ApiToken>> {
  return await pageOf(ctx.db, ownTokens(ctx), part)
}

export async function createMyToken(ctx: UserContext, input: CreatePersonalToken): Promise<NewApiToken> {
  const projectIds = input.projectIds ? [...new Set(input.projectIds)] : null
  return await ctx.write('users', async (db) => {
    const mine = await listProjectIdsOfUser(db, { userId: ctx.actor.user.id, projectIds: null })
    if (projectIds?.some((id) => !mine.includes(id))) throw notFound('Project')
    return await once(db, ctx, ['token', input], () => create(db, ctx, ownTokens(ctx), { ...input, projectIds }), {
      isSecret: true,
    })
  })
}

export async function rotateMyToken(ctx: UserContext, input: RotateToken): Promise<NewApiToken> {
  return await ctx.write('users', async (db) => await rotate(db, ctx, ownTokens(ctx), input))
}

export async function revokeMyToken(ctx: UserContext, { id }: IdInput): Promise<Message> {
  return await ctx.write('users', async (db) => await revoke(db, ctx, id, ownTokens(ctx)))
}

export async function listProjectTokens(
  { db, actor }: ActorContext,
  { id, ...part }: ListProjectTokens,
): Promise<Page<ApiToken>> {
  return await pageOf(db, ofProject(await findProject(db, actor, id, 'token.manage')), part)
}

export async function createProjectToken(ctx: ActorContext, input: CreateProjectToken): Promise<NewApiToken> {
  return await ctx.write({ project: input.id }, async (db) => {
    const owner = ofProject(await findProject(db, ctx.actor, input.id, 'token.manage'))
    const work = () => create(db, ctx, owner, { ...input, projectIds: null })
    return await once(db, ctx, ['project token', input], work, { isSecret: true })
  })
}

export async function rotateProjectToken(
  ctx: ActorContext,
  { id, tokenId, keepOldForHours }: RotateProjectToken,
): Promise<NewApiToken> {
  return await ctx.write({ project: id }, async (db) => {
    const owner = ofProject(await findProject(db, ctx.actor, id, 'token.manage'))
    return await rotate(db, ctx, owner, { id: tokenId, keepOldForHours })
  })
}

export async function revokeProjectToken(ctx: ActorContext, { id, tokenId }: ProjectTokenInput): Promise<Message> {
  return await ctx.write({ project: id }, async (db) => {
    return await revoke(db, ctx, tokenId, ofProject(await findProject(db, ctx.actor, id, 'token.manage')))
  })
}

/** All tokens that work, for administrators. */
export async function listEveryToken({ db }: Context, part: PageInput): Promise<Page<AnyApiToken>> {
  const rows = await listAllTokens(db, { ...part, limit: rowsToRead(part.limit) })
  return offsetPage(rows, part, await totalOf(rows, part, () => countTokens(db)))
}

export async function revokeAnyToken(ctx: ActorContext, { id }: IdInput): Promise<Message> {
  return await ctx.write('users', async (db) => await revoke(db, ctx, id))
}

async function pageOf(db: Db, owner: TokenOwner, part: PageInput): Promise<Page<ApiToken>> {
  const rows = await listTokens(db, owner, { ...part, limit: rowsToRead(part.limit) })
  return offsetPage(rows, part, await totalOf(rows, part, () => countTokens(db, owner)))
}

type NewToken = {
  name: string
  verbs: readonly Verb[]
  projectIds: string[] | null
  expiresInDays?: number | undefined
}

async function create(db: Db, ctx: ActorContext, owner: TokenOwner, input: NewToken): Promise<NewApiToken> {
  const [kind, most]: [TokenKind, number] =
    'user_id' in owner ? ['personal', TOKENS_OF_USER_MAX] : ['project', TOKENS_OF_PROJECT_MAX]
  if ((await countTokens(db, owner)) >= most)
    throw new DomainError('CONFLICT', `There are ${most} tokens already. Revoke one first`)
  const { name, expiresInDays: lifetime_days = TOKEN_DAYS, projectIds } = input
  const verbs = [...new Set(input.verbs)]
  const { token, ...stored } = newToken(kind)
  // Only people create tokens.
  const created_by = actorUserId(ctx.actor) as string
  const id = await insertToken(db, { ...stored, kind, owner, name, verbs, projectIds, lifetime_days, created_by })
  const projectId = 'project_id' in owner ? owner.project_id : null
  await audit(db, ctx, { action: 'token.created', projectId, target: id, after: { name, verbs, lifetime_days } })
  return { ...(await readToken(db, id)), token }
}

function newToken(kind: TokenKind) {
  const token = newTokenText(kind)
  return { token, hash: secretHash(token), hint: token.slice(-4) }
}

async function rotate(
  db: Db,
  ctx: ActorContext,
  owner: TokenOwner,
  { id, keepOldForHours }: RotateToken,
): Promise<NewApiToken> {
  const row = await findToken(db, id, owner)
  if (!row) throw notFound('API token')
  const { token, ...stored } = newToken(row.kind)
  const keepOldUntil = keepOldForHours ? timeIn(keepOldForHours * HOUR_MS) : null
  await replaceHash(db, row, { ...stored, keepOldUntil })
  await audit(db, ctx, { action: 'token.rotated', projectId: row.project_id, target: id })
  return { ...(await readToken(db, id)), token }
}

async function revoke(db: Db, ctx: ActorContext, id: string, owner?: TokenOwner): Promise<Message> {
  const row = await findToken(db, id, owner)
  if (!row) throw notFound('API token')
  await revokeToken(db, row)
  await audit(db, ctx, { action: 'token.revoked', projectId: row.project_id, target: id, before: { name: row.name } })
  return { message: 'Token revoked' }
}

async function readToken(db: Db, id: string): Promise<ApiToken> {
  const row = await findToken(db, id)
  if (!row) throw notFound('API token')
  return toApiToken(row)
}
