import { DomainError } from '#shared/errors.ts'
import type { Actor } from '../authorize.ts'
import type { Context } from '../context.ts'
import { findUserOfSession } from '../auth/sessions.repository.ts'
import { secretsAreEqual } from '../auth/secrets.ts'
import { findProjectSecret } from '../projects/projects.repository.ts'

/** Finds the caller that the Authorization header names. Throws UNAUTHORIZED when it names none. */
export async function identify(ctx: Context): Promise<Actor> {
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S+) *$/.exec(ctx.request.authorization ?? '') ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return await identifyUser(ctx, credentials)
    case 'basic':
      return await identifyMachine(ctx, credentials)
    default:
      throw new DomainError('UNAUTHORIZED', 'Sign in first')
  }
}

async function identifyUser({ db, tokens }: Context, token: string): Promise<Actor> {
  const claims = tokens.verify(token)
  const user = claims && (await findUserOfSession(db, { userId: claims.userId, sessionId: claims.session.id }))
  if (!user || user.is_active === 0 || user.token_version !== claims.tokenVersion)
    throw new DomainError('UNAUTHORIZED', 'Invalid or expired token')
  return { kind: 'user', user, session: claims.session }
}

async function identifyMachine({ db }: Context, credentials: string): Promise<Actor> {
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const projectId = text.slice(0, colon)
  const secret = await findProjectSecret(db, projectId)
  if (colon < 0 || secret === undefined || !secretsAreEqual(secret, text.slice(colon + 1)))
    throw new DomainError('UNAUTHORIZED', 'Invalid project credentials')
  return { kind: 'machine', projectId }
}
