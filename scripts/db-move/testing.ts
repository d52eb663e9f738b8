import { readFileSync } from 'node:fs'
import pg from 'pg'
import SqliteDatabase from 'better-sqlite3'
import { request } from '#server/testing-process.ts'
import { apiOf } from '../seed/api.ts'
import { PASSWORD, seed } from '../seed/demo.ts'

/* An installation in which everything has been used, and ways to compare two of them. */

export type Installation = { token: string; credential: string; inviteToken: string }

/** Rows of a report, so many that they do not go in one batch. */
const REPORTED = 4_500

/** Uses an empty server in every way that leaves something in its database. */
export async function useEverything(url: string): Promise<Installation> {
  await seed(url, () => {})
  const { body } = await request(url, 'POST', '/auth/sign-in', { email: 'ada@example.com', password: PASSWORD })
  const token: string = body.accessToken
  const call = apiOf(url, token)
  const project = (await call('GET', '/projects')).find(({ userRole }: { userRole: string }) => userRole === 'owner')
  const credential = `Basic ${Buffer.from(`${project.id}:${project.clientSecret}`).toString('base64')}`
  await deletePersonWhoRecorded(url, project.id, token)
  await deleteCaseWithResults(url, project.id, token)
  await uploadReport(url, project.id, credential)
  await executeOnce(url, project.id, credential)
  await request(url, 'POST', '/auth/sign-in', { email: 'ben@example.com', password: 'not the password' })
  const { inviteLink } = await call('POST', `/invite/create/${project.id}`, { email: 'dora@example.com' })
  return { token, credential, inviteToken: new URL(inviteLink).searchParams.get('token') as string }
}

async function deletePersonWhoRecorded(url: string, projectId: string, admin: string): Promise<void> {
  const { accessToken, user } = await apiOf(url)('POST', '/auth/sign-up', { name: 'Eve Ünal', email: 'eve@example.com', password: PASSWORD })
  await apiOf(url, admin)('POST', `/projects/${projectId}/members`, { userId: user.id })
  await recordAll(url, projectId, accessToken)
  await apiOf(url, admin)('DELETE', `/admin/users/${user.id}`)
}

/** Values that two databases could easily see differently. */
const OUTCOMES = [
  { actualValue: '1e-7', executionTimeMs: 1e-7 },
  { actualValue: 'two\nlines\t"quoted" \\ back', executionTimeMs: 41.5, notes: '\\u0041' },
  { actualValue: '😀 ё 中文 \u{1F469}\u200D\u{1F4BB}', executionTimeMs: 123_456_789.123 },
  { errorMessage: "it's ‘quoted’ {a,b} \u0001\u001F\u007F", trace: 'NULL', startedAt: '2026-01-31T12:00:00.000Z' },
]

async function recordAll(url: string, projectId: string, token: string): Promise<void> {
  const call = apiOf(url, token)
  const { id: testRunId, results } = await call('POST', `/test-runs/project/${projectId}`, { description: 'Values' })
  for (const [index, outcome] of OUTCOMES.entries())
    for (const _ of [1, 2]) await call('POST', `/test-cases/${results[index].testCase.id}/execute`, { testRunId, ...outcome })
}

async function deleteCaseWithResults(url: string, projectId: string, token: string): Promise<void> {
  const call = apiOf(url, token)
  const [suite] = await call('GET', `/test-suites/project/${projectId}`)
  await call('PATCH', `/test-cases/${suite.testCases[1].id}`, { name: 'Changed since' })
  await call('DELETE', `/test-cases/${suite.testCases[0].id}`)
}

async function uploadReport(url: string, projectId: string, authorization: string): Promise<void> {
  const cases = Array.from({ length: REPORTED }, (_, index) => `<testcase name="test ${index}" time="0.${index}">${index % 9 === 0 ? '<failure>no</failure>' : ''}</testcase>`)
  const report = `<testsuites><testsuite name="Reported">${cases.join('')}</testsuite></testsuites>`
  const { status } = await fetch(`${url}/api/test-runs/project/${projectId}/report?run=build-1&shard=1/2`, { method: 'PUT', body: report, headers: { authorization } })
  if (status >= 300) throw new Error(`the report answered ${status}`)
}

