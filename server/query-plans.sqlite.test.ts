import type { Database } from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, machine, type Person, startTestServer, type TestServer } from './testing.ts'

/*
 * Every query that the calls of the API run is served by an index: no table that grows is read from end to end,
 * and no list of it is sorted. What may is listed here with its reason.
 */

const EXCEPTIONS: [query: RegExp, reason: string][] = [
  [/from "users" where search_text like/, 'a text within a text: no index of SQLite or PostgreSQL serves it as it is'],
  [/count\(\*\) as "totalUsers"/, 'counts all users, for administrators'],
  [/count\(\*\) as "totalProjects"/, 'counts all projects, for administrators'],
  [/from "users" where "deleted_at" is null order by "id"/, 'the list of all users, for administrators: in the order of the table'],
  [/select "id" from "users" limit/, 'whether there is any user: reads one row'],
  [/where "project_members"."user_id" = \? order by "test_(suites|cases)"."project_id" desc/, 'over all my projects: found by index; two directions in one order are beyond an index'],
  [/"test_case_revisions"."name" = \? and "test_results"."test_run_id" = \? order by "test_results"."number"/, 'the results of one name in one suite of a run: found by index; mostly one'],
  [/"name" in \(select value from json_each\(\?\)\) order by "number"|"wanted"."second" = "test_cases"."name" order by/, 'suites or cases of some names: found by index; mostly one of each'],
  [/order by case when "project_members"."role"/, 'the members of one project: found by index, then sorted; they are few'],
  [/with "late"|"test_suites"."project_id" = \? order by "test_suites"."number", "test_cases"."number"/, 'the snapshot of a run: reads and orders all cases of the project once'],
]

let database: Database
const seen = new Set<string>()
let server: TestServer
let olga: Person
beforeAll(async () => {
  server = await startTestServer({}, (opened) => {
    database = opened
    const prepare = opened.prepare.bind(opened)
    opened.prepare = (text: string) => {
      seen.add(text)
      return prepare(text)
    }
  })
  olga = await server.person('Olga')
  await callEverything()
})
afterAll(() => server.close())

test('the calls run many different queries', () => {
  expect(queries().length).toBeGreaterThan(40)
})

test('no query reads a table from end to end, or sorts one, but for the exceptions', () => {
  const wrong = queries().flatMap((text) => {
    if (EXCEPTIONS.some(([query]) => query.test(text))) return []
    const steps = planOf(text).filter(isSlow)
    return steps.length === 0 ? [] : [`${steps.join('; ')} in: ${text}`]
  })
  expect(wrong).toEqual([])
})

test.each(EXCEPTIONS)('the exception %s is still needed: %s', (query) => {
  const matching = queries().filter((text) => query.test(text))
  expect(matching.flatMap((text) => planOf(text).filter(isSlow)).length).toBeGreaterThan(0)
})

test('the check notices a scan and a sort', () => {
  expect(planOf('select * from test_results').filter(isSlow)).toHaveLength(1)
  expect(planOf('select * from test_runs where project_id = ? order by description').filter(isSlow)).toEqual(['USE TEMP B-TREE FOR ORDER BY'])
  expect(planOf('select * from test_runs where project_id = ? order by id desc').filter(isSlow)).toEqual([])
})

/** A step that grows with a table. A scan of the values of a list, of a subquery or of settings does not. */
function isSlow(step: string): boolean {
  if (step.includes('TEMP B-TREE')) return true
  const [, table] = /^SCAN (\S+)/.exec(step) ?? []
  return table !== undefined && !['json_each', 'CONSTANT', 'settings', 'kysely_migration', 'sqlite_master'].includes(table)
}

function queries(): string[] {
  return [...seen].filter((text) => /^(select|with|insert|update|delete)/i.test(text) && !/kysely_|sqlite_master|pragma/.test(text))
}

