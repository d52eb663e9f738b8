import { DomainError } from '#shared/errors.ts'
import { secretHash } from '../auth/secrets.ts'
import type { Actor, MachineActor } from '../authorize.ts'
import type { Context } from '../context.ts'
import { findProjectOfToken, findUserOfToken, type FoundToken, updateLastUse } from './caller.repository.ts'
import { kindOfToken } from './token-text.ts'

/** How old the recorded use of a token may be. */
const USE_MS = 10 * 60_000

/** The caller of an API token. A mistyped one is refused without a query. Throws UNAUTHORIZED. */
export async function identifyToken(ctx: Context, text: string): Promise<Actor> {
  const kind = kindOfToken(text)
  if (kind === null) throw invalid()
  if (kind === 'project') return await identifyProjectToken(ctx, text)
  const found = await findUserOfToken(ctx.db, secretHash(text))
  if (!found) throw invalid()
  noteUse(ctx, found)
  return { kind: 'user', user: found.user, session: null, token: found.grant }
}

async function identifyProjectToken(ctx: Context, text: string): Promise<MachineActor> {
  const found = await findProjectOfToken(ctx.db, secretHash(text))
  if (!found) throw invalid()
  noteUse(ctx, found)
  return { kind: 'machine', projectId: found.projectId, token: found.grant }
}

const invalid = () => new DomainError('UNAUTHORIZED', 'Invalid or expired token')

/** The ids of tokens whose use is being written. */
const writing = new Set<string>()

/** Records the use in the background, at most once in ten minutes. */
function noteUse({ write, log, request }: Context, { grant: { id }, lastUsedAt }: FoundToken): void {
  const before = new Date(Date.now() - USE_MS).toISOString()
  if ((lastUsedAt !== null && lastUsedAt >= before) || writing.has(id)) return
  writing.add(id)
  void write(null, (db) => updateLastUse(db, id, { network: request.network, before }))
    .catch((error: unknown) => log.warn({ err: error, token: id }, 'the use of a token was not recorded'))
    .finally(() => writing.delete(id))
}
