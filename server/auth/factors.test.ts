import { expect, test } from 'vitest'
import { addApp, codeOf, wrongCode } from '../testing/second-factors.ts'
import { type Answer, type Caller, isFleet, type Person, startTestServerOn } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { secretHash } from './secrets.ts'

/* Second factors of sign-ins, from the setup to the reset. */

const server = await useTestServer()
const { db, write, config } = server.services
const ada = await server.person('Ada')

const signIn = ({ email, password }: Person, more: object = {}) =>
  server.post('/auth/sign-in', { email, password, ...more })
const second = (body: object) => server.post('/auth/sign-in/second-factor', body)
const reason = ({ status, body }: Answer) => [status, body.message]
const bearer = ({ body }: Answer): Caller => ({ authorization: `Bearer ${body.accessToken}` })
const status = async (as: Caller) => (await server.get('/auth/profile', as)).status
const requireFactor = (mfaRequired: string, as: Caller = ada) => server.patch('/admin/settings', { mfaRequired }, as)

async function ticketOf(person: Person): Promise<string> {
  return (await signIn(person)).body.secondFactor.ticket
}

async function confirmLongAgo({ id }: Person): Promise<void> {
  const confirmed_at = new Date(Date.now() - 10 * 60_000 - 1_000).toISOString()
  await write(null, (trx) => trx.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', id).execute())
}

test('without a second factor a sign-in answers as before, whatever is sent for one (trust line 14)', async () => {
  const ben = await server.person('Ben')
  const { status, body } = await signIn(ben)
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['accessToken', 'user', 'mustResetPassword'])
  expect(Object.keys((await server.get('/auth/profile', ben)).body)).not.toContain('mustSetUpFactor')
  expect((await signIn(ben, { code: '123456' })).status).toBe(200)
  expect(Object.keys((await signIn({ ...ben, password: 'wrong' })).body)).toEqual(['message', 'code'])
  expect((await server.get('/admin/settings', ada)).body).toEqual({ signup_enabled: true })
})

/** As input methods of East Asia write it. */
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))

test('codes are taken in full-width characters', async () => {
  const yui = await server.person('Yui')
  const { body: begun } = await server.post('/auth/factors/totp', undefined, yui)
  const confirm = { ticket: begun.ticket, code: fullWidth(codeOf(begun.secret)) }
  const { status, body } = await server.post('/auth/factors/totp/confirm', confirm, yui)
  expect(status).toBe(200)
  const recoveryCode = fullWidth(body.recoveryCodes[0])
  expect((await second({ ticket: await ticketOf(yui), recoveryCode })).status).toBe(200)
  await write(null, (trx) => trx.updateTable('factors').set({ last_step: null }).execute())
  expect((await signIn(yui, { code: fullWidth(codeOf(begun.secret)) })).status).toBe(200)
})

