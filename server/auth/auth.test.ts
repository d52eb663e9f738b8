import { describe, expect, test } from 'vitest'
import { expectEntity } from '../testing/entities.ts'
import { startTestServer } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const ada = await server.person('Ada')

const signIn = (email: string, password: string) => server.post('/auth/sign-in', { email, password })
const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` })

describe('signing up', () => {
  test('signing up answers 201 with the user and a valid token', async () => {
    const { status, body } = await server.post('/auth/sign-up', {
      email: '  Zoe@Example.com ',
      password: 'secret',
      name: '  Zoë ',
    })
    expect([status, Object.keys(body).toSorted()]).toEqual([201, ['accessToken', 'user']])
    expectEntity('User', body.user)
    expect(body.user).toMatchObject({ name: 'Zoë', isActive: true, mustResetPassword: false })
    expect((await server.get('/auth/profile', bearer(body.accessToken))).body).toEqual(body.user)
  })

  test('the first user of an empty database becomes an administrator, the second does not', async () => {
    const ben = await server.person('Ben')
    expect((await server.get('/auth/profile', ada)).body).toMatchObject({ isAdmin: true })
    expect((await server.get('/auth/profile', ben)).body).toMatchObject({ isAdmin: false })
  })

  test('concurrent sign-ups on an empty database create one administrator', async () => {
    const empty = await startTestServer()
    const people = await Promise.all(Array.from({ length: 8 }, (_, index) => empty.person(`P${index}`)))
    const profiles = await Promise.all(people.map((person) => empty.get('/auth/profile', person)))
    expect(profiles.filter(({ body }) => body.isAdmin)).toHaveLength(1)
    await empty.close()
  })

  test.each(['ada@example.com', ' ADA@Example.COM '])(
    'signing up with the taken email %j answers 409',
    async (email) => {
      const { status, body } = await server.post('/auth/sign-up', { email, password: 'secret', name: 'Twin' })
      expect([status, body.message]).toEqual([409, 'A user with this email already exists'])
    },
  )

  test('one of concurrent sign-ups with one email succeeds', async () => {
    const wanted = { email: 'wanted@example.com', password: 'secret', name: 'Twin' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.post('/auth/sign-up', wanted)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  })

  test.each([
    [{ password: '12345' }, 'Password must be at least 6 characters long'],
    [{ password: undefined }, 'Password is required'],
    [{ password: 'x'.repeat(1001) }, 'Password must be at most 1000 characters long'],
    [{ password: 'secret\0' }, 'Password must not contain NUL characters'],
    [{ email: undefined }, 'Email is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'ada' }, 'Email must be a valid address'],
    [{ email: 'a@b@c.de' }, 'Email must be a valid address'],
    [{ name: ' ' }, 'Name is required'],
    [{ name: 'x'.repeat(256) }, 'Name must be at most 255 characters long'],
    [{ name: 'a\0b' }, 'Name must not contain NUL characters'],
  ])('signing up with %j answers 400: %j', async (change, message) => {
    const { status, body } = await server.post('/auth/sign-up', {
      email: 'new@example.com',
      password: 'secret',
      name: 'New',
      ...change,
    })
    expect([status, body.message]).toEqual([400, message])
  })

  test('with a setup token only the sign-up that sends it makes the first administrator, even if sign-up is closed', async () => {
    const SETUP_TOKEN = 'twelve letters or more'
    const closed = await startTestServer({ SIGNUP_ENABLED: false, SETUP_TOKEN })
    const signUp = (email: string, setupToken?: string) =>
      closed.post('/auth/sign-up', { email, password: 'secret', name: 'New', setupToken })
    const state = async () => (await closed.get('/auth/signup-enabled')).body
    expect(await state()).toEqual({ signupEnabled: true, setupTokenNeeded: true })
    expect((await signUp('first@example.com')).body.message).toBe('Sign up is disabled')
    expect((await signUp('first@example.com', 'another token')).body.message).toBe('Wrong setup token')
    expect((await signUp('first@example.com', SETUP_TOKEN)).body.user.isAdmin).toBe(true)
    expect(await state()).toEqual({ signupEnabled: false })
    expect((await signUp('second@example.com', SETUP_TOKEN)).status).toBe(403)
    await closed.close()

    const open = await startTestServer({ SETUP_TOKEN })
    expect((await open.get('/auth/profile', await open.person('Visitor'))).body.isAdmin).toBe(false)
    const { body } = await open.post('/auth/sign-up', {
      email: 'ada@example.com',
      password: 'secret',
      name: 'Ada',
      setupToken: SETUP_TOKEN,
    })
    expect(body.user.isAdmin).toBe(true)
    await open.close()
  })

  test('closed sign-up is refused, except while there are no users', async () => {
    const closed = await startTestServer({ SIGNUP_ENABLED: false })
    expect((await closed.get('/auth/signup-enabled')).body).toEqual({ signupEnabled: true })
    expect((await closed.get('/auth/profile', await closed.person('Ada'))).body.isAdmin).toBe(true)
    expect((await closed.get('/auth/signup-enabled')).body).toEqual({ signupEnabled: false })
    const { status, body } = await closed.post('/auth/sign-up', {
      email: 'b@example.com',
      password: 'secret',
      name: 'Ben',
    })
    expect([status, body.message]).toEqual([403, 'Sign up is disabled'])
    await closed.close()
  })
})

describe('signing in', () => {
  test('signing in answers 200 with a token, the user and mustResetPassword', async () => {
    const { status, body } = await signIn(' ADA@example.com', ada.password)
    expect([status, Object.keys(body).toSorted()]).toEqual([200, ['accessToken', 'mustResetPassword', 'user']])
    expectEntity('User', body.user)
    expect(body.mustResetPassword).toBe(false)
    expect((await server.get('/auth/profile', bearer(body.accessToken))).body).toEqual(body.user)
  })

  test.each([
    ['ada@example.com', 'wrong'],
    ['ada@example.com', " Ada's password"],
    ['nobody@example.com', 'wrong'],
  ])('signing in as %s with %j does not reveal whether the email exists', async (email, password) => {
    const { status, body } = await signIn(email, password)
    expect([status, body]).toEqual([401, { message: 'Invalid email or password', code: 'UNAUTHORIZED' }])
  })

  test('every character of a long password is checked', async () => {
    const password = 'x'.repeat(100)
    await server.post('/auth/sign-up', { email: 'long@example.com', password, name: 'Long' })
    expect((await signIn('long@example.com', `${password.slice(1)}y`)).status).toBe(401)
    expect((await signIn('long@example.com', password)).status).toBe(200)
  })
})

describe('a token', () => {
  test.each([
    ['with another signature', (token: string) => `${token.slice(0, -4)}AAAA`],
    [
      'with claims changed',
      (token: string) => token.replace(/\.(.+)\./, `.${Buffer.from('{"sub":"x","ver":0}').toString('base64url')}.`),
    ],
    [
      'with the algorithm none',
      (token: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    ['that is malformed', () => 'x'],
  ])('a token %s is refused', async (_, forge) => {
    const { status, body } = await server.get('/auth/profile', bearer(forge(ada.authorization.slice('Bearer '.length))))
    expect([status, body.message]).toEqual([401, 'Invalid or expired token'])
  })

  test('a token expires after 7 days', async () => {
    const { body } = await signIn(ada.email, ada.password)
    const { tokens } = server.services
    const [, claims] = body.accessToken.split('.')
    const { exp, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(exp - iat).toBe(7 * 24 * 3600)
    const now = Date.now
    try {
      Date.now = () => exp * 1000 + 1000
      expect(tokens.verify(body.accessToken)).toBeNull()
    } finally {
      Date.now = now
    }
    expect(tokens.verify(body.accessToken)).not.toBeNull()
  })

  test('a token is revoked for good when its user is deactivated or deleted', async () => {
    const [cleo, dora] = [await server.person('Cleo'), await server.person('Dora')]
    await server.patch(`/admin/users/${cleo.id}/toggle-status`, undefined, ada)
    await server.delete(`/admin/users/${dora.id}`, ada)
    for (const gone of [cleo, dora]) expect((await server.get('/projects', gone)).status).toBe(401)
    const { status, body } = await signIn(cleo.email, cleo.password)
    expect([status, body.message]).toEqual([403, 'This account is deactivated'])
    expect((await signIn(cleo.email, 'wrong')).status).toBe(401)
    expect((await signIn(dora.email, dora.password)).status).toBe(401)
    await server.patch(`/admin/users/${cleo.id}/toggle-status`, undefined, ada)
    expect((await server.get('/projects', cleo)).status).toBe(401)
    const { accessToken } = (await signIn(cleo.email, cleo.password)).body
    expect((await server.get('/projects', bearer(accessToken))).status).toBe(200)
  })
})

describe('resetting the password', () => {
  const reset = (as: { authorization: string }, currentPassword: string, newPassword: string) =>
    server.post('/auth/reset-password', { currentPassword, newPassword }, as)

  test('resetting the password answers a new token and revokes the old tokens and password', async () => {
    const finn = await server.person('Finn')
    const other = bearer((await signIn(finn.email, finn.password)).body.accessToken)
    const { status, body } = await reset(finn, finn.password, 'another')
    expect([status, Object.keys(body).toSorted()]).toEqual([200, ['accessToken', 'message']])
    expect((await server.get('/auth/profile', finn)).status).toBe(401)
    expect((await server.get('/auth/profile', other)).status).toBe(401)
    expect((await server.get('/auth/profile', bearer(body.accessToken))).status).toBe(200)
    expect((await signIn(finn.email, finn.password)).status).toBe(401)
    expect((await signIn(finn.email, 'another')).status).toBe(200)
  })

  test('resetting the password with a wrong current password answers 400, not 401', async () => {
    const { status, body } = await reset(ada, 'wrong', 'another')
    expect([status, body]).toEqual([
      400,
      {
        message: 'Current password is incorrect',
        code: 'BAD_REQUEST',
        issues: [{ path: ['currentPassword'], message: 'Current password is incorrect' }],
      },
    ])
    expect((await reset(ada, ada.password, '12345')).body.message).toBe('Password must be at least 6 characters long')
    expect((await server.get('/auth/profile', ada)).status).toBe(200)
  })

  test('one of two concurrent password resets succeeds, and only its token and password work', async () => {
    const gina = await server.person('Gina')
    const passwords = ['first new one', 'second new one']
    const answers = await Promise.all(passwords.map((password) => reset(gina, gina.password, password)))
    const won = answers.map(({ status }) => status === 200)
    expect(won.filter(Boolean)).toHaveLength(1)
    for (const [index, password] of passwords.entries())
      expect((await signIn(gina.email, password)).status).toBe(won[index] ? 200 : 401)
  })

  test('a user with a temporary password may only reset it and read the profile', async () => {
    const { body: hal } = await server.post('/admin/users', { email: 'hal@example.com', name: 'Hal' }, ada)
    const { body } = await signIn(hal.email, hal.tempPassword)
    expect([body.mustResetPassword, body.user.mustResetPassword]).toEqual([true, true])
    const token = bearer(body.accessToken)
    expect((await server.get('/auth/profile', token)).body.mustResetPassword).toBe(true)
    const refused = await server.get('/projects', token)
    expect([refused.status, refused.body.message]).toEqual([403, 'Password reset required'])
    const same = await reset(token, hal.tempPassword, hal.tempPassword)
    expect([same.status, same.body.issues]).toEqual([
      400,
      [{ path: ['newPassword'], message: 'Choose a password other than the temporary one' }],
    ])
    const { body: done } = await reset(token, hal.tempPassword, 'my own one')
    expect((await server.get('/projects', bearer(done.accessToken))).status).toBe(200)
    expect((await server.get('/auth/profile', bearer(done.accessToken))).body.mustResetPassword).toBe(false)
  })
})

test('passwords are stored as hashes, and no answer contains a hash', async () => {
  const rows = await server.services.db.selectFrom('users').selectAll().execute()
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toContain(ada.password)
  expect(
    rows.every(({ password_hash, deleted_at }) => deleted_at !== null || /^\$2[aby]\$/.test(password_hash ?? '')),
  ).toBe(true)
  expect(JSON.stringify((await server.get('/admin/users', ada)).body)).not.toContain('$2')
})
