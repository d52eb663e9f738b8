import { timingSafeEqual } from 'node:crypto'
import { DomainError } from '#shared/errors.ts'
import { seal, unseal } from '../auth/sealed.ts'
import type { Context } from '../context.ts'
import { newId } from '../database/new-id.ts'
import { isLoopback, type OidcProvider } from '../oidc-config.ts'
import { MINUTE_MS, timeIn } from '../times.ts'
import { openId } from './providers.ts'

/*
 * A sign-in that is on its way through a provider. The browser keeps it, sealed, in a cookie: no server has to remember
 * it, and another browser cannot finish it.
 */

const PURPOSE = 'sign-in by another provider'
export const FLOW_MINUTES = 10

/** A user who connects an identity. It ends with the user's tokens. */
export type Connecting = { userId: string; version: number }

export type Flow = {
  id: string
  providerId: string
  state: string
  nonce: string
  verifier: string
  expiresAt: string
  /** The path that the visitor wanted to see. */
  to: string | null
  connecting: Connecting | null
}

/** Sets the cookie and returns the address of the provider. Throws BAD_GATEWAY. */
export async function beginFlow(
  ctx: Context,
  provider: OidcProvider,
  { to = null, connecting = null }: Partial<Pick<Flow, 'to' | 'connecting'>>,
): Promise<string> {
  const redirectUri = redirectUriOf(ctx, provider)
  const { configuration } = await ctx.providers.discover(provider)
  const client = await openId()
  const flow: Flow = {
    id: newId(),
    providerId: provider.id,
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    expiresAt: timeIn(FLOW_MINUTES * MINUTE_MS),
    to,
    connecting,
  }
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopeFor(provider, configuration.serverMetadata().scopes_supported ?? []),
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  })
  ctx.request.setCookie(cookieOf(ctx, seal(ctx.tokens, PURPOSE, JSON.stringify(flow)), FLOW_MINUTES * 60))
  return url.href
}

/** Some providers have a scope of this name, others refuse scopes that they do not know. */
function scopeFor({ adminGroup, members }: OidcProvider, supported: string[]): string {
  const needsGroups = adminGroup !== undefined || members.length > 0
  return `openid email profile${needsGroups && supported.includes('groups') ? ' groups' : ''}`
}

/** The sign-in of this browser; undefined if there is none, or it took too long. */
export function flowOf(ctx: Context): Flow | undefined {
  const name = cookieName(baseOf(ctx))
  const pairs = (ctx.request.cookie ?? '').split(';').map((pair) => pair.trim())
  const sealed = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  const text = sealed === undefined ? null : unseal(ctx.tokens, PURPOSE, sealed)
  const flow = text === null ? undefined : (JSON.parse(text) as Flow)
  return flow && flow.expiresAt > new Date().toISOString() ? flow : undefined
}

export const isSameText = (left: string, right: string) =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))

export function endFlow(ctx: Context): void {
  ctx.request.setCookie(cookieOf(ctx, '', 0))
}

function cookieOf(ctx: Context, value: string, seconds: number): string {
  const base = baseOf(ctx)
  const secure = isTls(base) ? '; Secure' : ''
  return `${cookieName(base)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

/** Browsers accept the prefix over TLS only. */
const cookieName = (base: string) => `${isTls(base) ? '__Host-' : ''}assay-oidc`

const isTls = (base: string) => base.startsWith('https:')

export const redirectUriOf = (ctx: Context, { id }: OidcProvider) => `${baseOf(ctx)}/api/auth/oidc/${id}/callback`

/** Our address for the browser. Without PUBLIC_URL, a caller could give any host as ours. */
export function baseOf({ config, request }: Context): string {
  const base = config.PUBLIC_URL ?? request.baseUrl
  if (config.PUBLIC_URL === undefined && !isLoopback(new URL(base).hostname))
    throw new DomainError('FORBIDDEN', 'The administrator has to set PUBLIC_URL first')
  return base
}
