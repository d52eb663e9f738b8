import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { machine, startTestServerOn } from '../testing/server.ts'

const lines: Record<string, unknown>[] = []
const texts: string[] = []
const write = (text: string) => {
  texts.push(text)
  lines.push(JSON.parse(text))
}
const log = pino({ level: 'debug' }, { write })
const database = await testDatabase({ isMigrated: true })
const server = await startTestServerOn(database.url, {}, { log })
const ada = await server.person('Ada')
const project = await server.project(ada)

afterAll(async () => {
  await server.close()
  await database.remove()
})

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

/** The line of the access log about a call. */
async function lineOf(path: string, authorization: string, headers: Record<string, string> = {}) {
  const id = `call-${lines.length}`
  await server.call('GET', path, { headers: { authorization, 'x-request-id': id, ...headers } })
  const find = () => lines.find(({ requestId, msg }) => requestId === id && msg === 'request')
  await expect.poll(find).toBeDefined()
  return find() as Record<string, unknown>
}

test('the access log names when, what, from where and by whom: the session of a person, and the trace of the caller', async () => {
  const [session] = (await server.get('/auth/sessions', ada)).body
  const line = await lineOf('/auth/profile?secret=hush', ada.authorization, { traceparent: TRACE })
  expect(line).toMatchObject({
    time: expect.any(Number),
    method: 'GET',
    path: '/api/auth/profile',
    status: 200,
    ms: expect.any(Number),
    network: '127.0.0.1',
    user: ada.id,
    session: session.id,
    traceparent: TRACE,
  })
  expect(JSON.stringify(lines)).not.toMatch(/Ada|hush|example\.com/)
})

test('the access log names a token by its id, and a client secret by its project', async () => {
  const { body } = await server.post('/auth/tokens', { kind: 'personal', name: 'CI', verbs: ['read'] }, ada)
  expect(await lineOf('/projects', `Bearer ${body.token}`)).toMatchObject({ user: ada.id, token: body.id })
  const byMachine = await lineOf(`/projects/${project.id}`, machine(project).authorization)
  expect([byMachine['project'], byMachine['user'], byMachine['session']]).toEqual([project.id, undefined, undefined])
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${body.token}|${project.clientSecret}`))
})

test('a call that ends in a refusal is logged with its caller, on one line whatever it sent', async () => {
  const stranger = await server.person('Sue')
  const before = texts.length
  const line = await lineOf(`/projects/${project.id}/audit?x=%0A{"level":60}`, stranger.authorization, {
    traceparent: '00-forged "line"',
    'user-agent': 'x {"level":60}',
  })
  expect(line).toMatchObject({ level: 30, status: 404, user: stranger.id, path: `/api/projects/${project.id}/audit` })
  expect(line).not.toHaveProperty('traceparent')
  expect(texts.slice(before).filter((text) => text.trimEnd().includes('\n') || text.includes('"level":60'))).toEqual([])
})

test.each([
  ['/shared/hidden', '/shared/…'],
  ['/api/shared-runs/hidden', '/api/shared-runs/…'],
  ['/API/Badges/hidden.svg', '/API/Badges/…'],
])('the access log has no token of the address %s', async (path, logged) => {
  await fetch(server.url + path)
  await expect.poll(() => lines.map((line) => line['path'])).toContain(logged)
  expect(texts.join('')).not.toContain('hidden')
})

test('an unexpected error is logged as such, with the id that its caller got', async () => {
  await server.services.db.destroy()
  const { status, headers } = await server.get('/projects', ada)
  expect(status).toBe(500)
  const requestId = headers.get('x-request-id')
  await expect
    .poll(() => lines.filter((line) => line['requestId'] === requestId && line['level'] === 50))
    .not.toEqual([])
  expect(lines.some((line) => line['requestId'] === requestId && line['err'])).toBe(true)
})