test('with an authenticator app a sign-in takes its code, once, and the password alone is a ticket (trust line 15)', async () => {
  const cleo = await server.person('Cleo')
  const other = bearer(await signIn(cleo))
  const { body: begun } = await server.post('/auth/factors/totp', undefined, cleo)
  expect(begun.uri).toContain(`otpauth://totp/Assay:cleo%40example.com?secret=${begun.secret}`)
  expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
  const confirm = (code: string, ticket = begun.ticket) =>
    server.post('/auth/factors/totp/confirm', { ticket, code, name: 'Phone' }, cleo)
  expect(reason(await confirm(wrongCode(begun.secret)))).toEqual([400, 'Wrong code'])
  expect((await confirm(codeOf(begun.secret), 'forged')).status).toBe(400)
  const confirmed = codeOf(begun.secret)
  const { body: added } = await confirm(confirmed)
  expect(added.factor).toEqual({
    id: expect.any(String),
    kind: 'totp',
    name: 'Phone',
    createdAt: expect.stringMatching(/Z$/),
    lastUsedAt: null,
  })
  expect(added.recoveryCodes).toHaveLength(10)
  expect((await confirm(confirmed)).status).toBe(400)
  // The other sessions have ended.
  expect([await status(cleo), await status(other)]).toEqual([200, 401])
  expect((await server.get('/auth/factors', cleo)).body).toEqual([added.factor])

  const refused = await signIn(cleo)
  expect(refused.status).toBe(401)
  expect(refused.body).toEqual({
    message: 'Enter the code of your authenticator app',
    code: 'UNAUTHORIZED',
    secondFactor: { ticket: expect.any(String), methods: ['totp', 'recovery-code'] },
  })
  const { ticket } = refused.body.secondFactor
  // The code that confirmed is used.
  expect(reason(await second({ ticket, code: confirmed }))).toEqual([401, 'Wrong code'])
  await write(null, (trx) => trx.updateTable('factors').set({ last_step: null }).execute())
  const code = codeOf(begun.secret)
  const signedIn = await second({ ticket, code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect(signedIn.status).toBe(200)
  expect(Object.keys(signedIn.body)).toEqual(['accessToken', 'user', 'mustResetPassword'])
  expect((await server.get('/auth/sessions', bearer(signedIn))).body[0].factor).toBe('totp')
  for (const used of [
    { ticket, code },
    { ticket: await ticketOf(cleo), code },
  ])
    expect((await second(used)).status).toBe(401)
  await write(null, (trx) => trx.updateTable('factors').set({ last_step: null }).execute())
  expect(reason(await second({ ticket, code: codeOf(begun.secret) }))).toEqual([
    401,
    'This sign-in took too long. Sign in again',
  ])
  const last = codeOf(begun.secret)
  expect((await signIn(cleo, { code: last })).status).toBe(200)
  expect((await signIn(cleo, { code: last })).body.secondFactor).toBeDefined()
  expect((await signIn({ ...cleo, password: 'wrong' })).body).toEqual({
    message: 'Invalid email or password',
    code: 'UNAUTHORIZED',
  })
})

test('a recovery code works once, and after five wrong codes of a user the sixth attempt is refused (trust line 16)', async () => {
  const dora = await server.person('Dora')
  const { secret, recoveryCodes, nextCode } = await addApp(server, dora)
  const [first, next] = recoveryCodes as [string, string]
  const wrong = wrongCode(secret)
  // The right one that follows takes it off the count.
  expect((await signIn(dora, { code: wrong })).status).toBe(401)
  const ticket = await ticketOf(dora)
  const typed = first.toLowerCase().replaceAll('-', ' ')
  const signedIn = await second({ ticket, recoveryCode: typed })
  expect(signedIn.status).toBe(200)
  expect((await server.get('/auth/recovery-codes', dora)).body).toEqual({ left: 9 })
  expect((await second({ ticket: await ticketOf(dora), recoveryCode: first })).status).toBe(401)
  expect((await second({ ticket: await ticketOf(dora) })).status).toBe(400)
  for (const attempt of [() => signIn(dora, { code: wrong }), () => second({ ticket, code: wrong })])
    expect((await attempt()).status).toBe(401)
  const many = await Promise.all([1, 2, 3, 4].map(async () => (await second({ ticket, code: wrong })).status))
  expect(many.toSorted()).toEqual([401, 401, 429, 429])
  const limited = await second({ ticket: await ticketOf(dora), recoveryCode: next })
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await signIn(dora, { code: await nextCode() })).status).toBe(429)
  const events = (await server.get(`/admin/audit?q=Dora`, ada)).body
  const actions = events.map(({ action }: any) => action)
  expect(actions).toEqual(expect.arrayContaining(['factor.failed', 'factor.refused']))
  expect(events.map(({ after }: any) => after)).toContainEqual({ factor: 'recovery-code', codesLeft: 9 })
  // Another user is not concerned, nor is a password.
  expect((await signIn(ada)).status).toBe(200)
})

