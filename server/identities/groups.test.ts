import { afterAll, beforeEach, expect, test } from 'vitest'
import { OidcBrowser } from '../testing/oidc-browser.ts'
import { TestProvider } from '../testing/oidc-provider.ts'
import { type Answer, type Caller, startTestServer } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* What the groups of a person at a provider give in Assay. */

const provider = await TestProvider.start()
afterAll(() => provider.close())
const members: { group: string; projectId: string }[] = []
const configured = provider.configured({ domains: ['example.com'], provision: true, adminGroup: 'admins', members })
const server = await useTestServer({ OIDC: [configured] })
provider.serve(server.url)
const ada = await server.person('Ada')
beforeEach(() => void members.splice(0))

const bearer = ({ body }: Answer): Caller => ({ authorization: `Bearer ${body.accessToken}` })
const eventsOf = async (action: string, q: string) =>
  (await server.get(`/admin/audit?action=${action}&q=${encodeURIComponent(q)}`, ada)).body

async function signIn(browser = new OidcBrowser(server)): Promise<Answer> {
  return await browser.signIn((await browser.visit())['ticket'])
}

test('groups make administrators and members, and take back what they gave, but not the last administrator', async () => {
  const project = await server.project(ada)
  const mine = await server.project(ada, 'Other')
  members.push({ group: 'qa', projectId: project.id }, { group: 'qa', projectId: 'unknown' })
  members.push({ group: 'qa', projectId: mine.id })
  const person = { sub: 'Eve' }
  provider.signsIn({ ...person, groups: ['qa', 'admins', 'others'] })
  const eve = await signIn()
  expect([eve.status, eve.body.user.isAdmin]).toEqual([200, true])
  const names = async (as: Caller) => (await server.get('/projects', as)).body.map(({ name }: any) => name).toSorted()
  expect(await names(bearer(eve))).toEqual(['Checkout', 'Other'])
  // They are asked for even if the ID token says all the rest.
  provider.forgery = { claims: { email: 'eve@example.com', email_verified: true, name: 'Eve' } }
  expect((await signIn()).body.user.isAdmin).toBe(true)
  provider.forgery = null
  // Given again although the owner removed it.
  await server.delete(`/projects/${mine.id}/members/${eve.body.user.id}`, ada)
  expect(await names(bearer(await signIn()))).toEqual(['Checkout', 'Other'])
  await server.post(`/projects`, { name: 'Hers' }, bearer(eve))
  provider.signsIn(person)
  const left = await signIn()
  expect([left.body.user.isAdmin, await names(bearer(left))]).toEqual([false, ['Hers']])
  expect((await eventsOf('user.changed', 'Eve')).length).toBe(2)
  expect((await eventsOf('member.added', 'Eve')).length).toBe(3)
  expect((await eventsOf('member.removed', 'Eve')).length).toBe(3)

  provider.signsIn({ sub: 'Ada', email: ada.email })
  const browser = new OidcBrowser(server)
  const { ticket } = await browser.visit()
  const last = await browser.signIn(ticket, { password: ada.password })
  expect([last.status, last.body.user.isAdmin]).toEqual([200, true])
})

test('a project that a group does not give any more is left, and a membership by its owner stays', async () => {
  const [one, two] = [await server.project(ada, 'One'), await server.project(ada, 'Two')]
  members.push({ group: 'one', projectId: one.id }, { group: 'two', projectId: two.id })
  const namesWith = async (sub: string, groups: string[]) => {
    provider.signsIn({ sub, groups })
    const { body } = await server.get('/projects', bearer(await signIn()))
    return body.map(({ name, userRole }: any) => `${name}: ${userRole}`).toSorted()
  }
  const remove = async (sub: string, { id }: { id: string }) => {
    const all = (await server.get(`/projects/${id}/members`, ada)).body
    const { userId } = all.find(({ user }: any) => user.name === sub)
    expect((await server.delete(`/projects/${id}/members/${userId}`, ada)).status).toBe(200)
  }
  expect(await namesWith('Finn', ['one', 'two'])).toEqual(['One: qa_tester', 'Two: qa_tester'])
  expect(await namesWith('Gia', ['one', 'two'])).toEqual(['One: qa_tester', 'Two: qa_tester'])
  expect(await namesWith('Finn', ['two'])).toEqual(['Two: qa_tester'])
  await server.post(`/projects/${one.id}/add-existing-user`, { email: 'finn@example.com' }, ada)
  expect(await namesWith('Finn', ['two'])).toEqual(['One: qa_tester', 'Two: qa_tester'])
  // What another person was given is not mixed up with it, nor what the owner took away.
  expect(await namesWith('Gia', ['two'])).toEqual(['Two: qa_tester'])
  await remove('Gia', two)
  expect(await namesWith('Gia', [])).toEqual([])
  expect(await namesWith('Finn', [])).toEqual(['One: qa_tester'])
})

test('a person who has become the owner of a project stays it without the group, and a disconnected identity gives nothing', async () => {
  const hal = await server.person('Hal')
  const [his, other] = [await server.project(hal, 'His'), await server.project(ada, 'Other')]
  members.push({ group: 'qa', projectId: his.id }, { group: 'qa', projectId: other.id })
  const rolesOf = async (as: Caller) =>
    (await server.get('/projects', as)).body.map(({ name, userRole }: any) => `${name}: ${userRole}`).toSorted()
  provider.signsIn({ sub: 'Ivy', groups: ['qa', 'admins'] })
  const ivy = bearer(await signIn())
  expect((await server.delete(`/admin/users/${hal.id}`, ivy)).status).toBe(200)
  provider.signsIn({ sub: 'Ivy' })
  expect(await rolesOf(bearer(await signIn()))).toEqual(['His: owner'])

  const kim = await server.person('Kim')
  provider.signsIn({ sub: 'Kim', email: kim.email, groups: ['qa'] })
  const browser = new OidcBrowser(server)
  const entered = await browser.signIn((await browser.visit())['ticket'], { password: kim.password })
  const as = bearer(entered)
  expect(await rolesOf(as)).toEqual(['His: qa_tester', 'Other: qa_tester'])
  const [identity] = (await server.get('/auth/identities', as)).body
  expect((await server.delete(`/auth/identities/${identity.id}`, as)).status).toBe(200)
  expect(await rolesOf(as)).toEqual([])
})

test('the first person of a server is an administrator only by the group', async () => {
  const empty = await startTestServer({ OIDC: [configured] })
  try {
    provider.serve(empty.url)
    const isAdmin = async (sub: string, groups: string[]) => {
      provider.signsIn({ sub, groups })
      const browser = new OidcBrowser(empty)
      return (await browser.signIn((await browser.visit())['ticket'])).body.user.isAdmin
    }
    expect(await isAdmin('Lea', [])).toBe(false)
    expect(await isAdmin('Mo', ['admins'])).toBe(true)
  } finally {
    provider.serve(server.url)
    await empty.close()
  }
})
