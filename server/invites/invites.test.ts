import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectEntity } from '../testing/entities.ts'
import { hold } from '../testing/hold.ts'
import { type Answer, startTestServer } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const ada = await server.person('Ada')
const olga = await server.person('Olga')
let project: { id: string; name: string }
let email: string
beforeEach(async () => {
  project = await server.project(olga)
  email = `${project.id}@example.com`
})

afterEach(() => vi.restoreAllMocks())

const invite = async (to = email) => {
  const { body } = await server.post(`/invite/create/${project.id}`, { email: to }, olga)
  return new URL(body.inviteLink).searchParams.get('token') as string
}
const validate = (token: string) => server.get(`/invite/validate?token=${encodeURIComponent(token)}`)
const accept = (token: string, change: object = {}) =>
  server.post('/invite/accept', { token, name: 'Nia', password: 'secret', ...change })
const invites = () =>
  server.services.db.selectFrom('invites').selectAll().where('project_id', '=', project.id).execute()
const INVALID = 'Invalid or expired invite link'
const CHANGED = 'The account with this email was changed just now, try again'

describe('an invite', () => {
  test('creating an invite answers 201 with a link to this server that is valid for 24 hours', async () => {
    const { status, body } = await server.post(`/invite/create/${project.id}`, { email: ' New@Example.com' }, olga)
    expect([status, Object.keys(body).toSorted()]).toEqual([201, ['expiresAt', 'inviteLink']])
    expect(body.inviteLink).toMatch(new RegExp(`^${server.url}/invite\\?token=[\\w-]{43}$`))
    const hours = (Date.parse(body.expiresAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.99)
    expect(hours).toBeLessThanOrEqual(24)
    const token = new URL(body.inviteLink).searchParams.get('token') as string
    const valid = await validate(token)
    expect([valid.status, valid.body]).toEqual([
      200,
      { projectName: project.name, email: 'new@example.com', expiresAt: body.expiresAt },
    ])
  })

  test('an invite link starts with PUBLIC_URL if it is set', async () => {
    const behind = await startTestServer({ PUBLIC_URL: 'https://assay.example.com/qa' })
    const owner = await behind.person('Olga')
    const { body } = await behind.post(`/invite/create/${(await behind.project(owner)).id}`, { email }, owner)
    expect(body.inviteLink).toMatch(/^https:\/\/assay\.example\.com\/qa\/invite\?token=/)
    await behind.close()
  })

  test('an invite link starts with the host that a trusted proxy reports', async () => {
    const behind = await startTestServer({ TRUST_PROXY: 'loopback' })
    const owner = await behind.person('Ada')
    const { id } = await behind.project(owner)
    const headers = { 'x-forwarded-host': 'assay.example.com', 'x-forwarded-proto': 'https' }
    const { body } = await behind.call('POST', `/invite/create/${id}`, {
      as: owner,
      body: { email: 'n@example.com' },
      headers,
    })
    expect(body.inviteLink).toMatch(/^https:\/\/assay\.example\.com\/invite\?token=/)
    await behind.close()
  })

  test('the token of an invite is stored as a hash only', async () => {
    const token = await invite()
    const rows = await invites()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('an expired invite is refused', async () => {
    const token = await invite()
    expect((await validate(token)).status).toBe(200)
    const past = new Date(Date.now() - 1).toISOString()
    await server.services.write(null, (db) =>
      db.updateTable('invites').set({ expires_at: past }).where('project_id', '=', project.id).execute(),
    )
    for (const { status, body } of [await validate(token), await accept(token)])
      expect([status, body.message]).toEqual([400, INVALID])
  })

  test('a new invite for the same email revokes the earlier one, and no other', async () => {
    const [first, other] = [await invite(), await invite('other@example.com')]
    const second = await invite()
    expect((await validate(first)).body.message).toBe(INVALID)
    expect((await accept(first)).status).toBe(400)
    expect((await validate(other)).status).toBe(200)
    expect((await validate(second)).status).toBe(200)
  })

  test('an invite for a member answers 409', async () => {
    const { status, body } = await server.post(`/invite/create/${project.id}`, { email: olga.email }, olga)
    expect([status, body.message]).toEqual([409, 'This user is already a member of the project'])
  })

  test.each([
    ['', 'Invalid invite link - no token provided'],
    ['unknown', INVALID],
    ['x'.repeat(1000), INVALID],
    ['\0', INVALID],
  ])('an invite with the token %j is refused', async (token, message) => {
    const { status, body } = await validate(token)
    expect([status, body.message]).toEqual([400, message])
  })

  test('an invite without a token is refused', async () => {
    const { status, body } = await server.get('/invite/validate')
    expect([status, body.message]).toEqual([400, 'Invalid invite link - no token provided'])
  })
})

describe('accepting an invite', () => {
  test('accepting an invite creates a user who can sign in and is a tester of the project', async () => {
    const { status, body } = await accept(await invite())
    expect([status, body]).toEqual([201, { message: 'Welcome to Checkout' }])
    const signedIn = await server.post('/auth/sign-in', { email, password: 'secret' })
    expectEntity('User', signedIn.body.user)
    expect(signedIn.body.user).toMatchObject({ name: 'Nia', isAdmin: false, mustResetPassword: false })
    const projects = await server.get('/projects', { authorization: `Bearer ${signedIn.body.accessToken}` })
    expect(projects.body).toMatchObject([{ id: project.id, userRole: 'qa_tester' }])
  })

  test('an invite can be accepted while sign-up is closed', async () => {
    const token = await invite()
    await server.patch('/admin/settings/signup-enabled', { enabled: false }, ada)
    expect((await accept(token)).status).toBe(201)
    await server.patch('/admin/settings/signup-enabled', { enabled: true }, ada)
  })

  test('an existing user accepts an invite with their password, and the name is ignored', async () => {
    const eve = await server.person(`Eve${project.id}`)
    const token = await invite(eve.email)
    const wrong = await accept(token, { password: 'wrong' })
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Invalid password'])
    expect((await accept(token, { name: undefined, password: eve.password })).status).toBe(201)
    expect((await server.get('/auth/profile', eve)).body.name).toBe(eve.name)
    expect((await server.get('/projects', eve)).body).toMatchObject([{ id: project.id }])
  })

  test('an invite can be accepted once', async () => {
    const token = await invite()
    expect((await accept(token)).status).toBe(201)
    const { status, body } = await accept(token)
    expect([status, body.message]).toEqual([400, INVALID])
  })

  test('concurrent acceptances of one invite create one user and one member', async () => {
    const token = await invite()
    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(token)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    expect((await server.get(`/projects/${project.id}`, olga)).body.memberCount).toBe(2)
  })

  test.each([
    [{ name: ' ' }, 'Name is required'],
    [{ name: undefined }, 'Name is required'],
    [{ name: 'x'.repeat(256) }, 'Name must be at most 255 characters long'],
    [{ password: '12345' }, 'Password must be at least 6 characters long'],
    [{ password: undefined }, 'Password is required'],
    [{ token: undefined }, 'token is required'],
    [{ token: '' }, 'Invalid invite link - no token provided'],
  ])('accepting as a new user with %o answers %j and leaves the invite open', async (change, message) => {
    const token = await invite()
    const { status, body } = await accept(token, change)
    expect([status, body.message]).toEqual([400, message])
    expect((await validate(token)).status).toBe(200)
  })

  test('accepting as a deactivated user is refused, but only after a correct password', async () => {
    const dan = await server.person(`Dan${project.id}`)
    await server.patch(`/admin/users/${dan.id}/toggle-status`, undefined, ada)
    const token = await invite(dan.email)
    expect((await accept(token, { password: 'wrong' })).status).toBe(400)
    const { status, body } = await accept(token, { password: dan.password })
    expect([status, body.message]).toEqual([403, 'This account is deactivated'])
  })

  test('accepting an invite counts toward the limit of wrong passwords', async () => {
    const eve = await server.person(`Guess${project.id}`)
    const token = await invite(eve.email)
    for (let failures = 0; failures < 10; failures++)
      expect((await accept(token, { password: 'wrong' })).status).toBe(400)
    expect((await accept(token, { password: eve.password })).status).toBe(429)
  })

  test.each([
    ['deleted', 400, INVALID],
    ['deactivated', 409, CHANGED],
  ])('accepting is refused when the account is %s after the password check', async (change, status, message) => {
    const eve = await server.person(`Eve-${change}${project.id}`)
    const token = await invite(eve.email)
    const check = hold(server.services, 'write')
    const answer = accept(token, { password: eve.password })
    await check.reached
    const acceptance = hold(server.services, 'write')
    check.end()
    await acceptance.reached
    const user = `/admin/users/${eve.id}`
    await (change === 'deleted' ? server.delete(user, ada) : server.patch(`${user}/toggle-status`, undefined, ada))
    acceptance.end()
    expect(await outcomeOf(answer)).toEqual([status, message, 1])
  })

  test('accepting with a new password is refused when someone signs up with the email meanwhile', async () => {
    const token = await invite(`meanwhile${project.id}@example.com`)
    const acceptance = hold(server.services, 'write')
    const answer = accept(token)
    await acceptance.reached
    await server.person(`Meanwhile${project.id}`)
    acceptance.end()
    expect(await outcomeOf(answer)).toEqual([409, CHANGED, 1])
  })

  async function outcomeOf(acceptance: Promise<Answer>): Promise<[status: number, message: string, members: number]> {
    const { status, body } = await acceptance
    return [status, body.message, (await server.get(`/projects/${project.id}/members`, olga)).body.length]
  }
})
