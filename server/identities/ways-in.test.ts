import { afterAll, expect, test } from 'vitest'
import { OidcBrowser } from '../testing/oidc-browser.ts'
import { TestProvider } from '../testing/oidc-provider.ts'
import { addApp } from '../testing/second-factors.ts'
import { type Answer, type Caller, startTestServer } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* People who sign in by a provider, with a password or without one. */

const provider = await TestProvider.start()
afterAll(() => provider.close())
const server = await useTestServer({ OIDC: [provider.configured({ domains: ['example.com'], provision: true })] })
provider.serve(server.url)
const { write } = server.services
const ada = await server.person('Ada')

const reason = ({ status, body }: Answer) => [status, body.message]
const bearer = ({ body }: Answer): Caller => ({ authorization: `Bearer ${body.accessToken}` })

async function signIn(): Promise<Answer> {
  const browser = new OidcBrowser(server)
  return await browser.signIn((await browser.visit())['ticket'])
}

test('administrators see how each person signs in: by a password, a second factor and providers', async () => {
  const lena = await server.person('Lena')
  await addApp(server, lena)
  await addApp(server, lena, 'Tablet')
  provider.signsIn({ sub: 'Lena', email: lena.email })
  const browser = new OidcBrowser(server)
  const { url } = (await browser.post('/auth/identities/company/start', {}, { authorization: lena.authorization })).body
  await browser.callback(await browser.throughProvider(url))
  provider.signsIn({ sub: 'Mia' })
  const mia = (await signIn()).body.user
  await write(null, (db) =>
    db.updateTable('identities').set({ provider: 'former' }).where('user_id', '=', mia.id).execute(),
  )
  const { body: all } = await server.get('/admin/users', ada)
  const waysOf = (id: string) => {
    const { hasPassword, secondFactors, providers } = all.find((user: any) => user.id === id)
    return [hasPassword, secondFactors, providers]
  }
  expect([ada.id, lena.id, mia.id].map(waysOf)).toEqual([
    [true, [], []],
    [true, ['totp'], ['Company']],
    [false, [], ['former']],
  ])
})

test('a person without a password erases the account soon after a sign-in, later with a code, and joins by no password', async () => {
  const confirmedLongAgo = async (id: string) =>
    await write(null, (db) =>
      db.updateTable('sessions').set({ confirmed_at: '2026-01-01T00:00:00.000Z' }).where('user_id', '=', id).execute(),
    )
  const erase = async (as: Caller, proof: object = {}) => reason(await server.post('/auth/erase', proof, as))
  provider.signsIn({ sub: 'Nora' })
  const entered = await signIn()
  const { id, email } = entered.body.user
  const project = await server.project(ada)
  const { inviteLink } = (await server.post(`/invite/create/${project.id}`, { email }, ada)).body
  const token = new URL(inviteLink).searchParams.get('token')
  const accepted = await server.post('/invite/accept', { token, password: 'anything' })
  expect(reason(accepted)).toEqual([
    400,
    'This account has no password. Sign in, and ask the owner of the project to add you',
  ])

  const { nextCode } = await addApp(server, bearer(entered))
  await confirmedLongAgo(id)
  expect(await erase(bearer(entered))).toEqual([403, 'Confirm it is you'])
  expect(await erase(bearer(entered), { password: 'anything' })).toEqual([400, 'The password is incorrect'])
  expect(await erase(bearer(entered), { code: await nextCode() })).toEqual([200, 'Erased'])
  expect((await server.get('/auth/profile', bearer(entered))).status).toBe(401)

  provider.signsIn({ sub: 'Olive' })
  const olive = await signIn()
  await confirmedLongAgo(olive.body.user.id)
  expect(await erase(bearer(olive))).toEqual([403, 'Confirm it is you'])
  expect(await erase(bearer(await signIn()))).toEqual([200, 'Erased'])
  // Who has a password always proves to be themself.
  const pia = await server.person('Pia')
  expect(await erase(pia)).toEqual([400, 'Password is required'])
  const { nextCode: next } = await addApp(server, pia)
  expect(await erase(pia, { code: await next() })).toEqual([200, 'Erased'])
})

test('the cookie of a sign-in is of this host only, encrypted on the way, and neither for scripts nor for other sites', async () => {
  const secure = await startTestServer({ PUBLIC_URL: 'https://assay.example.com', OIDC: [provider.configured()] })
  try {
    const start = await fetch(`${secure.url}/api/auth/oidc/company/start`, { redirect: 'manual' })
    const [cookie = '', ...others] = start.headers.getSetCookie()
    expect([start.status, others]).toEqual([302, []])
    const [pair = '', ...attributes] = cookie.split('; ')
    expect(pair).toMatch(/^__Host-assay-oidc=[\w.-]+$/)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure'])
  } finally {
    await secure.close()
  }
})

test('a sign-in leads to a page of Assay and to no other site', async () => {
  provider.signsIn({ sub: 'Quin' })
  const shownAfter = async (to: string) => {
    const browser = new OidcBrowser(server)
    const address = await browser.throughProvider(await browser.start('company', `?${new URLSearchParams({ to })}`))
    return (await browser.callback(address))['to']
  }
  expect(await shownAfter('/projects?page=2')).toBe('/projects?page=2')
  for (const to of ['https://evil.example', '//evil.example', String.raw`/\evil.example`, '/\t/evil.example'])
    expect([to, await shownAfter(to)]).toEqual([to, undefined])
})
