import type { JWTVerifyGetKey } from 'jose'
import type { ClientAuth, Configuration } from 'openid-client'
import { DomainError, notFound } from '#shared/errors.ts'
import type { Provider } from '#shared/auth/identity.ts'
import { PROVIDER_DOWN } from '#shared/auth/refusals.ts'
import type { OidcProvider } from '../oidc-config.ts'
import { HOUR_MS } from '../times.ts'

const TIMEOUT_SECONDS = 10
const KEPT_MS = HOUR_MS
export const CLOCK_TOLERANCE_SECONDS = 30

/** Loaded with the first sign-in through a provider. */
export const openId = () => import('openid-client')

type OpenId = Awaited<ReturnType<typeof openId>>

/** What a provider publishes, and its keys. */
type Discovered = { configuration: Configuration; issuer: string; keys: JWTVerifyGetKey }
type Kept = { at: number; discovered: Promise<Discovered> }

/**
 * The configured providers. What they publish is read when it is first needed, and again after an hour, so that one that
 * does not answer stops only its own sign-ins.
 */
export class Providers {
  readonly #all: readonly OidcProvider[]
  readonly #kept = new Map<string, Kept>()

  constructor(all: readonly OidcProvider[]) {
    this.#all = all
  }

  list(): Provider[] {
    return this.#all.map(({ id, name }) => ({ id, name }))
  }

  /** Throws NOT_FOUND. */
  get(id: string): OidcProvider {
    const found = this.find(id)
    if (!found) throw notFound('Provider')
    return found
  }

  find(id: string): OidcProvider | undefined {
    return this.#all.find((provider) => provider.id === id)
  }

  /** Throws BAD_GATEWAY while the provider does not answer and never did. */
  async discover(provider: OidcProvider): Promise<Discovered> {
    const before = this.#kept.get(provider.id)
    if (before && before.at > Date.now() - KEPT_MS) return await before.discovered
    const kept = { at: Date.now(), discovered: readPublished(provider).catch(() => before?.discovered ?? down()) }
    this.#kept.set(provider.id, kept)
    return await kept.discovered.catch((error: unknown) => {
      if (this.#kept.get(provider.id) === kept) this.#kept.delete(provider.id)
      throw error
    })
  }
}

function down(): never {
  throw new DomainError('BAD_GATEWAY', PROVIDER_DOWN)
}

/** Redirects are not followed. The address comes from the operator, so it may be an inner one. */
async function readPublished({ issuer, clientId, clientSecret }: OidcProvider): Promise<Discovered> {
  const client = await openId()
  const isPlain = new URL(issuer).protocol === 'http:'
  const configuration = await client.discovery(
    new URL(issuer),
    clientId,
    { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authBy(client, clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    },
  )
  const { jwks_uri: keys, issuer: published } = configuration.serverMetadata()
  if (keys === undefined) return down()
  const { createRemoteJWKSet } = await import('jose')
  const timeoutDuration = TIMEOUT_SECONDS * 1000
  return { configuration, issuer: published, keys: createRemoteJWKSet(new URL(keys), { timeoutDuration }) }
}

/** HTTP Basic is what the standard presumes where a provider does not say. */
function authBy({ ClientSecretBasic, ClientSecretPost }: OpenId, secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...request) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (known.includes('client_secret_basic') ? basic : post)(server, ...request)
  }
}
