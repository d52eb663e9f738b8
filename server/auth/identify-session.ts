import { DomainError } from '#shared/errors.ts'
import type { SessionActor } from '../authorize.ts'
import type { Context } from '../context.ts'
import { sharedLookup } from '../database/shared-lookup.ts'
import { noteLastUse } from './last-use.ts'
import { findSession, hasIdled, updateLastUse } from './sessions.repository.ts'
import type { Claims } from './tokens.ts'

const findShared = sharedLookup((claims: Claims) => Object.values(claims).join(' '), findSession)

/** The user of an access token. Throws UNAUTHORIZED. */
export async function identifySession(ctx: Context, token: string): Promise<SessionActor> {
  const claims = ctx.tokens.verify(token)
  const found = claims && (await findShared(ctx.db, claims))
  if (!found || found.user.is_active === 0 || hasIdled(ctx.config, found.lastUsedAt))
    throw new DomainError('UNAUTHORIZED', 'Invalid or expired token')
  const { user, session, lastUsedAt } = found
  if (lastUsedAt !== null) {
    const { network } = ctx.request
    noteLastUse(ctx, { id: session.id, lastUsedAt }, (db, before) => updateLastUse(db, session, { network, before }))
  }
  return { kind: 'user', user, session }
}