test('factors are changed within ten minutes of a confirmation by password or code', async () => {
  const emil = await server.person('Emil')
  const { id, secret, recoveryCodes, nextCode } = await addApp(server, emil, 'Phone')
  await confirmLongAgo(emil)
  const calls = () => [
    server.get('/auth/factors', emil),
    server.post('/auth/factors/totp', undefined, emil),
    server.post('/auth/factors/totp/confirm', { ticket: 'any', code: '123456' }, emil),
    server.delete(`/auth/factors/${id}`, emil),
    server.get('/auth/recovery-codes', emil),
    server.post('/auth/recovery-codes', undefined, emil),
  ]
  for (const answer of await Promise.all(calls())) expect(reason(answer)).toEqual([403, 'Confirm it is you'])
  const confirm = (body: object) => server.post('/auth/confirm', body, emil)
  expect(reason(await confirm({ password: 'wrong' }))).toEqual([400, 'The password is incorrect'])
  expect(reason(await confirm({ code: wrongCode(secret) }))).toEqual([400, 'Wrong code'])
  expect((await confirm({})).status).toBe(400)
  expect((await confirm({ code: await nextCode() })).body).toEqual({ message: 'Confirmed' })
  expect((await server.get('/auth/factors', emil)).status).toBe(200)
  await confirmLongAgo(emil)
  expect((await confirm({ password: emil.password })).status).toBe(200)

  const tablet = await addApp(server, emil, 'Tablet')
  expect(tablet.recoveryCodes).toEqual([])
  const { body: renewed } = await server.post('/auth/recovery-codes', undefined, emil)
  expect(new Set([...renewed.recoveryCodes, ...recoveryCodes]).size).toBe(20)
  const other = bearer(await second({ ticket: await ticketOf(emil), recoveryCode: renewed.recoveryCodes[0] }))
  expect((await server.delete(`/auth/factors/${id}`, emil)).body).toEqual({ message: 'Second factor removed' })
  expect([await status(emil), await status(other)]).toEqual([200, 401])
  expect((await server.delete(`/auth/factors/${id}`, emil)).status).toBe(404)
  expect((await server.get('/auth/recovery-codes', emil)).body).toEqual({ left: 9 })
  const ticket = await ticketOf(emil)
  await server.delete(`/auth/factors/${tablet.id}`, emil)
  expect((await server.post('/auth/recovery-codes', undefined, emil)).status).toBe(409)
  // The ticket ended with the other sessions.
  expect((await second({ ticket, recoveryCode: renewed.recoveryCodes[1] })).status).toBe(401)
  expect((await signIn(emil)).status).toBe(200)
  expect((await server.get('/auth/recovery-codes', emil)).body).toEqual({ left: 0 })
})

test('seeds are sealed, recovery codes are hashed, and without the signing secret a recovery code still works', async () => {
  const finn = await server.person('Finn')
  const { id, secret, recoveryCodes } = await addApp(server, finn)
  const stored = JSON.stringify([
    await db.selectFrom('factors').selectAll().execute(),
    await db.selectFrom('recovery_codes').selectAll().execute(),
  ])
  const [code] = recoveryCodes as [string]
  expect(stored).toContain(secretHash(code.replaceAll('-', '')))
  for (const hidden of [secret, code, code.replaceAll('-', '')]) expect(stored).not.toContain(hidden)
  const exported = JSON.stringify((await server.get('/auth/export', finn)).body)
  expect(exported).toContain(id)
  expect(exported).not.toMatch(/sealed_seed|code_hash/)
  await write(null, (trx) => trx.updateTable('factors').set({ sealed_seed: '1.lost' }).where('id', '=', id).execute())
  expect((await signIn(finn, { code: codeOf(secret) })).status).toBe(401)
  expect((await second({ ticket: await ticketOf(finn), recoveryCode: code })).status).toBe(200)
})

test.skipIf(isFleet)('a changed signing secret keeps authenticator apps while the former one is known', async () => {
  const gina = await server.person('Gina')
  const { id, nextCode } = await addApp(server, gina)
  const url = 'file' in config.DATABASE_URL ? `file:${config.DATABASE_URL.file}` : config.DATABASE_URL.postgres
  const change = { JWT_SECRET: 'another secret for tests, 32 long', JWT_SECRET_PREVIOUS: config.JWT_SECRET }
  const next = await startTestServerOn(url, change)
  const { email, password } = gina
  const signedIn = await next.post('/auth/sign-in', { email, password, code: await nextCode() })
  await next.close()
  expect(signedIn.status).toBe(200)
  // Sealed anew: the former secret does not open it any more.
  expect((await signIn(gina, { code: await nextCode() })).status).toBe(401)
  await server.delete(`/admin/users/${gina.id}`, ada)
  expect(await db.selectFrom('factors').selectAll().where('id', '=', id).execute()).toEqual([])
})

test('an administrator resets the factors of a person without getting in, and not the own ones', async () => {
  const hal = await server.person('Hal')
  await addApp(server, hal)
  const reset = (id: string) => server.post(`/admin/users/${id}/reset-factors`, undefined, ada)
  const { body: given } = await server.post(`/admin/users/${hal.id}/reset-password`, undefined, ada)
  const temporary = { ...hal, password: given.tempPassword }
  // The factor stays.
  expect((await signIn(temporary)).body.secondFactor.methods).toContain('totp')
  const ticket = await ticketOf(temporary)
  const answer = await reset(hal.id)
  expect([answer.status, answer.body]).toEqual([200, { message: 'Second factor reset' }])
  expect((await second({ ticket, code: '123456' })).status).toBe(401)
  expect((await signIn(temporary)).body.mustResetPassword).toBe(true)
  expect([(await reset(ada.id)).status, (await reset('none')).status]).toEqual([403, 404])
  const [event] = (await server.get('/admin/audit?action=factors.reset', ada)).body
  expect(event).toMatchObject({ actor: { id: ada.id }, target: { id: hal.id }, before: { factors: 1 } })
})