function planOf(text: string): string[] {
  const parameters = Array.from(text.matchAll(/\?/g), () => null)
  const rows = database.prepare(`explain query plan ${text}`).all(...parameters) as { detail: string }[]
  return rows.map(({ detail }) => detail)
}

async function callEverything(): Promise<void> {
  const tess = await server.person('Tess')
  const project = await server.project(tess)
  const suite = await server.suite(tess, project.id)
  const testCase = await server.testCase(tess, suite.id)
  await server.member(tess, project.id, olga)
  for (const as of [tess, machine(project)]) {
    const run = await server.run(as, project.id)
    const late = await server.testCase(as, suite.id)
    const result = await server.execute(as, testCase.id, run.id)
    await server.execute(as, late.id, run.id)
    await server.patch(`/test-runs/result/${result.id}`, { actualValue: '' }, as)
    await callInBulk(as, project.id, run.id, testCase.id, result.id)
    for (const path of [
      '/projects',
      `/projects/${project.id}`,
      `/projects/${project.id}/members`,
      `/users/${tess.id}/projects`,
      '/users/search?email=tess',
      '/test-suites',
      `/test-suites/${suite.id}`,
      `/test-suites/project/${project.id}`,
      '/test-cases',
      `/test-cases/${testCase.id}`,
      `/test-cases/test-suite/${suite.id}`,
      `/test-cases/${testCase.id}/results`,
      `/test-runs/project/${project.id}`,
      `/test-runs/${run.id}`,
      `/test-runs/${run.id}/results`,
      `/test-runs/${run.id}/new-failures`,
      `/test-runs/result/${result.id}/attempts`,
      `/test-runs/${run.id}/project/${project.id}/test-suites/${suite.id}/test-cases/Pays%20by%20card`,
    ]) {
      for (const part of ['', '?limit=1', '?limit=1&offset=1']) await server.get(path + part, as)
      await server.get(`${path}?limit=1&cursor=${run.id}`, as)
    }
    await server.patch(`/test-cases/${testCase.id}`, { name: `by ${as.authorization.length}` }, as)
    await server.patch(`/test-suites/${suite.id}`, { name: 'New' }, as)
    await server.delete(`/test-cases/${late.id}`, as)
    await server.post(`/test-runs/${run.id}/complete`, {}, as)
    await server.delete(`/test-runs/${run.id}`, as)
  }
  const { body } = await server.post(`/invite/create/${project.id}`, { email: 'new@example.com' }, tess)
  const token = new URL(body.inviteLink).searchParams.get('token')
  await server.get(`/invite/validate?token=${token}`)
  await server.post('/invite/accept', { token, name: 'New', password: 'secret' })
  await server.post('/auth/sign-in', { email: tess.email, password: 'wrong' })
  await server.post('/auth/sign-in', { email: tess.email, password: tess.password })
  await server.patch(`/projects/${project.id}`, { name: 'New' }, tess)
  await server.post(`/projects/${project.id}/regenerate-secret`, undefined, tess)
  for (const path of ['stats', 'users', 'users?limit=1', 'settings']) await server.get(`/admin/${path}`, olga)
  await server.delete(`/test-suites/${suite.id}`, tess)
  await server.delete(`/admin/users/${tess.id}`, olga)
  await server.delete(`/projects/${project.id}`, olga)
}

async function callInBulk(as: Caller, projectId: string, testRunId: string, testCaseId: string, resultId: string): Promise<void> {
  const results = [{ testCaseId }, { suiteName: 'Payments', caseName: 'Pays by card' }]
  await server.call('POST', `/test-runs/${testRunId}/results`, { as, body: { results }, headers: { 'Idempotency-Key': testRunId } })
  await server.patch(`/test-runs/${testRunId}/results`, { results: [{ resultId, status: 'skipped' }] }, as)
  const report = '<testsuites><testsuite name="New"><testcase name="new"/><testcase name="[C1] keyed"/></testsuite></testsuites>'
  for (const query of [{ run: testRunId }, { run: 'key' }]) await server.upload(as, projectId, report, query)
}
