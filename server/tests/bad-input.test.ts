import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { proceduresOf } from '../http/routes.ts'
import { appRouter } from '../router.ts'
import { isOnPostgres } from '../testing/database.ts'
import type { Caller } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import type { Meta, RestRoute } from '../meta.ts'

/*
 * Fuzzes every REST call: each field is omitted, of a wrong type, huge and so on. No call may answer 5xx, and a refused
 * call may change no table. `npm test` tries a quarter of the combinations, with all fields and all values. The slow
 * lane tries all, on PostgreSQL.
 */

const SHARE = process.env['TEST_LANE'] === 'slow' ? 1 : 4
let tried = 0
const isTried = () => tried++ % SHARE === 0

type Call = { path: string; route: RestRoute; fields: string[]; inPath: string[] }

/** Streams have no REST address. */
const procedures = Object.entries(proceduresOf(appRouter)).filter(([, { _def }]) => _def.type !== 'subscription')
const CALLS: Call[] = procedures.flatMap(([path, { _def }]) => {
  const { openapi, alsoAt = [] } = _def.meta as Required<Pick<Meta, 'openapi'>> & Meta
  const [input] = (_def as unknown as { inputs: z.ZodObject[] }).inputs
  const fields = Object.keys(input?.shape ?? {})
  return [openapi, ...alsoAt].map((route) => ({
    path,
    route,
    fields,
    inPath: Array.from(route.path.matchAll(/\{(.+?)\}/g), ([, name]) => name as string),
  }))
})
const withFields = CALLS.filter(({ fields }) => fields.length > 0)
const withPath = CALLS.filter(({ inPath }) => inPath.length > 0)
const withBody = CALLS.filter(({ route }) => route.method === 'POST' || route.method === 'PATCH')
const withQuery = CALLS.filter(({ route, fields, inPath }) => route.method === 'GET' && fields.length > inPath.length)
const titled = (calls: Call[]) => calls.map((call) => [`${call.route.method} ${call.route.path}`, call] as const)

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const BAD_VALUES: Record<string, string | undefined> = {
  missing: undefined,
  null: 'null',
  'empty text': '""',
  'blank text': '"  "',
  number: '5',
  'negative number': '-1.5',
  'huge number': '1e400',
  boolean: 'true',
  array: '[1,"x",null]',
  object: '{"a":{"b":1},"__proto__":{"x":1},"constructor":1,"toString":1}',
  'huge text': JSON.stringify('x'.repeat(120_000)),
  NUL: '"a\\u0000b"',
  'unpaired surrogate': '"\\ud800"',
  SQL: `"' or 1=1; drop table users; --"`,
  'deep nesting': deep(50_000),
}
const BAD_PARTS = [
  'unknown',
  '%',
  '%zz',
  '%E0%A4%A',
  '%00',
  '%ff',
  "'",
  '%27%20or%201=1--',
  '%2e%2e%2f',
  '%F0%9F%8E%89',
  'x'.repeat(5000),
  'null',
  '%20',
]
const BAD_BODIES: [string, string, string?][] = [
  ['broken JSON', '{"name":'],
  ['text that is not JSON', 'name=x'],
  ['a number', '5'],
  ['an array', '[{}]'],
  ['null', 'null'],
  ['deep nesting', deep(100_000)],
  ['deep objects', '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000)],
  ['a form', 'name=x', 'application/x-www-form-urlencoded'],
  ['plain text', '{}', 'text/plain'],
  ['an unknown charset', '{}', 'application/json; charset=klingon'],
  ['another charset', '{}', 'application/json; charset=utf-16'],
]

const server = await useTestServer({ SIGN_IN_MAX_FAILURES: 1_000_000 })
const ada = await server.person('Ada')
const ben = await server.person('Ben')
const project = await server.project(ada)
const suite = await server.suite(ada, project.id)
const testCase = await server.testCase(ada, suite.id)
const run = await server.run(ada, project.id)
const ids: Record<string, string> = {
  users: ada.id,
  admin: ada.id,
  projects: project.id,
  members: project.id,
  testSuites: suite.id,
  testCases: testCase.id,
  testResults: testCase.id,
  // Ada would be signed out.
  'admin.resetUserPassword': ben.id,
}
const idOf = (path: string) => ids[path] ?? ids[path.split('.')[0] as string]
const references = {
  projectId: project.id,
  suiteId: suite.id,
  testSuiteId: suite.id,
  testRunId: run.id,
  runId: run.id,
  resultId: run.results[0].id,
  userId: ada.id,
  caseName: testCase.name,
}
const texts = {
  email: 'new@example.com',
  password: 'secret',
  name: 'Name',
  description: 'd',
  notes: 'n',
  errorMessage: 'e',
  token: 'unknown',
}
const values = {
  expectedValueType: 'string',
  expectedValue: 'ok',
  actualValue: 'ok',
  executionTimeMs: 5,
  enabled: true,
  isAdmin: false,
  sendInvite: false,
}
const base: Record<string, unknown> = {
  ...references,
  ...texts,
  ...values,
  currentPassword: 'wrong',
  newPassword: 'secret',
}

test('the fuzzed calls cover every procedure with a REST address', () => {
  expect(new Set(CALLS.map(({ path }) => path))).toEqual(new Set(procedures.map(([path]) => path)))
  expect(withFields.length).toBeGreaterThan(40)
})

describe('with a wrong value in one field', () => {
  test.each(titled(withFields))('%s answers without a 5xx', async (_, call) => {
    for (const field of call.fields.filter((name) => !call.inPath.includes(name)))
      for (const [kind, json] of Object.entries(BAD_VALUES).filter(isTried))
        await expectHarmless(`${field}: ${kind}`, () => send(call, { ...jsonOf(call), [field]: json }))
  })
})

describe('with a malformed part in the path', () => {
  test.each(titled(withPath))('%s answers 400 or 404', async (_, call) => {
    for (const name of call.inPath)
      for (const part of BAD_PARTS.filter(isTried)) {
        const status = await expectHarmless(`${name}: ${part}`, () => send(call, jsonOf(call), { [name]: part }))
        expect([400, 403, 404], part).toContain(status)
      }
  })
})

describe('with an invalid body', () => {
  test.each(titled(withBody))('%s answers 400, 413 or 415', async (_, call) => {
    for (const [kind, body, type = 'application/json'] of BAD_BODIES.filter(isTried)) {
      const status = await expectHarmless(kind, () => sendBody(call, body, type))
      expect([400, 413, 415], kind).toContain(status)
    }
  })
})

describe('with a broken query', () => {
  test.each(titled(withQuery))('%s answers without a 5xx', async (_, call) => {
    const fields = call.fields.filter((name) => !call.inPath.includes(name))
    for (const name of fields)
      for (const query of [
        `${name}=1&${name}=2`,
        `${name}[a]=1`,
        `${name}[]=1`,
        `${name}=%`,
        `${name}=%00`,
        `${name}=%ff`,
        name,
        `=${name}`,
        `__proto__=1`,
      ].filter(isTried))
        await expectHarmless(query, () => server.get(`${addressOf(call)}?${query}`, ada))
  })
})

test.each(titled(withQuery))('%s ignores an unknown query parameter', async (_, call) => {
  const [without, withUnknown] = [
    await server.get(addressOf(call), ada),
    await server.get(`${addressOf(call)}?unknown=1`, ada),
  ]
  expect([withUnknown.status, withUnknown.body]).toEqual([without.status, without.body])
})

test.each(titled(withBody))('%s ignores an unknown body field', async (_, call) => {
  const { body } = await send(call, { ...jsonOf(call), unknown: '{"x":[1]}', __v: '1' })
  expect(JSON.stringify(body.issues ?? [])).not.toMatch(/unknown|__v/)
})

test.each(['{', '[]', '5', deep(100_000), '{"0":{"json":1}}', `{"name":${deep(50_000)}}`])(
  'the malformed tRPC body %.20s answers 400 and changes nothing',
  async (body) => {
    await expectHarmless(body.slice(0, 20), async () => {
      const headers = { authorization: ada.authorization, 'content-type': 'application/json' }
      const { status } = await fetch(`${server.url}/trpc/projects.create`, { method: 'POST', body, headers })
      expect(status).toBe(400)
      return { status }
    })
  },
)

function jsonOf({ path, fields, inPath, route }: Call): Record<string, string | undefined> {
  const given = { ...base, id: idOf(path) }
  const inBody = fields.filter((name) => !inPath.includes(name) && name in given)
  return route.method === 'GET'
    ? {}
    : Object.fromEntries(inBody.map((name) => [name, JSON.stringify(given[name as keyof typeof given])]))
}

function addressOf({ path, route }: Call, parts: Record<string, string> = {}): string {
  const given: Record<string, unknown> = { ...base, id: idOf(path) }
  return route.path.replace(/\{(.+?)\}/g, (_, name: string) => parts[name] ?? encodeURIComponent(String(given[name])))
}

async function send(call: Call, json: Record<string, string | undefined>, parts?: Record<string, string>) {
  const given = Object.entries(json).filter((entry): entry is [string, string] => entry[1] !== undefined)
  if (call.route.method !== 'GET')
    return await sendBody(
      call,
      `{${given.map(([name, value]) => `"${name}":${value}`).join(',')}}`,
      'application/json',
      parts,
    )
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value.slice(0, 5000))}`).join('&')
  return await server.get(addressOf(call, parts) + (query ? `?${query}` : ''), ada)
}

async function sendBody(call: Call, body: string, type: string, parts?: Record<string, string>) {
  const as = await callerOf(call)
  return await server.call(call.route.method, addressOf(call, parts), { as, body, headers: { 'content-type': type } })
}

/** A successful call would sign Ada out. A sign-in ends the session whose token it sends. */
async function callerOf({ path }: Call): Promise<Caller> {
  if (!/^auth\.sign(In|Out)/.test(path)) return ada
  const { body } = await server.post('/auth/sign-in', { email: ben.email, password: ben.password })
  return { authorization: `Bearer ${body.accessToken}` }
}

let stored: string | undefined
beforeEach(() => (stored = undefined))

async function expectHarmless(label: string, request: () => Promise<{ status: number; body?: any }>): Promise<number> {
  stored ??= await settledDump()
  const { status, body } = await request()
  expect(status, `${label}: ${JSON.stringify(body)?.slice(0, 200)}`).toBeLessThan(500)
  if (status >= 400) expect(await dump(), label).toBe(stored)
  else stored = undefined
  return status
}

const TABLES = [
  'users',
  'settings',
  'projects',
  'project_members',
  'invites',
  'test_suites',
  'test_cases',
  'test_case_revisions',
  'test_runs',
  'test_run_suites',
  'test_results',
  'test_result_attempts',
] as const

/** A new name renews what shows it in the background. */
async function settledDump(): Promise<string> {
  const renewed = server.services.db.selectFrom('users').select('id').where('erasing', 'is not', null)
  await expect.poll(() => renewed.execute(), { timeout: 30_000 }).toEqual([])
  return await dump()
}

/** All stored rows, except failed sign-ins: a refused call may count one. PostgreSQL reads them faster than it sends them. */
async function dump(): Promise<string> {
  const { db } = server.services
  if (!isOnPostgres)
    return JSON.stringify(await Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().execute())))
  const sums = TABLES.map(
    (table) => sql`(select coalesce(sum(hashtextextended(each::text, 0)), 0) from ${sql.table(table)} as each)`,
  )
  const { rows } = await sql<{ digest: string }>`select concat_ws(' ', ${sql.join(sums)}) as digest`.execute(db)
  return rows[0]?.digest ?? ''
}
