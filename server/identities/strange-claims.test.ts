import { afterAll, expect, test } from 'vitest'
import { OidcBrowser } from '../testing/oidc-browser.ts'
import { TestProvider } from '../testing/oidc-provider.ts'
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
