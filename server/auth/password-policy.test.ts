import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/process.ts'
import { type Answer, startTestServer } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { isCommonPassword } from './common-passwords.ts'
import { Passwords } from './passwords.ts'
import { isInFile } from './pwned-passwords.ts'

const server = await useTestServer({ PUBLIC_URL: 'https://quality.example.org' })
const ada = await server.person('Ada')
const setPolicy = (passwordPolicy: string) => server.patch('/admin/settings', { passwordPolicy }, ada)

const COMMON = 'This password is too common'
const SHORT = 'Password must be at least 15 characters long'
let people = 0
const signUp = (password: string, name = 'Nia Okonkwo-Berg', on = server) =>
  on.post('/auth/sign-up', { email: `nia.okonkwo${(people += 1)}@example.com`, password, name })
const refusal = ({ status, body }: Answer) => [status, body.message]

test('by the policy "spec" nothing but a short password is refused; by "strong" common and short ones are (trust line 21)', async () => {
  expect((await server.get('/admin/settings', ada)).body.passwordPolicy).toBeUndefined()
  expect((await signUp('secret')).status).toBe(201)
  const { status, body } = await setPolicy('strong')
  expect([status, body]).toEqual([200, { signup_enabled: true, passwordPolicy: 'strong' }])
  expect((await server.get('/auth/signup-enabled')).body).toEqual({ signupEnabled: true, passwordPolicy: 'strong' })
  expect(refusal(await signUp('password12345678'))).toEqual([400, COMMON])
  expect(refusal(await signUp('rather short'))).toEqual([400, SHORT])
  for (const known of [
    'PASSWORDpassword',
    'Okonkwo-Berg-2026!',
    'quality.example.org1',
    'nia.okonkwo@example',
    'assay-assay-assay',
    'aaaaaaaaaaaaaaaa',
  ])
    expect(refusal(await signUp(known)), known).toEqual([400, COMMON])
  expect((await signUp('correct horse battery staple')).status).toBe(201)

  const change = { currentPassword: ada.password, newPassword: 'Superman20262026' }
  const refused = await server.post('/auth/reset-password', change, ada)
  expect([refusal(refused), refused.body.issues[0].path]).toEqual([[400, COMMON], ['newPassword']])
  const user = { email: 'ben@example.com', name: 'Ben' }
  expect(refusal(await server.post('/admin/users', { ...user, password: 'secret' }, ada))).toEqual([400, SHORT])
  expect((await server.post('/admin/users', user, ada)).status).toBe(201)
  const project = await server.project(ada)
  const { inviteLink } = (await server.post(`/invite/create/${project.id}`, { email: 'cleo@example.com' }, ada)).body
  const token = new URL(inviteLink).searchParams.get('token')
  expect(refusal(await server.post('/invite/accept', { token, name: 'Cleo', password: 'secret' }))).toEqual([
    400,
    SHORT,
  ])
  expect((await server.post('/auth/sign-in', { email: ada.email, password: ada.password })).status).toBe(200)

  expect((await setPolicy('spec')).body).toEqual({ signup_enabled: true })
  expect((await signUp('secret')).status).toBe(201)
  expect((await setPolicy('weak')).status).toBe(400)
})

test.each([
  ['王伟', '王伟'.repeat(8)],
  ['김 민준', '김민준민준민준민준민준민준민준민준'],
  ['José Núñez'.normalize('NFD'), 'Núñez y José 2026!'],
  ['प्रिया शर्मा', 'प्रिया शर्मा 20262026'],
])('the strong policy refuses a password of little more than the name %s', async (name, password) => {
  await setPolicy('strong')
  try {
    expect(refusal(await signUp(password, name))).toEqual([400, COMMON])
    expect((await signUp('correct horse battery staple', name)).status).toBe(201)
  } finally {
    await setPolicy('spec')
  }
})

test.each([
  ['password', true],
  ['Password2026!', true],
  ['qwertyqwertyqwerty', true],
  ['iloveyou!!!', true],
  ['dRagOn', true],
  ['correct horse battery staple', false],
  ['tr0ub4dor and three', false],
  ['49218734609817234', false],
])('of the password %j it is %s that it is common', (password, isCommon) => {
  expect(isCommonPassword(password)).toBe(isCommon)
})

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const folder = temporaryFolder()
afterAll(() => folder.remove())

