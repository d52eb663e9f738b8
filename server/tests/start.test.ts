import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { request, ServerProcess, temporaryFolder } from '../testing/process.ts'

let folder: ReturnType<typeof temporaryFolder>
let started: ServerProcess[]
beforeEach(() => {
  folder = temporaryFolder()
  started = []
})
afterEach(async () => {
  await Promise.all(started.map((server) => server.kill('SIGKILL')))
  folder.remove()
})

function start(environment: Record<string, string> = {}, stderr?: number): ServerProcess {
  const server = new ServerProcess({ DATABASE_URL: `file:${folder.path}/assay.db`, ...environment }, { stderr })
  started.push(server)
  return server
}

describe('a failed start exits with code 1 and one line that names the variable:', () => {
  test.each([
    ['a wrong port', () => ({ PORT: 'http' }), 'PORT'],
    ['a wrong proxy', () => ({ TRUST_PROXY: 'nonsense' }), 'TRUST_PROXY'],
    ['an unknown database', () => ({ DATABASE_URL: 'postgres://localhost/assay' }), 'DATABASE_URL'],
    ['a folder that cannot be created', () => ({ DATABASE_URL: 'file:/dev/null/assay.db' }), 'DATABASE_URL'],
    ['a folder in place of a file', () => ({ DATABASE_URL: `file:${folder.path}` }), 'DATABASE_URL'],
    [
      'a file that is not a database',
      () => {
        writeFileSync(join(folder.path, 'text.db'), 'some text, not a database\n'.repeat(100))
        return { DATABASE_URL: `file:${folder.path}/text.db` }
      },
      'DATABASE_URL',
    ],
    [
      'a database of another program',
      () => {
        const other = new SqliteDatabase(join(folder.path, 'other.db'))
        other.exec('create table notes (text)')
        other.close()
        return { DATABASE_URL: `file:${folder.path}/other.db` }
      },
      'DATABASE_URL',
    ],
    [
      'a database that another program has locked',
      () => {
        const holder = new SqliteDatabase(join(folder.path, 'locked.db'))
        holder.pragma('journal_mode = wal')
        holder.exec('begin immediate')
        onTestFinished(() => void holder.close())
        return { DATABASE_URL: `file:${folder.path}/locked.db` }
      },
      'DATABASE_URL',
    ],
    ['an address of another machine', () => ({ HOST: '192.0.2.1' }), 'HOST'],
  ])('%s', async (_, environment, name) => {
    const server = start(environment())
    expect(await server.exited).toBe(1)
    const lines = server.err
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`^Assay cannot start. ${name}: .+`))
    expect(server.out).toBe('')
  })

  test('a port that is in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const { port } = holder.address() as AddressInfo
    const server = start({ PORT: String(port) })
    expect(await server.exited).toBe(1)
    expect(server.err.trim()).toBe(`Assay cannot start. PORT: ${port} is already in use on 127.0.0.1`)
    holder.close()
  })
})

test('a start prints its URL, stores its secret with mode 600 and creates the administrator once', async () => {
  const environment = { ADMIN_EMAIL: 'Ada@example.com', ADMIN_PASSWORD: 'the secret of Ada', ADMIN_NAME: 'Ada' }
  const first = start(environment)
  const url = await first.ready()
  expect(first.out.trim().split('\n')).toEqual([`Assay is ready at ${url}`])
  expect(statSync(join(folder.path, 'jwt-secret')).mode & 0o777).toBe(0o600)
  const signedIn = await request(url, 'POST', '/auth/sign-in', {
    email: 'ada@example.com',
    password: 'the secret of Ada',
  })
  expect(signedIn.body.user).toMatchObject({ name: 'Ada', isAdmin: true, mustResetPassword: false })
  const reset = { currentPassword: 'the secret of Ada', newPassword: 'another secret' }
  const { body } = await request(url, 'POST', '/auth/reset-password', reset, signedIn.body.accessToken)
  expect(await first.kill('SIGTERM')).toBe(0)

  const again = await start({ ...environment, ADMIN_EMAIL: 'ada@example.com' }).ready()
  expect((await request(again, 'GET', '/auth/profile', undefined, body.accessToken)).status).toBe(200)
  const users = await request(again, 'GET', '/admin/users', undefined, body.accessToken)
  expect(users.body).toHaveLength(1)
  expect(
    (await request(again, 'POST', '/auth/sign-in', { email: 'ada@example.com', password: 'the secret of Ada' })).status,
  ).toBe(401)
})

