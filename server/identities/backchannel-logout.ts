import type { JWTPayload } from 'jose'
import { DomainError } from '#shared/errors.ts'
import { audit } from '../audit/audit.ts'
import { secretHash } from '../auth/secrets.ts'
import { endSessionsOf } from '../auth/sessions.repository.ts'
import { useTicket } from '../auth/tickets.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/databases.ts'
import type { OidcProvider } from '../oidc-config.ts'
import { timeIn } from '../times.ts'
import { findIdentitiesOfSession, findIdentity, type IdentityRow } from './identities.repository.ts'
import { CLOCK_TOLERANCE_SECONDS } from './providers.ts'

/* OpenID Connect Back-Channel Logout 1.0. */

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const AGE_MAX_SECONDS = 600

const refused = () => new DomainError('BAD_REQUEST', 'Invalid logout token')

/** Ends the sessions that a provider ended. Throws BAD_REQUEST for any other token than one of its own, sent once. */
export async function endByProvider(ctx: Context, provider: OidcProvider, token: string): Promise<void> {
  const claims = await readToken(ctx, provider, token)
  const expiresAt = timeIn((AGE_MAX_SECONDS + CLOCK_TOLERANCE_SECONDS) * 1000)
  await ctx.write('users', async (db) => {
    await useTicket(db, { id: secretHash(`logout ${claims.iss} ${claims.jti}`), expiresAt }, refused())
    for (const identity of await identitiesOf(db, claims)) {
      const ended = await endSessionsOf(db, identity, claims.sid)
      const after = { provider: provider.id, ended }
      if (ended > 0) await audit(db, ctx, { action: 'sessions.ended', target: identity.user_id, after })
    }
  })
}

type Claims = { iss: string; jti: string; sub: string | null; sid: string | null }

async function readToken(ctx: Context, provider: OidcProvider, token: string): Promise<Claims> {
  const { issuer, keys } = await ctx.providers.discover(provider)
  const { jwtVerify } = await import('jose')
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: provider.clientId,
    requiredClaims: ['iat', 'jti', 'events'],
    maxTokenAge: AGE_MAX_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  }).catch((error: unknown) => {
    ctx.log.warn({ err: error, provider: provider.id }, 'a logout token was refused')
    throw refused()
  })
  const { sub = null, sid = null, iss, jti, nonce } = payload
  if (!hasEvent(payload) || nonce !== undefined || (sub ?? sid) === null) throw refused()
  if (sid !== null && typeof sid !== 'string') throw refused()
  return { iss: iss as string, jti: jti as string, sub, sid }
}

function hasEvent({ events }: JWTPayload): boolean {
  const event = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[EVENT] : undefined
  return typeof event === 'object' && event !== null
}

async function identitiesOf(db: Db, { iss: issuer, sub: subject, sid }: Claims): Promise<IdentityRow[]> {
  if (subject === null) return await findIdentitiesOfSession(db, issuer, sid as string)
  const identity = await findIdentity(db, { issuer, subject })
  return identity ? [identity] : []
}
