import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { OidcBrowser } from '../testing/oidc-browser.ts'
import { TestProvider } from '../testing/oidc-provider.ts'
import { hold } from '../testing/hold.ts'
import { addApp } from '../testing/second-factors.ts'
import { type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* What a sign-in by a provider has checked may change before its session begins. */

const provider = await TestProvider.start()
afterAll(() => provider.close())
afterEach(() => vi.restoreAllMocks())
const server = await useTestServer({ OIDC: [provider.configured()] })
provider.serve(server.url)
const ada = await server.person('Ada')

const CHANGES: Record<string, (person: Person) => Promise<unknown>> = {
  'a second factor is added': (person) => addApp(server, person),
  'an administrator signs the person out': ({ id }) => server.post(`/admin/users/${id}/sign-out`, undefined, ada),
}

test.each(Object.keys(CHANGES))('a sign-in by a provider begins no session when meanwhile %s', async (change) => {
  const person = await server.person(`Ben-${change.length}`)
  provider.signsIn({ sub: person.email, email: person.email })
  const browser = new OidcBrowser(server)
  const { ticket } = await browser.visit()
  expect((await browser.signIn(ticket, { password: person.password })).status).toBe(200)

  const { ticket: second } = await browser.visit()
  const write = hold(server.services, 'write')
  const answer = browser.signIn(second)
  await write.reached
  await CHANGES[change]?.(person)
  write.end()
  expect((await answer).status).toBe(401)
})
