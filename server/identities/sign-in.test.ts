import { afterAll, expect, test } from 'vitest'
import { tablesWith } from '../erasure/testing.ts'
import { testDatabase } from '../testing/database.ts'
import { OidcBrowser } from '../testing/oidc-browser.ts'
import { type Forgery, TestProvider } from '../testing/oidc-provider.ts'
import { addApp } from '../testing/second-factors.ts'
import { type Answer, type Caller, startTestServer, startTestServerOn } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Sign-ins through a real provider, by each rule of the configuration. */

const provider = await TestProvider.start()
afterAll(() => provider.close())
const server = await useTestServer({
  OIDC: [
    provider.configured({ domains: ['example.com'], provision: true, requireAmr: ['mfa'], rpLogout: true }),
    provider.configured({ id: 'trusted', domains: ['example.com'], trustEmail: true }),
  ],
})
provider.serve(server.url, ['company', 'trusted'])
const { write } = server.services
const ada = await server.person('Ada')

const refusal = ({ page, status, error }: Record<string, string>) => [page, status, error]
const reason = ({ status, body }: Answer) => [status, body.message]
const bearer = ({ body }: Answer): Caller => ({ authorization: `Bearer ${body.accessToken}` })
const profile = async (as: Caller) => (await server.get('/auth/profile', as)).status
const eventsOf = async (action: string, q: string) =>
  (await server.get(`/admin/audit?action=${action}&q=${encodeURIComponent(q)}`, ada)).body

async function signIn(id?: string, browser = new OidcBrowser(server)): Promise<Answer> {
  return await browser.signIn((await browser.visit(id))['ticket'])
}

test('a new person with a verified address signs in, one without is refused, and neither becomes an administrator (trust line 18)', async () => {
  expect((await server.get('/auth/providers')).body).toEqual([
    { id: 'company', name: 'Company' },
    { id: 'trusted', name: 'Company' },
  ])
  provider.signsIn({ sub: 'Nia', email: 'Nia@Example.com', name: 'Nia Okonkwo' })
  const entered = await signIn()
  expect(entered.status).toBe(200)
  expect(entered.body).toMatchObject({
    user: { name: 'Nia Okonkwo', email: 'nia@example.com', isAdmin: false },
    mustResetPassword: false,
  })
  const again = await signIn()
  expect(again.body.user.id).toBe(entered.body.user.id)
  expect((await server.get('/auth/identities', bearer(again))).body).toEqual([
    expect.objectContaining({ providerId: 'company', providerName: 'Company', email: 'nia@example.com' }),
  ])
  expect((await eventsOf('sign-in.succeeded', 'Nia')).length).toBe(2)

  for (const person of [
    { sub: 'unverified', email_verified: false },
    { sub: 'elsewhere', email: 'elsewhere@other.example' },
  ]) {
    provider.signsIn(person)
    expect(refusal(await new OidcBrowser(server).visit())).toEqual(['/login', '403', 'Ask for an invite'])
  }
  const [refused] = await eventsOf('identity.refused', 'unverified')
  expect(refused).toMatchObject({ email: 'unverified@example.com', after: { provider: 'company' } })
  // A refusal that is repeated fills no log.
  provider.signsIn({ sub: 'unverified', email_verified: false })
  expect(refusal(await new OidcBrowser(server).visit())).toEqual(['/login', '403', 'Ask for an invite'])
  expect(await eventsOf('identity.refused', 'unverified')).toHaveLength(1)
  // Unverified addresses of accounts neither.
  provider.signsIn({ sub: 'not Ada', email: ada.email, email_verified: false })
  expect(refusal(await new OidcBrowser(server).visit('trusted'))).toEqual(['/login', '403', 'Ask for an invite'])
})