test('a second factor is required for nobody, administrators or everyone, but not of tokens and projects', async () => {
  const ida = await server.person('Ida')
  const { body: project } = await server.post('/projects', { name: 'Shop' }, ida)
  const token = (await server.post('/auth/tokens', { name: 'Laptop', verbs: ['read'] }, ida)).body.token
  const machine = { authorization: `Basic ${btoa(`${project.id}:${project.clientSecret}`)}` }
  expect(reason(await requireFactor('everyone'))).toEqual([403, 'Set up a second factor for yourself first'])
  expect((await requireFactor('sometimes')).status).toBe(400)
  await addApp(server, ada)
  expect((await requireFactor('admins')).body).toEqual({ signup_enabled: true, mfaRequired: 'admins' })
  expect((await server.get('/projects', ida)).status).toBe(200)
  expect((await requireFactor('everyone')).status).toBe(200)

  const missing = [403, 'Set up a second factor first']
  expect(reason(await server.get('/projects', ida))).toEqual(missing)
  expect(reason(await server.get('/auth/sessions', ida))).toEqual(missing)
  expect((await server.get('/auth/profile', ida)).body.mustSetUpFactor).toBe(true)
  expect((await server.get('/projects', ada)).status).toBe(200)
  for (const as of [{ authorization: `Bearer ${token}` }, machine])
    expect((await server.get(`/projects/${project.id}`, as)).status).toBe(200)
  const jo = await server.post('/auth/sign-up', { name: 'Jo', email: 'jo@example.com', password: 'secret' })
  expect(jo.body.mustSetUpFactor).toBe(true)
  const signedIn = await signIn(ida)
  expect([signedIn.status, signedIn.body.mustSetUpFactor]).toEqual([200, true])

  const session = bearer(signedIn)
  await addApp(server, session)
  expect((await server.get('/projects', session)).status).toBe(200)
  expect((await server.get('/auth/profile', session)).body.mustSetUpFactor).toBeUndefined()
  expect((await requireFactor('off')).body).toEqual({ signup_enabled: true })
})

test('who accepts an invite to an account with a second factor sends it too', async () => {
  const [kai, lea] = [await server.person('Kai'), await server.person('Lea')]
  const project = await server.project(kai)
  const { nextCode, recoveryCodes } = await addApp(server, lea)
  const { body } = await server.post(`/invite/create/${project.id}`, { email: lea.email }, kai)
  const token = new URL(body.inviteLink).searchParams.get('token')
  const accept = (more: object = {}) => server.post('/invite/accept', { token, password: lea.password, ...more })
  const refused = await accept()
  expect([refused.status, refused.body.secondFactor.methods]).toEqual([401, ['totp', 'recovery-code']])
  expect((await accept({ password: 'wrong', code: await nextCode() })).status).toBe(400)
  expect(reason(await accept({ recoveryCode: 'wrong' }))).toEqual([401, 'Wrong code'])
  expect((await accept({ recoveryCode: recoveryCodes[0] })).status).toBe(201)
  const [{ action, after }] = (await server.get('/admin/audit?q=Lea&limit=1', ada)).body
  expect([action, after]).toEqual(['invite.accepted', { isNewUser: false, factor: 'recovery-code', codesLeft: 9 }])
})

test('with a second factor a strong password has 8 characters', async () => {
  const mia = await server.person('Mia')
  await addApp(server, mia)
  await server.patch('/admin/settings', { passwordPolicy: 'strong' }, ada)
  const set = (newPassword: string) =>
    server.post('/auth/reset-password', { currentPassword: mia.password, newPassword }, mia)
  expect(reason(await set('gx7#kqz'))).toEqual([400, 'Password must be at least 8 characters long'])
  expect((await set('gx7#kqzw')).status).toBe(200)
  await server.patch('/admin/settings', { passwordPolicy: 'spec' }, ada)
})
