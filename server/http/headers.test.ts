import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { startTestServerOn } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const plain = await useTestServer({ PUBLIC_URL: 'http://assay.example.com' })
const secure = await useTestServer({
  PUBLIC_URL: 'https://assay.example.com',
  SECURITY_CONTACT: 'mailto:security@example.com',
})

const headerOf = async (url: string, name: string) => (await fetch(url)).headers.get(name)

test.each(['/api/projects', '/api/unknown', '/trpc/unknown', '/qase/v1/project', '/mcp', '/', '/assets/none.js'])(
  'the answer to %s demands TLS for a year, also of subdomains, exactly if PUBLIC_URL is https',
  async (path) => {
    const header = 'strict-transport-security'
    expect(await headerOf(secure.url + path, header)).toBe('max-age=31536000; includeSubDomains')
    expect(await headerOf(plain.url + path, header)).toBeNull()
  },
)

test('a start with a path in PUBLIC_URL warns that other applications share its host, one without does not', async () => {
  for (const [PUBLIC_URL, warnings] of [
    ['https://example.com/assay', 1],
    ['https://assay.example.com', 0],
  ] as const) {
    const lines: string[] = []
    const database = await testDatabase({ isMigrated: true })
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const server = await startTestServerOn(database.url, { PUBLIC_URL }, { log })
    expect(lines.filter((line) => line.includes('PUBLIC_URL has a path'))).toHaveLength(warnings)
    await server.close()
    await database.remove()
  }
})

test('security.txt says where to report a weakness, once SECURITY_CONTACT is set', async () => {
  const path = '/.well-known/security.txt'
  const answer = await fetch(secure.url + path)
  const fields = Object.fromEntries((await answer.text()).split('\n').map((line) => line.split(/: (.*)/)))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(fields).toMatchObject({
    Contact: 'mailto:security@example.com',
    Canonical: `https://assay.example.com${path}`,
  })
  const days = (Date.parse(fields['Expires'] as string) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
  expect((await fetch(plain.url + path)).status).toBe(404)
})