test('an answer with a wrong state, issuer, code or nonce, or without its cookie, gives no ticket (trust line 19)', async () => {
  provider.signsIn({ sub: 'Ola' })
  const wrong: Record<string, (url: URL) => void> = {
    state: (url) => url.searchParams.set('state', 'another'),
    issuer: (url) => url.searchParams.set('iss', 'https://evil.example'),
    'no issuer': (url) => url.searchParams.delete('iss'),
    code: (url) => url.searchParams.set('code', 'another'),
  }
  for (const [name, change] of Object.entries(wrong)) {
    const browser = new OidcBrowser(server)
    const answer = new URL(await browser.throughProvider(await browser.start()))
    change(answer)
    const back = await browser.callback(answer.href)
    expect([name, ...refusal(back)]).toEqual([
      name,
      '/login',
      '401',
      'The answer of the provider was refused. Sign in again',
    ])
    // The attempt has ended.
    expect(browser.cookies.size).toBe(0)
  }
  const browser = new OidcBrowser(server)
  const begun = new URL(await browser.start())
  expect(begun.searchParams.get('code_challenge_method')).toBe('S256')
  begun.searchParams.set('nonce', 'another')
  expect((await browser.callback(await browser.throughProvider(begun.href)))['status']).toBe('401')

  const [one, other] = [new OidcBrowser(server), new OidcBrowser(server)]
  const lost = 'This sign-in took too long, or was begun in another browser. Sign in again'
  const answer = await one.throughProvider(await one.start())
  expect(refusal(await other.callback(answer))).toEqual(['/login', '401', lost])
  await other.start()
  expect((await other.callback(answer))['ticket']).toBeUndefined()
  expect((await one.callback(answer.replace('company', 'trusted')))['ticket']).toBeUndefined()
  // Nor does a ticket work in another browser, nor twice.
  const { ticket } = await one.visit()
  expect(reason(await other.signIn(ticket))).toEqual([401, lost])
  expect(reason(await server.post('/auth/sign-in/oidc', { ticket }))).toEqual([401, lost])
  const [name, value] = [...one.cookies][0] as [string, string]
  expect(name).toBe('assay-oidc')
  expect((await one.signIn(ticket)).status).toBe(200)
  one.cookies.set(name, value)
  expect(reason(await one.signIn(ticket))).toEqual([401, lost])
  provider.person = null
  expect(refusal(await new OidcBrowser(server).visit())).toEqual(['/login', '401', 'The sign-in was cancelled'])
})

test('an ID token that is not signed, or for others, gives no ticket, and no token of a provider leaves the server', async () => {
  provider.signsIn({ sub: 'Paz' })
  const forgeries: Forgery[] = [
    { alg: 'none' },
    { claims: { sub: '', email: 'paz@example.com', email_verified: true, name: 'Paz' } },
    { isOfOtherKey: true },
    { claims: { iss: 'https://evil.example' } },
    { claims: { aud: 'another client' } },
    { claims: { exp: Math.floor(Date.now() / 1000) - 60 } },
  ]
  for (const forgery of forgeries) {
    provider.forgery = forgery
    const [, status, error] = refusal(await new OidcBrowser(server).visit())
    expect([forgery, status, error]).toEqual([forgery, '401', 'The answer of the provider was refused. Sign in again'])
  }
  provider.forgery = {}
  const browser = new OidcBrowser(server)
  const back = await browser.visit()
  const seen = [JSON.stringify(back), [...browser.cookies].join()]
  seen.push(JSON.stringify((await browser.signIn(back['ticket'])).body), [...browser.cookies].join())
  provider.forgery = null
  const { access_token, id_token } = provider.issued as { access_token: string; id_token: string }
  for (const token of [access_token, id_token]) {
    expect(token.length).toBeGreaterThan(20)
    expect(seen.filter((text) => text.includes(token))).toEqual([])
    expect(await tablesWith(server.services.db, token)).toEqual([])
  }
})

