import { DomainError } from '#shared/errors.ts'
import { noteLastUse } from '../auth/last-use.ts'
import { secretHash } from '../auth/secrets.ts'
import type { Actor, MachineActor } from '../authorize.ts'
import type { Context } from '../context.ts'
import { sharedLookup } from '../database/shared-lookup.ts'
import { findProjectOfToken, findUserOfToken, type FoundToken, updateLastUse } from './caller.repository.ts'
import { kindOfToken } from './token-text.ts'

const findUser = sharedLookup((hash: string) => hash, findUserOfToken)
const findProject = sharedLookup((hash: string) => hash, findProjectOfToken)

/** The caller of an API token. A mistyped one is refused without a query. Throws UNAUTHORIZED. */
export async function identifyToken(ctx: Context, text: string): Promise<Actor> {
  const kind = kindOfToken(text)
  if (kind === null) throw invalid()
  if (kind === 'project') return await identifyProjectToken(ctx, text)
  const found = await findUser(ctx.db, secretHash(text))
  if (!found) throw invalid()
  noteUse(ctx, found)
  return { kind: 'user', user: found.user, session: null, token: found.grant }
}

async function identifyProjectToken(ctx: Context, text: string): Promise<MachineActor> {
  const found = await findProject(ctx.db, secretHash(text))
  if (!found) throw invalid()
  noteUse(ctx, found)
  return { kind: 'machine', projectId: found.projectId, token: found.grant }
}

const invalid = () => new DomainError('UNAUTHORIZED', 'Invalid or expired token')

function noteUse(ctx: Context, { grant: { id }, lastUsedAt }: FoundToken): void {
  const { network } = ctx.request
  noteLastUse(ctx, { id, lastUsedAt }, (db, before) => updateLastUse(db, id, { network, before }))
}
