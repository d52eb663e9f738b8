import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { request, ServerProcess } from '../testing/process.ts'

let database: TestDatabase
let servers: ServerProcess[]
beforeEach(async () => {
  database = await testDatabase()
  servers = []
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGKILL')))
  await database.remove()
})

async function start(environment: Record<string, string> = {}): Promise<string[]> {
  for (let index = 0; index < 3; index++)
    servers.push(new ServerProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'warn', ...environment }))
  return await Promise.all(servers.map((server) => server.ready()))
}

const admin = { email: 'ada@example.com', password: 'secret' }
const ENVIRONMENT = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, SIGN_IN_MAX_FAILURES: '3' }

test('three servers that start at once on an empty database create one schema, administrator and secret', async () => {
  const urls = await start(ENVIRONMENT)
  for (const url of urls) {
    const { body } = await request(url, 'POST', '/auth/sign-in', admin)
    for (const other of urls)
      expect((await request(other, 'GET', '/auth/profile', undefined, body.accessToken)).body).toMatchObject({
        isAdmin: true,
      })
    expect((await request(url, 'GET', '/admin/users', undefined, body.accessToken)).body).toHaveLength(1)
  }
  for (const { err } of servers)
    expect(err.split('\n').filter((line) => line !== '' && !line.includes('JWT_SECRET is not set'))).toEqual([])
})

test('settings, revoked tokens and failed sign-ins apply at once on all servers', async () => {
  const [first = '', second = '', third = ''] = await start(ENVIRONMENT)
  const { body } = await request(first, 'POST', '/auth/sign-in', admin)
  await request(first, 'PATCH', '/admin/settings/signup-enabled', { enabled: false }, body.accessToken)
  expect((await request(second, 'GET', '/auth/signup-enabled')).body).toEqual({ signupEnabled: false })
  expect((await request(third, 'GET', '/auth/profile', undefined, body.accessToken)).status).toBe(200)
  const reset = { currentPassword: admin.password, newPassword: 'another' }
  expect((await request(second, 'POST', '/auth/reset-password', reset, body.accessToken)).status).toBe(200)
  for (const url of [first, third])
    expect((await request(url, 'GET', '/auth/profile', undefined, body.accessToken)).status).toBe(401)
  for (const url of [first, second, third])
    expect((await request(url, 'POST', '/auth/sign-in', { ...admin, password: 'wrong' })).status).toBe(401)
  for (const url of [first, second, third])
    expect((await request(url, 'POST', '/auth/sign-in', { ...admin, password: 'another' })).status).toBe(429)
})

test('a stopping server fails its health check at once and keeps serving for STOP_DELAY_SECONDS', async () => {
  const [url = ''] = await start({ STOP_DELAY_SECONDS: '5' })
  const ended = servers[0]?.kill('SIGTERM')
  await expect.poll(async () => (await request(url, 'GET', '/health')).status, { interval: 20 }).toBe(503)
  expect((await request(url, 'GET', '/health')).body).toEqual({
    message: 'The server is stopping',
    code: 'SERVICE_UNAVAILABLE',
  })
  expect((await request(url, 'GET', '/auth/signup-enabled')).status).toBe(200)
  expect(await ended).toBe(0)
})
