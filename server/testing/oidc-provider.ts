import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPairSync, sign } from 'node:crypto'
import { type Configuration, Provider } from 'oidc-provider'
import type { OidcProvider } from '../oidc-config.ts'
import { newSecret } from '../auth/secrets.ts'

/* A certified provider on a port of its own. Whoever comes is signed in as `provider.person`, without a form. */

export type PersonAtProvider = {
  sub: string
  email: string
  email_verified: boolean
  name: string
  groups: string[]
  amr: string[]
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What is wrong with the ID tokens of a provider. */
export type Forgery = { alg?: 'none'; isOfOtherKey?: boolean; claims?: object }

type Issued = { access_token: string; id_token: string }

type Interaction = {
  prompt: { name: string }
  params: { client_id: string; scope: string }
  session?: { accountId: string }
}

export class TestProvider {
  readonly issuer: string
  /** Who signs in next; null cancels. */
  person: PersonAtProvider | null = null
  /** The last one that it sent. */
  logoutToken: string | null = null
  /** What is wrong with the next ones that it issues. */
  forgery: Forgery | null = null
  /** The last tokens that it issued. */
  issued: Issued | null = null
  readonly #key = newKey()
  readonly #otherKey = newKey()
  readonly #people = new Map<string, PersonAtProvider>()
  readonly #close: () => Promise<void>
  #answer: RequestListener = (_req, res) => void res.writeHead(503).end()
  readonly #secret = newSecret()

  constructor(port: number, close: () => Promise<void>) {
    this.issuer = `http://127.0.0.1:${port}`
    this.#close = close
  }

  static async start(): Promise<TestProvider> {
    const server = createServer((req, res) => provider.#answer(req, res))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const provider = new TestProvider((server.address() as AddressInfo).port, async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    return provider
  }

  close = () => this.#close()

  /** The configuration of Assay for this provider. */
  configured(change: Partial<OidcProvider> = {}): OidcProvider {
    return {
      id: 'company',
      name: 'Company',
      issuer: this.issuer,
      clientId: 'assay',
      clientSecret: this.#secret,
      domains: [],
      provision: false,
      trustEmail: false,
      adminGroup: undefined,
      members: [],
      requireAmr: [],
      rpLogout: false,
      ...change,
    }
  }

  /** Begins to serve an Assay at this address, by each of these ids of providers. */
  serve(url: string, ids: string[] = ['company']): void {
    const provider = new Provider(this.issuer, this.#configuration(url, ids))
    // What is sent afterwards.
    provider.on('grant.success', (ctx) => {
      const issued = ctx.body as Issued
      if (this.forgery) issued.id_token = this.forged(issued.id_token, this.forgery)
      this.issued = { ...issued }
    })
    const callback = provider.callback()
    this.#answer = (req, res) => {
      const interaction = /^\/interaction\//.test(req.url ?? '')
      const answered = interaction ? this.#interact(provider, req, res) : callback(req, res)
      answered.catch((error: unknown) => res.writeHead(500).end(String(error)))
    }
  }

  /** A token of this provider with other claims; undefined leaves one out. */
  forged(token: string, { alg, isOfOtherKey, claims }: Forgery): string {
    const [header, payload] = token
      .split('.')
      .slice(0, 2)
      .map((text) => JSON.parse(String(Buffer.from(text, 'base64url'))) as object)
    const signed = `${part({ ...header, ...(alg && { alg }) })}.${part({ ...payload, ...claims })}`
    if (alg) return `${signed}.`
    const signature = sign('RSA-SHA256', Buffer.from(signed), isOfOtherKey ? this.#otherKey : this.#key)
    return `${signed}.${signature.toString('base64url')}`
  }

  /** Answers nothing more, as a provider that is down. */
  stopServing(): void {
    this.#answer = (_req, res) => void res.writeHead(503).end()
  }

  async #interact(provider: Provider, ...[req, res]: Parameters<RequestListener>): Promise<void> {
    const details = (await provider.interactionDetails(req, res)) as unknown as Interaction
    if (!this.person) return await provider.interactionFinished(req, res, { error: 'access_denied' })
    if (details.prompt.name === 'login') {
      const { sub: accountId, amr } = this.person
      return await provider.interactionFinished(req, res, { login: { accountId, amr } })
    }
    const grant = new provider.Grant({
      accountId: details.session?.accountId ?? '',
      clientId: details.params.client_id,
    })
    grant.addOIDCScope(details.params.scope)
    await provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } })
  }

  /** Makes somebody known, who signs in next. */
  signsIn(person: Partial<PersonAtProvider> & Pick<PersonAtProvider, 'sub'>): PersonAtProvider {
    const { sub } = person
    const full = { email: `${sub}@example.com`, email_verified: true, name: sub, groups: [], amr: ['pwd'], ...person }
    this.#people.set(sub, full)
    this.person = full
    return full
  }

  #configuration(url: string, ids: string[]): Configuration {
    return {
      clients: [
        {
          client_id: 'assay',
          client_secret: this.#secret,
          redirect_uris: ids.map((id) => `${url}/api/auth/oidc/${id}/callback`),
          post_logout_redirect_uris: [`${url}/login`],
          backchannel_logout_uri: `${url}/api/auth/oidc/${ids[0]}/backchannel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [{ ...this.#key.export({ format: 'jwk' }), kid: 'first', use: 'sig', alg: 'RS256' }] },
      cookies: { keys: [newSecret()] },
      claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      findAccount: (_ctx, accountId) => ({
        accountId,
        claims: () => ({ ...(this.#people.get(accountId) as PersonAtProvider), sub: accountId }),
      }),
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        // The form of the real one needs a script.
        rpInitiatedLogout: { enabled: true, logoutSource: (ctx, form) => void (ctx.body = form) },
      },
      // Without the guard against inner addresses, on which Assay is in tests.
      fetch: async (address, options) => {
        if (options?.body instanceof URLSearchParams) this.logoutToken = options.body.get('logout_token')
        return await globalThis.fetch(address, { ...options, dispatcher: undefined } as object)
      },
      renderError: (ctx, out) => void (ctx.body = JSON.stringify(out)),
      ttl: { Session: 600, Grant: 600, Interaction: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    }
  }
}
