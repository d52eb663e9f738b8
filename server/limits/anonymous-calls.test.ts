import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { startTestServerOn } from '../testing/server.ts'

const from = (network: string) => ({ 'X-Forwarded-For': network })

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
