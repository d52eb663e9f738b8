import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { startTestServerOn } from '../testing/server.ts'

const from = (network: string) => ({ 'X-Forwarded-For': network })

test('calls with a password count when they are refused, as do addresses of files that do not fit', async () => {
  const database = await testDatabase({ isMigrated: true })
  const server = await startTestServerOn(database.url, { ANONYMOUS_PER_MINUTE: 5, TRUST_PROXY: 1 })
  const olga = await server.person('Olga')
  const signUp = { name: 'Olga', email: olga.email, password: 'secret' }
  const signIn = { email: olga.email, password: olga.password }
  const link = { token: 'wrong', name: 'Eve', password: 'secret' }
  const file = `/attachments/${crypto.randomUUID()}?signature=x`
  const calls: [string, string, object | undefined, number][] = [
    ['POST', '/auth/sign-up', signUp, 409],
    ['POST', '/auth/sign-up', {}, 400],
    ['POST', '/invite/accept', link, 400],
    ['POST', '/auth/set-forgotten-password', { token: 'wrong', newPassword: 'secret' }, 400],
    ['GET', file, undefined, 401],
  ]
  for (const [at, [method, path, body, refused]] of calls.entries()) {
    const headers = from(`192.0.2.${at}`)
    const statuses: number[] = []
    // The limit may fall into two minutes.
    for (let made = 0; made < 12; made += 1) statuses.push((await server.call(method, path, { body, headers })).status)
    expect([path, statuses.slice(0, 5)]).toEqual([path, Array.from({ length: 5 }, () => refused)])
    expect([path, statuses.includes(429)]).toEqual([path, true])
    const { status } = await server.call('POST', '/auth/sign-in', { body: signIn, headers })
    expect([path, status]).toEqual([path, 200])
  }
  const headers = from('192.0.2.99')
  for (let made = 0; made < 6; made += 1) {
    const body = { ...signUp, email: `new-${made}@example.com` }
    expect((await server.call('POST', '/auth/sign-up', { body, headers })).status).toBe(201)
    expect((await server.call('POST', '/auth/sign-up', { body, headers, as: olga })).status).toBe(409)
  }
  expect((await server.call('GET', '/auth/signup-enabled', { headers })).status).toBe(200)
  await server.close()
  await database.remove()
})

test('addresses of pages of TestRail count, which lead to pages by their numbers', async () => {
  const database = await testDatabase({ isMigrated: true })
  const server = await startTestServerOn(database.url, { ANONYMOUS_PER_MINUTE: 5, TRUST_PROXY: 1 })
  const statuses: number[] = []
  // The limit may fall into two minutes.
  for (let number = 1; number <= 12; number += 1) {
    const address = `${server.url}/index.php?/runs/view/${number}`
    statuses.push((await fetch(address, { redirect: 'manual', headers: from('192.0.2.5') })).status)
  }
  expect(statuses.slice(0, 5)).toEqual([302, 302, 302, 302, 302])
  expect(statuses).toContain(429)
  await server.close()
  await database.remove()
})

test('a network gets 429 after too many calls without a known caller, and the log names callers and networks', async () => {
  const database = await testDatabase({ isMigrated: true })
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  const server = await startTestServerOn(database.url, { ANONYMOUS_PER_MINUTE: 5, TRUST_PROXY: 1 }, { log })
  const olga = await server.person('Olga')
  const status = async (path: string, network: string, authorization?: string) =>
    (await server.call('GET', path, { headers: { ...from(network), ...(authorization && { authorization }) } })).status
  const wrong = `assay_pat_${'0'.repeat(42)}`
  // The limit may fall into two minutes.
  const statuses: number[] = []
  for (let made = 0; made < 12; made += 1)
    statuses.push(
      await status(
        made % 2 ? '/projects' : '/auth/signup-enabled',
        '192.0.2.1',
        made % 3 ? undefined : `Bearer ${wrong}`,
      ),
    )
  expect(statuses.slice(0, 5).toSorted()).toEqual([200, 200, 200, 401, 401])
  expect(statuses).toContain(429)
  const { headers } = await server.call('GET', '/projects', { headers: from('192.0.2.1') })
  if (headers.has('retry-after')) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(await status('/health', '192.0.2.1')).toBe(200)
  expect(await status('/auth/profile', '192.0.2.1', olga.authorization)).toBe(200)
  expect(await status('/auth/signup-enabled', '192.0.2.1', olga.authorization)).toBe(200)
  const signIn = { email: olga.email, password: olga.password }
  expect((await server.call('POST', '/auth/sign-in', { body: signIn, headers: from('192.0.2.1') })).status).toBe(200)
  expect(await status('/projects', '192.0.2.2')).toBe(401)
  for (let made = 0; made < 20; made += 1) expect(await status('/projects', '127.0.0.1')).toBe(401)

  const { body } = await server.post('/auth/tokens', { name: 'Laptop', verbs: ['read'] }, olga)
  await status('/projects', '192.0.2.3', `Bearer ${body.token}`)
  const last = () => JSON.parse(lines.findLast((line) => line.includes('192.0.2.3')) ?? '{}')
  await expect.poll(() => last().status).toBe(200)
  expect(last()).toMatchObject({ network: '192.0.2.3', user: olga.id, token: body.id })
  for (const secret of [body.token, wrong, olga.password, olga.authorization])
    expect(lines.join('')).not.toContain(secret)
  await server.close()
  await database.remove()
})