test('a breached password is found in PWNED_FILE on disk, whatever its place and line breaks', async () => {
  const words = Array.from({ length: 500 }, (_, at) => `breached ${at}`)
  for (const [name, lineBreak, end] of [
    ['lf', '\n', '\n'],
    ['crlf', '\r\n', ''],
  ] as const) {
    const file = join(folder.path, name)
    const lines = words.map((word, at) => `${sha1(word)}:${10 ** (at % 7)}`).toSorted()
    writeFileSync(file, lines.join(lineBreak) + end)
    for (const word of words) expect(await isInFile(file, sha1(word)), word).toBe(true)
    for (let at = 0; at < 200; at += 1) expect(await isInFile(file, sha1(`kept ${at}`))).toBe(false)
  }
  writeFileSync(join(folder.path, 'empty'), '')
  expect(await isInFile(join(folder.path, 'empty'), sha1('x'))).toBe(false)
})

test('the strong policy asks PWNED_FILE and PWNED_URL, tells the service five digits, and goes on without it', async () => {
  const asked: string[] = []
  const breached = sha1('a breached passphrase')
  const service = createServer((req, res) => {
    asked.push(req.url as string)
    res.statusCode = asked.length > 2 ? 500 : 200
    res.end(`${'0'.repeat(35)}:4\r\n${breached.slice(5)}:3\r\n`)
  })
  await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve))
  const file = join(folder.path, 'pwned')
  writeFileSync(file, `${sha1('a passphrase of the file')}:1\n`)
  const PWNED_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}/range`
  const other = await startTestServer({ PWNED_FILE: file, PWNED_URL })
  try {
    const olga = await other.person('Olga')
    await other.patch('/admin/settings', { passwordPolicy: 'strong' }, olga)
    expect(refusal(await signUp('a passphrase of the file', 'Nia', other))).toEqual([400, COMMON])
    expect(asked).toEqual([])
    expect(refusal(await signUp('a breached passphrase', 'Nia', other))).toEqual([400, COMMON])
    expect(asked).toEqual([`/range/${breached.slice(0, 5)}`])
    expect((await signUp('an unknown passphrase', 'Nia', other)).status).toBe(201)
    expect((await signUp('the service is down now', 'Nia', other)).status).toBe(201)
  } finally {
    await other.close()
    service.close()
  }
})

test('while PWNED_FILE cannot be read, strong passwords are refused with 503', async () => {
  const file = join(folder.path, 'gone')
  writeFileSync(file, '')
  const other = await startTestServer({ PWNED_FILE: file })
  try {
    const olga = await other.person('Olga')
    await other.patch('/admin/settings', { passwordPolicy: 'strong' }, olga)
    rmSync(file)
    const refused = await signUp('an unknown passphrase', 'Nia', other)
    expect(refusal(refused)).toEqual([503, 'Passwords cannot be checked at the moment. Try again later'])
    writeFileSync(file, '')
    expect((await signUp('an unknown passphrase', 'Nia', other)).status).toBe(201)
  } finally {
    await other.close()
  }
})

test('a password whose hash cost less is hashed again at the next sign-in, and sessions go on', async () => {
  const { db } = server.services
  const dora = await server.person('Dora')
  const storedHash = async () =>
    (await db.selectFrom('users').select('password_hash').where('id', '=', dora.id).executeTakeFirstOrThrow())
      .password_hash as string
  const signIn = () => server.post('/auth/sign-in', { email: dora.email, password: dora.password })
  const { passwords } = server.services
  const dearer = new Passwords(5)
  Object.assign(server.services, { passwords: dearer })
  try {
    expect(await storedHash()).toMatch(/^\$2b\$04\$/)
    expect((await signIn()).status).toBe(200)
    const now = await storedHash()
    expect(now).toMatch(/^\$2b\$05\$/)
    expect((await signIn()).status).toBe(200)
    expect(await storedHash()).toBe(now)
    expect((await server.get('/auth/profile', dora)).status).toBe(200)
  } finally {
    Object.assign(server.services, { passwords })
    await dearer.close()
  }
})

test('an administrator gives a person a temporary password, which ends the sessions and must be replaced', async () => {
  const emil = await server.person('Emil')
  const { status, body } = await server.post(`/admin/users/${emil.id}/reset-password`, undefined, ada)
  expect([status, Object.keys(body)]).toEqual([200, ['tempPassword']])
  expect(body.tempPassword).toMatch(/^[0-9A-Za-z]{20}$/)
  expect((await server.get('/auth/profile', emil)).status).toBe(401)
  expect((await server.post('/auth/sign-in', { email: emil.email, password: emil.password })).status).toBe(401)
  const signedIn = await server.post('/auth/sign-in', { email: emil.email, password: body.tempPassword })
  expect(signedIn.body.mustResetPassword).toBe(true)
  expect((await server.post('/admin/users/none/reset-password', undefined, ada)).status).toBe(404)
})
