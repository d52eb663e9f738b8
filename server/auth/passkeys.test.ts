import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { addPasskey, Authenticator } from '../testing/authenticator.ts'
import { addApp } from '../testing/second-factors.ts'
import type { Answer, Caller, Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Passkeys: as second factors, and alone. */

const [origin, host] = ['https://assay.example.com', 'assay.example.com']
const server = await useTestServer({ PUBLIC_URL: origin })
const { db, write } = server.services
const ada = await server.person('Ada')

const reason = ({ status, body }: Answer) => [status, body.message]
const bearer = ({ body }: Answer): Caller => ({ authorization: `Bearer ${body.accessToken}` })
const signIn = ({ email, password }: Person) => server.post('/auth/sign-in', { email, password })
const lacking = async (person: Person) => (await signIn(person)).body.secondFactor
const second = (body: object) => server.post('/auth/sign-in/second-factor', body)
const begin = async () => (await server.post('/auth/sign-in/passkey/options')).body
const REFUSED = [401, 'This passkey cannot sign you in. Use your password']

/** Signs in by a passkey alone. */
async function enter(device: Authenticator, change: object = {}): Promise<Answer> {
  const { ticket, passkeyOptions } = await begin()
  const passkey = device.get({ ...passkeyOptions, ...change })
  return await server.post('/auth/sign-in/passkey', { ticket, passkey })
}

test('a passkey is made for this host by a verified person, in five minutes, once, and is listed with its name', async () => {
  const ben = await server.person('Ben')
  const other = bearer(await signIn(ben))
  const { body: begun } = await server.post('/auth/factors/passkey', undefined, ben)
  expect(begun.passkeyOptions).toMatchObject({
    rp: { name: 'Assay', id: host },
    user: { id: Buffer.from(ben.id).toString('base64url'), name: ben.email, displayName: 'Ben' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
  const confirm = (device: Authenticator, change: object = {}, ticket = begun.ticket) => {
    const passkey = device.create({ ...begun.passkeyOptions, ...change })
    return server.post('/auth/factors/passkey/confirm', { ticket, passkey, name: ' Laptop ' }, ben)
  }
  const wrong = await Promise.all([
    confirm(new Authenticator({ origin: 'https://evil.example.com' })),
    confirm(new Authenticator({ origin, host: 'evil.example.com' })),
    confirm(new Authenticator({ origin, isVerifying: false })),
    confirm(new Authenticator({ origin }), { challenge: randomBytes(32).toString('base64url') }),
  ])
  for (const answer of wrong) expect(reason(answer)).toEqual([400, 'This passkey was not accepted'])
  expect(reason(await confirm(new Authenticator({ origin }), {}, 'forged'))).toEqual([
    400,
    'This took too long. Begin again',
  ])
  const { status, body: added } = await confirm(new Authenticator({ origin, count: 7 }))
  expect([status, added.recoveryCodes.length]).toEqual([200, 10])
  expect(added.factor).toMatchObject({ kind: 'passkey', name: 'Laptop', lastUsedAt: null })
  expect((await confirm(new Authenticator({ origin }))).status).toBe(400)
  // The other sessions have ended.
  expect((await server.get('/auth/profile', other)).status).toBe(401)
  expect((await server.get('/auth/factors', ben)).body).toEqual([added.factor])
  const { body: next } = await server.post('/auth/factors/passkey', undefined, ben)
  expect(next.passkeyOptions.excludeCredentials).toHaveLength(1)
  const [stored] = await db.selectFrom('factors').selectAll().where('id', '=', added.factor.id).execute()
  expect(stored).toMatchObject({ relying_party: host, sign_count: 7, transports: '["internal"]' })
  const { body: exported } = await server.get('/auth/export', ben)
  expect(JSON.stringify(exported)).toContain(stored?.credential_id)
  expect(JSON.stringify(exported)).not.toContain(stored?.public_key)
})

test('a person has ten second factors at most, and nobody adds a passkey that is here already', async () => {
  const cleo = await server.person('Cleo')
  const device = new Authenticator({ origin })
  await addPasskey(server, cleo, device)
  const { body: begun } = await server.post('/auth/factors/passkey', undefined, cleo)
  const passkey = device.create(begun.passkeyOptions)
  const { id } = device.get({ challenge: 'any', rpId: host })
  await write(null, (trx) =>
    trx.updateTable('factors').set({ credential_id: id }).where('user_id', '=', cleo.id).execute(),
  )
  const again = await server.post('/auth/factors/passkey/confirm', { ticket: begun.ticket, passkey }, cleo)
  expect(reason(again)).toEqual([409, 'This passkey is here already'])
  for (let count = 1; count < 10; count += 1) await addPasskey(server, cleo, new Authenticator({ origin }))
  expect((await server.get('/auth/factors', cleo)).body).toHaveLength(10)
  expect(reason(await server.post('/auth/factors/passkey', undefined, cleo))).toEqual([
    409,
    'You have 10 second factors already',
  ])
})

test('after the password a passkey signs in, and not from another origin or host, unverified, twice or of another person (trust line 17)', async () => {
  const [dora, eve] = [await server.person('Dora'), await server.person('Eve')]
  const [device, phone] = [new Authenticator({ origin }), new Authenticator({ origin })]
  await addPasskey(server, dora, device)
  await addPasskey(server, dora, phone, 'Phone')
  await addPasskey(server, eve, new Authenticator({ origin }))
  const refused = await signIn(dora)
  expect(reason(refused)).toEqual([401, 'Use your passkey'])
  const { ticket, methods, passkeyOptions } = refused.body.secondFactor
  expect(methods).toEqual(['passkey', 'recovery-code'])
  expect(passkeyOptions).toMatchObject({ rpId: host, userVerification: 'required' })
  expect(passkeyOptions.allowCredentials).toHaveLength(2)
  const signedIn = await second({ ticket, passkey: device.get(passkeyOptions) })
  expect([signedIn.status, Object.keys(signedIn.body)]).toEqual([200, ['accessToken', 'user', 'mustResetPassword']])
  expect((await server.get('/auth/sessions', bearer(signedIn))).body[0].factor).toBe('passkey')
  const [first, next] = (await server.get('/auth/factors', bearer(signedIn))).body
  expect([first.lastUsedAt, next.lastUsedAt]).toEqual([expect.stringMatching(/Z$/), null])
  expect(reason(await second({ ticket, passkey: device.get(passkeyOptions) }))).toEqual([
    401,
    'This sign-in took too long. Sign in again',
  ])

  const asked = await lacking(dora)
  const use = (given: object) => second({ ticket: asked.ticket, passkey: given })
  const evil = device.get(asked.passkeyOptions)
  const elsewhere = JSON.parse(Buffer.from(evil.response.clientDataJSON, 'base64url').toString())
  const clientDataJSON = Buffer.from(JSON.stringify({ ...elsewhere, origin: 'https://evil.example.com' })).toString(
    'base64url',
  )
  const WRONG = [401, 'This passkey was not accepted']
  expect(reason(await use({ ...evil, response: { ...evil.response, clientDataJSON } }))).toEqual(WRONG)
  device.host = 'evil.example.com'
  expect(reason(await use(device.get(asked.passkeyOptions)))).toEqual(WRONG)
  device.host = undefined
  device.isVerifying = false
  expect(reason(await use(device.get(asked.passkeyOptions)))).toEqual(WRONG)
  device.isVerifying = true
  // The challenge of another ticket; and a passkey that is right, but of another person.
  expect(reason(await use(device.get((await lacking(dora)).passkeyOptions)))).toEqual(WRONG)
  const { ticket: ofEve } = await lacking(eve)
  expect(reason(await second({ ticket: ofEve, passkey: device.get(asked.passkeyOptions) }))).toEqual(WRONG)
  expect((await use({ id: 'a' })).status).toBe(400)
  expect((await use(phone.get(asked.passkeyOptions))).status).toBe(200)
})

test('a passkey alone signs in, once for each challenge, and a counter that goes back is refused', async () => {
  const finn = await server.person('Finn')
  const device = new Authenticator({ origin, count: 5 })
  await addPasskey(server, finn, device)
  const { ticket, passkeyOptions } = await begin()
  expect(passkeyOptions).toMatchObject({ rpId: host, userVerification: 'required' })
  const passkey = device.get(passkeyOptions)
  const signedIn = await server.post('/auth/sign-in/passkey', { ticket, passkey })
  expect([signedIn.status, signedIn.body.user.id]).toEqual([200, finn.id])
  expect((await server.get('/auth/sessions', bearer(signedIn))).body[0].factor).toBe('passkey')
  expect(reason(await server.post('/auth/sign-in/passkey', { ticket, passkey }))).toEqual(REFUSED)
  const { ticket: other } = await begin()
  expect(reason(await server.post('/auth/sign-in/passkey', { ticket: other, passkey }))).toEqual(REFUSED)
  expect((await server.post('/auth/sign-in/passkey', { ticket: 'forged', passkey })).status).toBe(401)
  // A ticket that follows a password does not work here, and a ticket of this sign-in does not work there.
  const asked = await lacking(finn)
  expect(
    (await server.post('/auth/sign-in/passkey', { ...asked, passkey: device.get(asked.passkeyOptions) })).status,
  ).toBe(401)
  expect((await second({ ticket: other, passkey })).status).toBe(401)

  device.count = 3
  expect(reason(await enter(device))).toEqual(REFUSED)
  device.count = 20
  expect((await enter(device)).status).toBe(200)
  // One that stops to count is another's device that was synchronized.
  device.count = 0
  expect((await enter(device)).status).toBe(200)
})

test('unknown passkeys, deactivated people and those with a temporary password are refused alike', async () => {
  const [gina, hal] = [await server.person('Gina'), await server.person('Hal')]
  const [ginas, hals] = [new Authenticator({ origin }), new Authenticator({ origin })]
  await addPasskey(server, gina, ginas)
  await addPasskey(server, hal, hals)
  const strange = new Authenticator({ origin })
  strange.create({ challenge: 'any', rp: { id: host }, user: { id: Buffer.from(gina.id).toString('base64url') } })
  expect(reason(await enter(strange))).toEqual(REFUSED)
  await server.post(`/admin/users/${gina.id}/reset-password`, undefined, ada)
  await server.patch(`/admin/users/${hal.id}/toggle-status`, undefined, ada)
  expect(reason(await enter(ginas))).toEqual(REFUSED)
  expect(reason(await enter(hals))).toEqual(REFUSED)
  expect(reason(await enter(ginas, { challenge: 'another' }))).toEqual(REFUSED)
  await server.patch(`/admin/users/${hal.id}/toggle-status`, undefined, ada)
  expect((await enter(hals)).status).toBe(200)
  const events = (await server.get('/admin/audit?action=factor.failed', ada)).body
  expect(events.map(({ target }: any) => target?.id ?? null)).toEqual(expect.arrayContaining([gina.id, hal.id, null]))

  await server.post(`/admin/users/${hal.id}/reset-factors`, undefined, ada)
  expect(reason(await enter(hals))).toEqual(REFUSED)
  const ida = await server.person('Ida')
  const idas = new Authenticator({ origin })
  const { id } = await addPasskey(server, ida, idas)
  expect((await server.delete(`/auth/factors/${id}`, ida)).body).toEqual({ message: 'Second factor removed' })
  expect(reason(await enter(idas))).toEqual(REFUSED)
  await addPasskey(server, ida, idas)
  await server.post(`/admin/users/${ida.id}/erase`, undefined, ada)
  expect(await db.selectFrom('factors').select('id').where('user_id', '=', ida.id).execute()).toEqual([])
})

test('wrong passkeys of one network are limited, and a known network still signs in', async () => {
  const jo = await server.person('Jo')
  const device = new Authenticator({ origin })
  await addPasskey(server, jo, device)
  const wrong = () => enter(device, { challenge: 'another' })
  for (let tries = 0; tries < server.services.config.SIGN_IN_MAX_FAILURES; tries += 1)
    expect((await wrong()).status).toBe(401)
  expect([(await wrong()).status, (await enter(device)).status]).toEqual([429, 429])
  // Wrong passkeys without the password lock nobody out who has it.
  const { ticket, passkeyOptions } = await lacking(jo)
  expect((await second({ ticket, passkey: device.get(passkeyOptions) })).status).toBe(200)
})

test('a passkey confirms that it is you, accepts an invite, and meets the demand for a second factor', async () => {
  const [kai, lea] = [await server.person('Kai'), await server.person('Lea')]
  const device = new Authenticator({ origin })
  await addPasskey(server, lea, device)
  const confirmed_at = new Date(Date.now() - 10 * 60_000 - 1_000).toISOString()
  await write(null, (trx) => trx.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', lea.id).execute())
  for (const path of ['passkey', 'passkey/confirm'])
    expect(reason(await server.post(`/auth/factors/${path}`, confirmation, lea))).toEqual([403, 'Confirm it is you'])
  const { body: asked } = await server.post('/auth/confirm/options', undefined, lea)
  expect(asked.methods).toEqual(['passkey'])
  const confirm = (body: object) => server.post('/auth/confirm', body, lea)
  const passkey = device.get(asked.passkeyOptions)
  expect(reason(await confirm({ passkey }))).toEqual([400, 'This took too long. Begin again'])
  const { passkeyOptions } = (await server.post('/auth/confirm/options', undefined, lea)).body
  const ofOther = { ticket: asked.ticket, passkey: device.get(passkeyOptions) }
  expect(reason(await confirm(ofOther))).toEqual([400, 'This passkey was not accepted'])
  expect((await confirm({ ticket: asked.ticket, passkey })).body).toEqual({ message: 'Confirmed' })
  expect(reason(await confirm({ ticket: asked.ticket, passkey: device.get(asked.passkeyOptions) }))).toEqual([
    400,
    'This took too long. Begin again',
  ])
  expect((await server.get('/auth/factors', lea)).status).toBe(200)

  const project = await server.project(kai)
  const { body } = await server.post(`/invite/create/${project.id}`, { email: lea.email }, kai)
  const token = new URL(body.inviteLink).searchParams.get('token')
  const accept = (more: object = {}) => server.post('/invite/accept', { token, password: lea.password, ...more })
  const refused = await accept()
  expect(reason(refused)).toEqual([401, 'Use your passkey'])
  const { secondFactor } = refused.body
  const used = device.get(secondFactor.passkeyOptions)
  expect(reason(await accept({ passkey: used }))).toEqual([401, 'Use your passkey'])
  expect((await accept({ ticket: secondFactor.ticket, passkey: used })).status).toBe(201)

  await addApp(server, lea)
  expect((await lacking(lea)).methods).toEqual(['totp', 'passkey', 'recovery-code'])
  await addPasskey(server, ada, new Authenticator({ origin }))
  expect((await server.patch('/admin/settings', { mfaRequired: 'everyone' }, ada)).status).toBe(200)
  expect((await server.get('/projects', lea)).status).toBe(200)
  expect((await server.get('/projects', kai)).status).toBe(403)
  await addPasskey(server, kai, new Authenticator({ origin }))
  expect((await server.get('/projects', kai)).status).toBe(200)
  await server.patch('/admin/settings', { mfaRequired: 'off' }, ada)
})

test('passkeys of another host are not asked for, because browsers refuse them', async () => {
  const mia = await server.person('Mia')
  const { id, recoveryCodes } = await addPasskey(server, mia, new Authenticator({ origin }))
  await write(null, (trx) =>
    trx.updateTable('factors').set({ relying_party: 'old.example.com' }).where('id', '=', id).execute(),
  )
  const refused = await signIn(mia)
  expect(reason(refused)).toEqual([401, 'Your passkeys do not work at this address. Enter a recovery code'])
  const { ticket, methods, passkeyOptions } = refused.body.secondFactor
  expect([methods, passkeyOptions]).toEqual([['recovery-code'], undefined])
  expect((await second({ ticket, recoveryCode: recoveryCodes[0] })).status).toBe(200)
})

const confirmation = { ticket: 'any', passkey: { id: 'a', response: { clientDataJSON: 'a', attestationObject: 'a' } } }