test('a provider whose metadata name another issuer is not used', async () => {
  const other = provider.configured({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') })
  const mixed = await startTestServer({ OIDC: [other] })
  try {
    const browser = new OidcBrowser(mixed)
    expect(await browser.start()).toContain('/login#status=502&error=The%20provider%20does%20not%20answer')
  } finally {
    await mixed.close()
  }
})

test('an account with the same address is connected by its password, or at once if the provider is trusted', async () => {
  const ben = await server.person('Ben')
  provider.signsIn({ sub: 'Ben', email: ben.email })
  const browser = new OidcBrowser(server)
  const { ticket } = await browser.visit()
  const asked = await browser.signIn(ticket)
  expect([asked.status, asked.body.code]).toEqual([409, 'PASSWORD_NEEDED'])
  expect(reason(await browser.signIn(ticket, { password: 'wrong' }))).toEqual([400, 'Invalid password'])
  const entered = await browser.signIn(ticket, { password: ben.password })
  expect([entered.status, entered.body.user.id]).toEqual([200, ben.id])
  expect((await signIn()).body.user.id).toBe(ben.id)
  expect((await eventsOf('identity.connected', 'Ben')).length).toBe(1)

  const cleo = await server.person('Cleo')
  provider.signsIn({ sub: 'Cleo', email: cleo.email })
  const trusted = await signIn('trusted')
  expect([trusted.status, trusted.body.user.id]).toEqual([200, cleo.id])
  // Who used it before did not prove the address.
  expect([await profile(cleo), await profile(bearer(trusted))]).toEqual([401, 200])
  expect((await server.post('/auth/sign-in', { email: cleo.email, password: cleo.password })).status).toBe(200)
  const { tempPassword: password, id } = (
    await server.post('/admin/users', { email: 'tia@example.com', name: 'Tia' }, ada)
  ).body
  provider.signsIn({ sub: 'Tia', email: 'tia@example.com' })
  expect((await signIn('trusted')).body).toMatchObject({ user: { id }, mustResetPassword: false })
  expect((await server.post('/auth/sign-in', { email: 'tia@example.com', password })).status).toBe(401)
  provider.signsIn({ sub: 'Cleo', email: cleo.email })
  await server.patch(`/admin/users/${cleo.id}/toggle-status`, undefined, ada)
  expect(refusal(await new OidcBrowser(server).visit())).toEqual(['/login', '403', 'This account is deactivated'])
})

test("Assay's own second factor is asked for, unless the provider had one that the configuration accepts", async () => {
  const dora = await server.person('Dora')
  const { nextCode } = await addApp(server, dora)
  provider.signsIn({ sub: 'Dora', email: dora.email })
  const browser = new OidcBrowser(server)
  const { ticket } = await browser.visit()
  const lacking = await browser.signIn(ticket, { password: dora.password })
  expect(lacking.status).toBe(401)
  const second = { ticket: lacking.body.secondFactor.ticket, code: await nextCode() }
  const entered = await browser.post('/auth/sign-in/second-factor', second)
  expect([entered.status, entered.body.user.id]).toEqual([200, dora.id])
  expect((await server.get('/auth/identities', bearer(entered))).body).toHaveLength(1)
  expect((await browser.signIn(ticket, { password: dora.password })).status).toBe(401)
  // Connected, the identity does without the password, and not without the factor.
  expect((await signIn()).body.secondFactor.methods).toContain('totp')
  provider.signsIn({ sub: 'Dora', email: dora.email, amr: ['pwd', 'mfa'] })
  const vouched = await signIn()
  expect(vouched.status).toBe(200)
  expect((await server.get('/auth/sessions', bearer(vouched))).body[0].factor).toBe('provider')
})

test('an identity is connected and disconnected in the settings, soon after a sign-in, and never the only way in', async () => {
  const fay = await server.person('Fay')
  const start = async (browser: OidcBrowser, as: Caller) =>
    await browser.post('/auth/identities/company/start', {}, { authorization: as.authorization })
  provider.signsIn({ sub: 'Fay at work', email: 'fay@other.example' })
  const browser = new OidcBrowser(server)
  const { url } = (await start(browser, fay)).body
  expect(await browser.callback(await browser.throughProvider(url))).toEqual({ page: '/profile', connected: 'company' })
  expect((await signIn()).body.user.id).toBe(fay.id)
  const [identity] = (await server.get('/auth/identities', fay)).body
  // Nobody else can have it, and a new password ends the attempt.
  const gil = await server.person('Gil')
  const taken = await browser.callback(await browser.throughProvider((await start(browser, gil)).body.url))
  expect(refusal(taken)).toEqual(['/profile', '409', 'This identity is connected to another account'])
  expect((await server.delete(`/auth/identities/${identity.id}`, gil)).status).toBe(404)
  provider.signsIn({ sub: 'Gil at work' })
  const late = await browser.throughProvider((await start(browser, gil)).body.url)
  await server.post('/auth/sign-out-everywhere', undefined, gil)
  expect(refusal(await browser.callback(late))).toEqual(['/profile', '401', 'Invalid or expired token'])
  provider.signsIn({ sub: 'Fay at work', email: 'fay@other.example' })

  const confirmed_at = '2026-01-01T00:00:00.000Z'
  await write(null, (db) => db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', fay.id).execute())
  expect(reason(await server.delete(`/auth/identities/${identity.id}`, fay))).toEqual([403, 'Confirm it is you'])
  expect((await start(browser, fay)).status).toBe(403)
  await server.post('/auth/confirm', { password: fay.password }, fay)
  const other = bearer(await signIn())
  expect((await server.delete(`/auth/identities/${identity.id}`, fay)).status).toBe(200)
  expect([await profile(fay), await profile(other)]).toEqual([200, 401])
  expect((await eventsOf('identity.connected', 'Fay')).length).toBe(1)
  expect((await eventsOf('identity.disconnected', 'Fay')).length).toBe(1)
  expect(refusal(await new OidcBrowser(server).visit())).toEqual(['/login', '403', 'Ask for an invite'])

  provider.signsIn({ sub: 'Hal' })
  const hal = bearer(await signIn())
  const [only] = (await server.get('/auth/identities', hal)).body
  expect((await server.delete(`/auth/identities/${only.id}`, hal)).status).toBe(409)
})

test('a logout at the provider ends the sessions of the sign-in, and a logout token works once (trust line 20)', async () => {
  provider.signsIn({ sub: 'Ida' })
  const [browser, elsewhere] = [new OidcBrowser(server), new OidcBrowser(server)]
  const [here, there] = [bearer(await signIn('company', browser)), bearer(await signIn('company', elsewhere))]
  const out = await server.post('/auth/sign-out', undefined, bearer(await signIn('company', browser)))
  expect(out.body.endSessionUrl).toMatch(`${provider.issuer}/session/end?`)
  // The provider asks, then tells Assay by its back channel.
  const form = await (await browser.request(out.body.endSessionUrl)).text()
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(form) ?? []
  const confirm = new URLSearchParams({ xsrf: xsrf as string, logout: 'yes' })
  const ended = await browser.request(`${provider.issuer}/session/end/confirm`, { method: 'POST', body: confirm })
  expect(ended.headers.get('location')).toBe(`${server.url}/login`)
  expect([await profile(here), await profile(there)]).toEqual([401, 200])
  expect((await eventsOf('sessions.ended', 'Ida')).length).toBe(1)
  // Neither again, nor changed.
  const token = provider.logoutToken as string
  const send = async (text: string) => {
    const body = new URLSearchParams({ logout_token: text })
    return (await fetch(`${server.url}/api/auth/oidc/company/backchannel-logout`, { method: 'POST', body })).status
  }
  expect([await send(token), await send(`${token.slice(0, -4)}AAAA`), await send('')]).toEqual([400, 400, 400])
  expect(await profile(there)).toBe(200)
  expect((await server.post('/auth/sign-out', undefined, ada)).body).toEqual({ message: 'Signed out' })
})

test('tokens of a person without a password pause 30 days after the last sign-in by a provider', async () => {
  provider.signsIn({ sub: 'Jo' })
  const jo = await signIn()
  const { token } = (await server.post('/auth/tokens', { name: 'CI', verbs: ['read'] }, bearer(jo))).body
  const as = { authorization: `Bearer ${token}` }
  expect(await profile(as)).toBe(200)
  const last_used_at = new Date(Date.now() - 30 * 86_400_000 - 1_000).toISOString()
  await write(null, (db) =>
    db.updateTable('identities').set({ last_used_at }).where('user_id', '=', jo.body.user.id).execute(),
  )
  expect(await profile(as)).toBe(401)
  await signIn()
  expect(await profile(as)).toBe(200)
})

test('a provider that is down stops only its own sign-ins, and two servers share a sign-in without remembering it', async () => {
  const late = await TestProvider.start()
  const database = await testDatabase({ isMigrated: true })
  const OIDC = [late.configured({ domains: ['example.com'], provision: true })]
  // Both have the address of the browser.
  const one = await startTestServerOn(database.url, { OIDC })
  const other = await startTestServerOn(database.url, { OIDC, PUBLIC_URL: one.url })
  try {
    const browser = new OidcBrowser(one)
    expect(await browser.start()).toContain('/login#status=502&error=The%20provider%20does%20not%20answer')
    expect((await one.get('/health')).status).toBe(200)
    expect((await browser.request(`${one.url}/api/auth/oidc/unknown/start`)).status).toBe(404)
    late.serve(one.url)
    late.signsIn({ sub: 'Kim' })
    const answer = new URL(await browser.throughProvider(await browser.start()))
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const at = `${other.url}${answer.pathname}${answer.search}`
    const back = await fetch(at, { headers: { cookie }, redirect: 'manual' })
    const [, ticket] = /#ticket=([^&]+)/.exec(back.headers.get('location') ?? '') ?? []
    const statuses: number[] = []
    for (const server of [other, one])
      statuses.push((await server.call('POST', '/auth/sign-in/oidc', { body: { ticket }, headers: { cookie } })).status)
    expect(statuses).toEqual([200, 401])
  } finally {
    await one.close()
    await other.close()
    await late.close()
    await database.remove()
  }
})
