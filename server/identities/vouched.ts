import type { IDToken, UserInfoResponse } from 'openid-client'
import { Email } from '#shared/fields.ts'
import type { Context } from '../context.ts'
import type { OidcProvider } from '../oidc-config.ts'
import { type Flow, redirectUriOf } from './flow.ts'
import { openId } from './providers.ts'

/** What a provider says of a person who signed in there. */
export type Vouched = {
  providerId: string
  issuer: string
  subject: string
  /** The session at the provider, by which it ends ours. */
  providerSession: string | null
  /** In the form of ours; null if there is none, or it is not one. */
  email: string | null
  isVerified: boolean
  name: string | null
  /** Of the person's groups, those that the configuration names. */
  groups: string[]
  /** Whether the person proved a second factor there. */
  hasFactor: boolean
}

/** Checks the answer of a provider (state, issuer, code, PKCE, signature, nonce) and reads it. Throws. */
export async function readAnswer(
  ctx: Context,
  provider: OidcProvider,
  { flow, query }: { flow: Flow; query: string },
): Promise<Vouched> {
  const { configuration } = await ctx.providers.discover(provider)
  const { authorizationCodeGrant, fetchUserInfo } = await openId()
  const answer = new URL(redirectUriOf(ctx, provider))
  answer.search = query
  const tokens = await authorizationCodeGrant(configuration, answer, {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims() as IDToken
  if (claims.sub === '') throw new Error('The ID token has an empty sub, which is nobody')
  const asksMore = configuration.serverMetadata().userinfo_endpoint !== undefined && lacks(provider, claims)
  const info = asksMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : undefined
  return vouchedBy(provider, claims, info)
}

const wantsGroups = ({ adminGroup, members }: OidcProvider) => adminGroup !== undefined || members.length > 0

const lacks = (provider: OidcProvider, claims: IDToken) =>
  claims['email_verified'] === undefined ||
  claims['email'] === undefined ||
  claims['name'] === undefined ||
  (wantsGroups(provider) && claims['groups'] === undefined)

function vouchedBy(provider: OidcProvider, claims: IDToken, info: UserInfoResponse | undefined): Vouched {
  const both = [claims, ...(info ? [info] : [])]
  // An address and its verification come from one place.
  const mail = both.find((each) => each['email'] !== undefined && each['email_verified'] !== undefined) ?? claims
  const first = (name: string) => both.find((each) => each[name] !== undefined)?.[name]
  const sid = claims['sid']
  return {
    providerId: provider.id,
    issuer: claims.iss,
    subject: claims.sub,
    providerSession: typeof sid === 'string' ? sid : null,
    email: Email.safeParse(mail['email']).data ?? null,
    isVerified: mail['email_verified'] === true || mail['email_verified'] === 'true',
    name: textOf(first('name')) ?? textOf(first('preferred_username')),
    groups: namedGroups(provider, textsOf(first('groups'))),
    hasFactor: textsOf(claims['amr']).some((method) => provider.requireAmr.includes(method)),
  }
}

/** Without NUL, which no text of ours has. */
const textOf = (value: unknown) => (typeof value === 'string' && value.replaceAll('\0', '').trim()) || null

const textsOf = (value: unknown) => [value].flat().filter((each) => typeof each === 'string')

function namedGroups({ adminGroup, members }: OidcProvider, groups: string[]): string[] {
  const named = new Set([...members.map(({ group }) => group), ...(adminGroup === undefined ? [] : [adminGroup])])
  return groups.filter((group) => named.has(group))
}