test('SIGNUP_ENABLED applies to the first start only', async () => {
  const environment = { ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'secret' }
  const first = start({ ...environment, SIGNUP_ENABLED: 'false' })
  expect((await request(await first.ready(), 'GET', '/auth/signup-enabled')).body).toEqual({ signupEnabled: false })
  await first.kill('SIGTERM')
  const second = await start({ ...environment, SIGNUP_ENABLED: 'true' }).ready()
  expect((await request(second, 'GET', '/auth/signup-enabled')).body).toEqual({ signupEnabled: false })
})

test('a configured JWT_SECRET is used and no secret file is written', async () => {
  await start({ JWT_SECRET: 'a configured secret of 40 characters …' }).ready()
  expect(existsSync(join(folder.path, 'jwt-secret'))).toBe(false)
})

test('a start with a path prefix prints the URL with the prefix', async () => {
  const url = await start({ PUBLIC_URL: 'https://example.com/assay/' }).ready()
  expect(url).toMatch(/:\d+\/assay$/)
  expect((await request(url, 'GET', '/auth/signup-enabled')).status).toBe(200)
})

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s, also sent twice, finishes open requests before the exit',
  async (signal) => {
    const server = start()
    const url = await server.ready()
    const begun = await Promise.all(Array.from({ length: 3 }, (_, index) => beginSignUp(url, `p${index}@example.com`)))
    server.child.kill(signal)
    await expect.poll(() => server.err).toContain('stopping')
    // A terminal sends it to the server and to its launcher, which forwards it.
    server.child.kill(signal)
    expect(await Promise.all(begun.map(({ finish }) => finish()))).toEqual([201, 201, 201])
    expect(await server.exited).toBe(0)
    await expect(request(url, 'GET', '/health')).rejects.toThrow('fetch failed')
  },
)

/** Sends the headers of a request and waits for `100 Continue`. `finish` sends the body and returns the status. */
async function beginSignUp(url: string, email: string): Promise<{ finish: () => Promise<number | undefined> }> {
  const headers = { 'content-type': 'application/json', expect: '100-continue' }
  const begun = httpRequest(`${url}/api/auth/sign-up`, { method: 'POST', headers, agent: false })
  const answer = new Promise<number | undefined>((resolve, reject) => {
    begun.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject)
  })
  begun.flushHeaders()
  await new Promise((resolve) => begun.once('continue', resolve))
  const finish = async () => {
    begun.end(JSON.stringify({ email, password: 'secret', name: 'P' }))
    return await answer
  }
  return { finish }
}

test('logs contain no passwords, tokens or secrets', async () => {
  const server = start({
    LOG_LEVEL: 'trace',
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'hush admin',
    JWT_SECRET: 'hush jwt hush jwt hush jwt hush jwt',
  })
  const url = await server.ready()
  const { body: signedIn } = await request(url, 'POST', '/auth/sign-in', {
    email: 'ada@example.com',
    password: 'hush admin',
  })
  const token: string = signedIn.accessToken
  await request(url, 'POST', '/auth/sign-in', { email: 'ada@example.com', password: 'hush wrong' })
  await request(url, 'POST', '/auth/sign-up', { email: 'invalid', password: 'hush new', name: 'N' })
  const { body: project } = await request(url, 'POST', '/projects', { name: 'P' }, token)
  const { body: invite } = await request(url, 'POST', `/invite/create/${project.id}`, { email: 'n@example.com' }, token)
  const inviteToken = new URL(invite.inviteLink).searchParams.get('token') as string
  await request(url, 'GET', `/invite/validate?token=${inviteToken}`)
  await request(url, 'POST', '/invite/accept', { token: inviteToken, name: 'N', password: 'hush' })
  const { body: made } = await request(url, 'POST', '/admin/users', { email: 't@example.com', name: 'T' }, token)
  await fetch(`${url}/trpc/auth.signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"x","password":"hush trpc"}',
  })
  await server.kill('SIGTERM')
  const lines = server.err
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; path?: string })
  expect(lines.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(7)
  expect(lines.map(({ path }) => path)).toContain('/api/invite/validate')
  for (const secret of ['hush', token, project.clientSecret, inviteToken, made.tempPassword, '$2'])
    expect(server.err + server.out).not.toContain(secret)
  expect(readFileSync(join(folder.path, 'assay.db')).length).toBeGreaterThan(0)
})

test('a server whose log cannot be written serves, and ends in order', async () => {
  const fullDisk = openSync('/dev/full', 'w')
  const server = start({ LOG_LEVEL: 'debug' }, fullDisk)
  const url = await server.ready()
  for (const path of ['/health', '/auth/signup-enabled']) expect((await request(url, 'GET', path)).status).toBe(200)
  expect(await server.kill('SIGTERM')).toBe(0)
  closeSync(fullDisk)
})

test('the keep-alive timeout is longer than that of proxies', async () => {
  const url = await start({}).ready()
  const { headers } = await fetch(`${url}/api/health`)
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120)
})
