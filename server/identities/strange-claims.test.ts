import { afterAll, expect, test } from 'vitest'
import { OidcBrowser } from '../testing/oidc-browser.ts'
import { type Forgery, TestProvider } from '../testing/oidc-provider.ts'
import { useTestServer } from '../testing/use-server.ts'

/* What a provider says of a person is no input of ours: the schemas of inputs do not see it. */

const provider = await TestProvider.start()
afterAll(() => provider.close())
const server = await useTestServer({ OIDC: [provider.configured({ domains: ['example.com'], provision: true })] })
provider.serve(server.url)

async function signIn() {
  const browser = new OidcBrowser(server)
  return await browser.signIn((await browser.visit())['ticket'])
}

test.each([
  ['has a NUL', 'Nia\u0000 Okonkwo', 'Nia Okonkwo'],
  ['has half a character', 'Nia \uD800', 'Nia \uFFFD'],
  ['is too long', '🦊'.repeat(300), '🦊'.repeat(255)],
  ['is nothing but a NUL', '\u0000', 'is.nothing.but.a.nul'],
])('a person whose name at the provider %s gets an account', async (what, name, stored) => {
  provider.signsIn({ sub: what.replaceAll(' ', '.'), name })
  const { status, body } = await signIn()
  expect([status, body.user?.name]).toEqual([200, stored])
  expect((await signIn()).body.user).toMatchObject({ id: body.user.id, name: stored })
})

test('a logout token ends the sessions of its session at the provider, or of its subject, and a strange one ends none', async () => {
  provider.signsIn({ sub: 'Rio' })
  const here = await signIn()
  const { id_token } = provider.issued as { id_token: string }
  const there = await signIn()
  const statuses = async () => {
    const profiles = [here, there].map(({ body }) =>
      server.get('/auth/profile', { authorization: `Bearer ${body.accessToken}` }),
    )
    return (await Promise.all(profiles)).map(({ status }) => status)
  }
  const event = 'http://schemas.openid.net/event/backchannel-logout'
  let sent = 0
  const post = async (init: RequestInit) =>
    (await fetch(`${server.url}/api/auth/oidc/company/backchannel-logout`, { method: 'POST', ...init })).status
  const send = async (claims: Forgery['claims']) => {
    const logout = { events: { [event]: {} }, jti: `logout ${sent++}`, nonce: undefined, ...claims }
    return await post({ body: new URLSearchParams({ logout_token: provider.forged(id_token, { claims: logout }) }) })
  }
  for (const claims of [
    { nonce: 'one' },
    { events: {} },
    { events: { [event]: 'yes' } },
    { events: undefined },
    { jti: undefined },
    { iat: Math.floor(Date.now() / 1000) - 700 },
    { aud: 'another client' },
    { iss: 'https://evil.example' },
    { sub: undefined, sid: undefined },
    { sid: 7 },
  ])
    expect([claims, await send(claims)]).toEqual([claims, 400])
  expect(await post({ body: '{}', headers: { 'content-type': 'application/json' } })).toBe(415)
  expect(await statuses()).toEqual([200, 200])
  expect([await send({ sub: undefined }), await statuses()]).toEqual([204, [401, 200]])
  expect([await send({ sid: undefined }), await statuses()]).toEqual([204, [401, 401]])
})
