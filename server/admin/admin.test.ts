import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectEntities, expectEntity } from '../testing/entities.ts'
import { type Person, startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let ada: Person
let ben: Person
beforeEach(async () => {
  server = await startTestServer()
  ada = await server.person('Ada')
  ben = await server.person('Ben')
})
afterEach(() => server.close())

const create = (body: object) => server.post('/admin/users', { email: 'new@example.com', name: 'New', ...body }, ada)
const toggle = (id: string) => server.patch(`/admin/users/${id}/toggle-status`, undefined, ada)
const remove = (id: string) => server.delete(`/admin/users/${id}`, ada)
const signIn = (email: string, password: string) => server.post('/auth/sign-in', { email, password })

test('the statistics count users and projects after each change', async () => {
  const stats = async () => (await server.get('/admin/stats', ada)).body
  expect(await stats()).toEqual({ totalUsers: 2, activeUsers: 2, adminUsers: 1, totalProjects: 0 })
  await server.project(ben)
  await create({ isAdmin: true })
  await toggle(ben.id)
  expect(await stats()).toEqual({ totalUsers: 3, activeUsers: 2, adminUsers: 2, totalProjects: 1 })
  await remove(ben.id)
  expect(await stats()).toEqual({ totalUsers: 2, activeUsers: 2, adminUsers: 2, totalProjects: 1 })
})

test('the list of users has all users who are not deleted, oldest first', async () => {
  const { body: gone } = await create({ email: 'gone@example.com' })
  await create({ name: 'Cleo' })
  await remove(gone.id)
  await toggle(ben.id)
  const { status, body, headers } = await server.get('/admin/users', ada)
  expect([status, headers.get('x-total-count')]).toEqual([200, '3'])
  expectEntities('ListedUser', body)
  expect(body.map(({ name, isAdmin, isActive }: any) => [name, isAdmin, isActive])).toEqual([
    ['Ada', true, true],
    ['Ben', false, false],
    ['Cleo', false, true],
  ])
  expect(await server.parts('/admin/users?limit=2', ada)).toEqual([body.slice(0, 2), body.slice(2)])
})

describe('creating a user', () => {
  test('creating a user with a password answers 201, and the user can sign in', async () => {
    const { status, body } = await create({ email: ' New@Example.com ', password: 'secret', sendInvite: true })
    const { tempPassword, ...user } = body
    expect([status, tempPassword]).toEqual([201, null])
    expectEntity('User', user)
    expect(user).toMatchObject({ email: 'new@example.com', isAdmin: false, isActive: true, mustResetPassword: false })
    expect((await signIn('new@example.com', 'secret')).status).toBe(200)
  })

  test.each([undefined, null])('creating a user with the password %j generates a temporary one', async (password) => {
    const { body } = await create({ password, isAdmin: null })
    expect(body).toMatchObject({ mustResetPassword: true, isAdmin: false })
    expect(body.tempPassword).toMatch(/^[0-9A-Za-z]{20}$/)
    expect((await signIn(body.email, body.tempPassword)).body.mustResetPassword).toBe(true)
  })

  test('an administrator can create another administrator', async () => {
    const { body } = await create({ password: 'secret', isAdmin: true })
    const { accessToken } = (await signIn(body.email, 'secret')).body
    expect((await server.get('/admin/stats', { authorization: `Bearer ${accessToken}` })).status).toBe(200)
  })

  test.each([
    [{ email: 'ben@example.com' }, 409, 'A user with this email already exists'],
    [{ email: 'BEN@example.com' }, 409, 'A user with this email already exists'],
    [{ email: 'ben' }, 400, 'Email must be a valid address'],
    [{ name: '' }, 400, 'Name is required'],
    [{ password: '12345' }, 400, 'Password must be at least 6 characters long'],
    [{ isAdmin: 'true' }, 400, 'isAdmin must be true or false'],
    [{ sendInvite: 1 }, 400, 'sendInvite must be true or false'],
  ])('creating a user with %j is refused', async (change, status, message) => {
    const answer = await create(change)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })
})

describe('the status of a user', () => {
  test('toggling the status of a user deactivates and activates them', async () => {
    const { status, body } = await toggle(ben.id)
    expect(status).toBe(200)
    expectEntity('User', body)
    expect(body.isActive).toBe(false)
    expect((await server.get('/projects', ben)).status).toBe(401)
    expect((await toggle(ben.id)).body.isActive).toBe(true)
    expect((await server.get('/projects', ben)).status).toBe(401)
    expect((await signIn(ben.email, ben.password)).status).toBe(200)
  })

  test('toggling the status of an administrator or an unknown user is refused', async () => {
    const refused = await toggle(ada.id)
    expect([refused.status, refused.body.message]).toEqual([403, 'Admin users cannot be deactivated'])
    const unknown = await toggle('unknown')
    expect([unknown.status, unknown.body.message]).toEqual([404, 'User not found'])
  })
})

describe('deleting a user', () => {
  test('deleting an administrator or an unknown user is refused', async () => {
    const { body: cleo } = await create({ isAdmin: true })
    for (const id of [ada.id, cleo.id]) {
      const { status, body } = await remove(id)
      expect([status, body.message]).toEqual([403, 'Admin users cannot be deleted'])
    }
    expect((await remove('unknown')).status).toBe(404)
    expect((await remove(ben.id)).body).toEqual({ message: 'User deleted' })
    expect((await remove(ben.id)).status).toBe(404)
    expect((await toggle(ben.id)).status).toBe(404)
  })

  test('deleting a user makes the administrator the owner of their projects and ends their memberships', async () => {
    const cleo = await server.person('Cleo')
    const [owned, shared, joined] = [
      await server.project(ben, 'Owned'),
      await server.project(ben, 'Shared'),
      await server.project(cleo, 'Joined'),
    ]
    await server.member(ben, shared.id, ada)
    await server.member(ben, shared.id, cleo)
    await server.member(cleo, joined.id, ben)
    await remove(ben.id)
    for (const { id } of [owned, shared]) expect((await server.get(`/projects/${id}`, ada)).body.userRole).toBe('owner')
    const members = async (id: string, as: Person) =>
      (await server.get(`/projects/${id}/members`, as)).body.map(({ role, user }: any) => [role, user.name])
    expect(await members(shared.id, ada)).toEqual([
      ['owner', 'Ada'],
      ['qa_tester', 'Cleo'],
    ])
    expect(await members(owned.id, ada)).toEqual([['owner', 'Ada']])
    expect(await members(joined.id, cleo)).toEqual([['owner', 'Cleo']])
    expect((await server.get(`/projects/${joined.id}`, ada)).status).toBe(404)
  })

  test('deleting a user keeps their results and name', async () => {
    const project = await server.project(ben)
    const testCase = await server.testCase(ben, (await server.suite(ben, project.id)).id)
    const run = await server.run(ben, project.id)
    const result = await server.execute(ben, testCase.id, run.id)
    await remove(ben.id)
    const { body } = await server.get(`/test-runs/${run.id}`, ada)
    expect([body.createdBy, body.results[0].executedBy]).toEqual([
      { id: ben.id, name: 'Ben' },
      { id: ben.id, name: 'Ben' },
    ])
    const attempts = await server.get(`/test-runs/result/${result.id}/attempts`, ada)
    expect(attempts.body).toMatchObject([{ executedBy: { id: ben.id, name: 'Ben' } }])
  })

  test('deleting a user frees the email for a new, empty account', async () => {
    await server.project(ben)
    await remove(ben.id)
    const second = await server.person('Ben')
    expect(second.id).not.toBe(ben.id)
    expect((await server.get('/projects', second)).body).toEqual([])
    expect((await server.get('/auth/profile', ben)).status).toBe(401)
    expect((await server.get('/auth/profile', second)).body.isAdmin).toBe(false)
  })
})

test('a change of the sign-up setting applies at once', async () => {
  const set = async (enabled: unknown) => await server.patch('/admin/settings/signup-enabled', { enabled }, ada)
  const read = async () => [
    (await server.get('/admin/settings', ada)).body,
    (await server.get('/auth/signup-enabled')).body,
  ]
  expect(await read()).toEqual([{ signup_enabled: true }, { signupEnabled: true }])
  const { status, body } = await set(false)
  expect([status, body]).toEqual([200, { signup_enabled: false }])
  expect(await read()).toEqual([{ signup_enabled: false }, { signupEnabled: false }])
  await expect(server.person('Cleo')).rejects.toThrow('Sign up is disabled')
  await set(true)
  expect((await server.person('Cleo')).name).toBe('Cleo')
  for (const wrong of ['false', 0, null, undefined]) expect((await set(wrong)).status).toBe(400)
  expect(await read()).toEqual([{ signup_enabled: true }, { signupEnabled: true }])
})
