import { afterAll, expect, test } from 'vitest'
import { OidcBrowser } from '../testing/oidc-browser.ts'
import { TestProvider } from '../testing/oidc-provider.ts'
import { useTestServer } from '../testing/use-server.ts'
import { tablesWith } from './testing.ts'

/* An erasure finds every address of a person: also after a deletion, and addresses of other accounts of theirs. */

const provider = await TestProvider.start()
afterAll(() => provider.close())
const server = await useTestServer({ OIDC: [provider.configured({ domains: ['example.com'] })] })
provider.serve(server.url)
const { db } = server.services
const ada = await server.person('Ada')
const shop = await server.project(ada, 'Shop')
const cafe = await server.project(ada, 'Cafe')

const invite = async ({ id }: { id: string }, email: string) => {
  const { body } = await server.post(`/invite/create/${id}`, { email }, ada)
  return new URL(body.inviteLink).searchParams.get('token')
}
const remove = (id: string) => server.delete(`/admin/users/${id}`, ada)
const erase = async (id: string) =>
  expect((await server.post(`/admin/users/${id}/erase`, undefined, ada)).status).toBe(200)
const emailsOf = async (q: string) =>
  (await server.get(`/admin/audit?action=invite.created&q=${q}`, ada)).body.map(({ email }: any) => email)
const openInvites = async () =>
  (await server.get(`/projects/${cafe.id}/invites`, ada)).body.map(({ email }: any) => email)
const userOf = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

test('a deletion ends the open invites of a person, and the log keeps the address until an erasure', async () => {
  const email = 'bob@example.com'
  const accepted = { token: await invite(shop, email), name: 'Bob', password: 'secret' }
  expect((await server.post('/invite/accept', accepted)).status).toBe(201)
  await invite(cafe, email)
  await server.post('/auth/sign-in', { email, password: 'wrong' })
  const id = await userOf(email)
  expect((await remove(id)).status).toBe(200)
  expect(await openInvites()).toEqual([])
  expect(await emailsOf(email)).toEqual([email, email])
  expect(await tablesWith(db, email)).toEqual(['audit_personal'])
  // Invited again, as one without an account.
  await invite(cafe, email)

  await erase(id)
  expect(await emailsOf(email)).toEqual([])
  expect(await openInvites()).toEqual([])
  expect(await tablesWith(db, email)).toEqual([])
})

test('the erasure of a deleted person leaves who has the same address now', async () => {
  const email = 'cleo@example.com'
  await invite(shop, email)
  const first = await server.person('Cleo')
  await remove(first.id)
  await server.person('Cleo')
  await invite(cafe, email)
  await erase(first.id)
  expect(await emailsOf(email)).toEqual([email])
  expect(await openInvites()).toEqual([email])
  await erase(await userOf(email))
  expect(await tablesWith(db, email)).toEqual([])
})

test.each([false, true])('an erasure finds the address of an identity (deleted before: %s)', async (isDeleted) => {
  const email = `fay.work.${isDeleted}@other.example`
  provider.signsIn({ sub: email, email })
  const refused = await new OidcBrowser(server).visit()
  expect(refused['status']).toBe('403')
  const fay = await server.person(`Fay-${isDeleted}`)
  const browser = new OidcBrowser(server)
  const { url } = (await browser.post('/auth/identities/company/start', {}, { authorization: fay.authorization })).body
  await browser.callback(await browser.throughProvider(url))
  expect(await tablesWith(db, email)).toEqual(expect.arrayContaining(['audit_personal', 'identities']))
  if (isDeleted) await remove(fay.id)
  await erase(fay.id)
  expect(await tablesWith(db, email)).toEqual([])
})

const CHANGES = {
  'was changed at the provider': async (browser: OidcBrowser, { email }: { email: string }) => {
    provider.signsIn({ sub: email, email: `new.${email}` })
    expect((await browser.signIn((await browser.visit())['ticket'])).status).toBe(200)
  },
  'was disconnected': async (_: OidcBrowser, { authorization }: { authorization: string }) => {
    const [{ id }] = (await server.get('/auth/identities', { authorization })).body
    expect((await server.delete(`/auth/identities/${id}`, { authorization })).status).toBe(200)
  },
}

test.each(Object.keys(CHANGES) as (keyof typeof CHANGES)[])(
  'an erasure finds the address of an identity that %s',
  async (change) => {
    const email = `${change.replaceAll(' ', '.')}@other.example`
    provider.signsIn({ sub: email, email })
    expect((await new OidcBrowser(server).visit())['status']).toBe('403')
    const { id, authorization } = await server.person(`Gus-${change.length}`)
    const browser = new OidcBrowser(server)
    const { url } = (await browser.post('/auth/identities/company/start', {}, { authorization })).body
    await browser.callback(await browser.throughProvider(url))
    await CHANGES[change](browser, { email, authorization })
    await erase(id)
    expect(await tablesWith(db, email)).toEqual([])
  },
)
