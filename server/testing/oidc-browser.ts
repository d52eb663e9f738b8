import type { Answer, TestServer } from './server.ts'

/** Follows redirects and keeps cookies, by origin, as a browser does on its way through a provider. */
export class OidcBrowser {
  readonly #server: TestServer
  readonly #jars = new Map<string, Map<string, string>>()

  constructor(server: TestServer) {
    this.#server = server
  }

  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const jar = this.#jar(address)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie !== '' && { cookie }) }
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  #jar(address: string): Map<string, string> {
    const { origin } = new URL(address)
    const jar = this.#jars.get(origin) ?? new Map<string, string>()
    this.#jars.set(origin, jar)
    return jar
  }

  /** The cookies that Assay set. */
  get cookies(): Map<string, string> {
    return this.#jar(this.#server.url)
  }

  forgetProvider(issuer: string): void {
    this.#jars.delete(issuer)
  }

  /** The address of the provider, to which a start leads. */
  async start(id = 'company', query = ''): Promise<string> {
    const response = await this.request(`${this.#server.url}/api/auth/oidc/${id}/start${query}`)
    return response.headers.get('location') ?? ''
  }

  /** The address of our callback, to which the provider leads. */
  async throughProvider(address: string): Promise<string> {
    let at = address
    while (!at.includes('/api/auth/oidc/')) {
      const response = await this.request(at)
      const to = response.headers.get('location')
      if (to === null) throw new Error(`${at} answered ${response.status}: ${await response.text()}`)
      at = new URL(to, at).href
    }
    return at
  }

  /** What our page gets after #. */
  async callback(address: string): Promise<Record<string, string>> {
    const response = await this.request(address)
    const to = new URL(response.headers.get('location') ?? '', address)
    return { page: to.pathname, ...Object.fromEntries(new URLSearchParams(to.hash.slice(1))) }
  }

  /** From the start to our page. */
  async visit(id?: string): Promise<Record<string, string>> {
    return await this.callback(await this.throughProvider(await this.start(id)))
  }

  async post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await this.request(`${this.#server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  async signIn(ticket: string | undefined, more: object = {}): Promise<Answer> {
    return await this.post('/auth/sign-in/oidc', { ticket, ...more })
  }
}