async function executeOnce(url: string, projectId: string, authorization: string): Promise<void> {
  const send = async (path: string, body: object): Promise<any> => {
    const headers = { authorization, 'Idempotency-Key': 'once', 'content-type': 'application/json' }
    const response = await fetch(`${url}/api${path}`, { method: 'POST', body: JSON.stringify(body), headers })
    if (response.status !== 201) throw new Error(`${path} answered ${response.status}`)
    return await response.json()
  }
  const { id: testRunId, results } = await send(`/test-runs/project/${projectId}`, { description: 'Once' })
  await send(`/test-cases/${results[0].testCase.id}/execute`, { testRunId, actualValue: 'once' })
}

/** All tables of a SQLite file with their rows as JSON, sorted; the tables of the migrations aside. */
export function rowsOfFile(file: string): Record<string, string[]> {
  const database = new SqliteDatabase(file, { readonly: true })
  const names = database.prepare(`select name from sqlite_schema where type = 'table' and name not like 'kysely%'`).pluck().all() as string[]
  const rows = names.map((name) => [name, sorted(database.prepare(`select * from ${name}`).all() as object[])])
  database.close()
  return Object.fromEntries(rows)
}

/** The same of a PostgreSQL database. */
export async function rowsOfPostgres(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows: names } = await client.query(`select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`)
  const found: Record<string, string[]> = {}
  for (const { name } of names) found[name] = sorted((await client.query(`select * from ${name}`)).rows)
  await client.end()
  return found
}

function sorted(rows: object[]): string[] {
  return rows.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))).toSorted()
}

/** How many of a kind are asked for one by one. */
const SAMPLE = 12

/** What every GET of the API answers, to Ada and to her project, by the path that was asked. */
export async function readEverything(url: string, installation: Installation): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>()
  const read = async (path: string, authorization = `Bearer ${installation.token}`) => {
    const response = await fetch(`${url}/api${path}`, { headers: { authorization } })
    const body: any = await response.json()
    answers.set(`${path} as ${authorization.split(' ', 1)[0]}`, { status: response.status, body })
    return body
  }
  const ids = await collectIds(read)
  const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
  const ofReads = Object.keys(paths).filter((path) => 'get' in paths[path])
  for (const path of ofReads.flatMap((pattern) => pathsOf(pattern, ids, installation))) {
    await read(path)
    await read(path, installation.credential)
  }
  return answers
}

type Ids = Record<'project' | 'user' | 'suite' | 'case' | 'run' | 'result', string[]> & { named: string[] }

async function collectIds(read: (path: string) => Promise<any>): Promise<Ids> {
  const idsOf = (records: { id: string }[]) => records.map(({ id }) => id)
  const project = idsOf(await read('/projects'))
  const run = (await Promise.all(project.map((id) => read(`/test-runs/project/${id}`)))).flatMap(idsOf)
  const results = (await Promise.all(run.map((id) => read(`/test-runs/${id}`)))).flatMap(({ results }) => sample<any>(results))
  const suites = await read('/test-suites')
  return {
    project,
    run,
    user: idsOf(await read('/admin/users')),
    suite: idsOf(suites),
    case: sample(suites.flatMap(({ testCases }: any) => idsOf(testCases))),
    result: sample(idsOf(results)),
    named: sample(results).flatMap(({ testRunId, testCase }) =>
      project.map((id) => `/test-runs/${testRunId}/project/${id}/test-suites/${testCase.testSuiteId}/test-cases/${encodeURIComponent(testCase.name)}`),
    ),
  }
}

function sample<T>(all: T[]): T[] {
  return all.filter((_, index) => index % Math.ceil(all.length / SAMPLE) === 0)
}

/** The addresses that a path of the API document stands for. Throws when it is none of those known here. */
function pathsOf(pattern: string, ids: Ids, { inviteToken }: Installation): string[] {
  if (pattern === '/invite/validate') return [`${pattern}?token=${inviteToken}`]
  if (pattern === '/users/search') return [`${pattern}?email=example`]
  if (pattern.includes('{caseName}')) return ids.named
  const [parameter] = /\{\w+\}/.exec(pattern) ?? []
  if (parameter === undefined) return [pattern]
  const kind = /\/(project|user|test-suite|test-case|test-run|result)s?\/\{\w+\}/.exec(pattern)?.[1]?.replace('test-', '') as keyof Ids
  return ids[kind].map((id) => pattern.replace(parameter, id))
}
