import { beforeAll, expect, test } from 'vitest'
import { createClient } from '#client/api.ts'
import { useTestServer } from '../testing/use-server.ts'

/* A run with an e-mail address, a script and markup in every text, as the holder of its link sees it. */

const EMAILS = ['eve@secret.example', 'EVE+x@mail.secret.example', 'eve%40secret.example', '"e v e"@secret.example']
const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(1)> ${EMAILS.join(' ')} javascript:alert(1) \u202e`

const server = await useTestServer()
const eve = await server.person('Eve')
let token: string
let secrets: string[]

beforeAll(async () => {
  const { services } = server
  await services.write(null, async (db) => {
    await db.updateTable('users').set({ name: HOSTILE }).where('id', '=', eve.id).execute()
  })
  const project = await server.project(eve, HOSTILE.slice(0, 255))
  const suite = await server.suite(eve, project.id, HOSTILE.slice(0, 255))
  const texts = { description: HOSTILE, preconditions: HOSTILE, tags: ['eve@secret.example'] }
  const steps = [{ action: HOSTILE, expected: HOSTILE }]
  const given = { name: HOSTILE.slice(0, 255), type: 'manual', expectedValueType: 'string', expectedValue: HOSTILE }
  await server.post('/test-cases', { testSuiteId: suite.id, ...given, ...texts, steps }, eve)
  const facts = {
    branch: HOSTILE.slice(0, 255),
    commit: 'eve@secret.example',
    environment: 'eve@secret.example',
    milestone: 'eve@secret.example',
    buildUrl: 'https://eve:password@ci.secret.example/?to=eve@secret.example',
  }
  const { body: run } = await server.post(
    `/test-runs/project/${project.id}`,
    { description: HOSTILE, key: 'eve@secret.example', ...facts },
    eve,
  )
  const [result] = run.results
  const outcome = { actualValue: HOSTILE, errorMessage: HOSTILE, trace: HOSTILE, notes: HOSTILE, status: 'error' }
  await server.post(`/test-cases/${result.testCase.id}/execute`, { testRunId: run.id, ...outcome }, eve)
  const judged = [{ index: 0, status: 'failed', note: HOSTILE }]
  await server.patch(
    `/test-runs/${run.id}/results`,
    { assigneeId: eve.id, results: [{ resultId: result.id, steps: judged }] },
    eve,
  )
  await server.attach(eve, result.id, HOSTILE)
  token = (await server.post(`/test-runs/${run.id}/share`, {}, eve)).body.link.split('/').at(-1)
  secrets = [eve.id, eve.email, project.id, project.clientSecret, 'secret.example', 'password@', 'eve:']
})

const expectNoSecret = (shared: unknown) => {
  const text = JSON.stringify(shared)
  expect(text).toContain('…@…')
  for (const secret of secrets) expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
  // Every text is there: script and markup are plain text.
  expect(text.split('<script>alert(1)</script>').length).toBeGreaterThan(15)
}

test('over REST it has no e-mail address, no id of a person and no attachment in any field', async () => {
  const { status, body, headers } = await server.get(`/shared-runs/${token}`)
  expect(status).toBe(200)
  expectNoSecret(body)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('over tRPC, as its page reads it, neither', async () => {
  const client = createClient({ baseUrl: server.url, authorization: () => undefined })
  const shared = await client.shares.read.query({ token })
  expectNoSecret(shared)
  expect(shared.buildUrl).toBe(null)
})

test('its page tells search engines nothing and sends its address nowhere', async () => {
  const { headers } = await fetch(`${server.url}/shared/${token}`)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
})
