import type { Database } from 'better-sqlite3'
import { type Logger, pino } from 'pino'
import { CreateTestCase, newFields, type TestCase } from '#shared/test-cases/test-case.ts'
import type { Actor } from '../authorize.ts'
import { PasswordThreads } from '../auth/password-threads.ts'
import { Passwords } from '../auth/passwords.ts'
import { type Config, readConfig } from '../config.ts'
import { type Databases, openDatabases, sqliteDatabases } from '../database/databases.ts'
import type { PeerTimes } from '../live/peers.ts'
import { type RunningServer, startServer } from '../start.ts'
import { pathPrefix } from '../http/path-prefix.ts'
import { openSqliteFile } from '../database/sqlite.ts'
import { testDatabase } from './database.ts'
import { insertTestCase } from '../test-cases/case-writes.repository.ts'
import { findTestSuite } from '../test-suites/test-suites.repository.ts'
import { noteTestServer } from './exchanges.ts'
import { startProxy } from './proxy.ts'

/** bcrypt's lowest cost: tests hash many passwords. */
const TEST_ROUNDS = 4

/** Shared by the servers of a process: a thread takes twenty times as long to start as to hash. */
const passwordThreads = Object.assign(new PasswordThreads(), { close: async () => {} })

const SERVERS = Number(process.env['TEST_SERVERS'] ?? 1)

export const isFleet = SERVERS > 1

type Watch = (database: Database) => void

/**
 * Starts a real server on a free port and a fresh database; in the project "three servers", three behind a proxy. Close
 * it after use. `watch` gets SQLite connections before the server does.
 */
export async function startTestServer(change: Partial<Config> = {}, watch?: Watch): Promise<TestServer> {
  const database = await testDatabase({ isMigrated: true })
  const server: Running = isFleet
    ? await startFleet(database.url, change)
    : await startOne(configOf(database.url, change), { open: (config) => openTestDatabase(config, watch) })
  const close = async () => {
    await server.close()
    await database.remove()
  }
  return new TestServer({ ...server, close })
}

type Running = Omit<RunningServer, 'stop'> & { all?: RunningServer['services'][] }

type Opening = { open?: (config: Config) => Promise<Databases>; times?: Partial<PeerTimes>; log?: Logger }

export async function startTestServerOn(
  url: string,
  change: Partial<Config> = {},
  opening: Opening = {},
): Promise<TestServer> {
  return new TestServer(await startOne(configOf(url, change), opening))
}

function configOf(url: string, change: Partial<Config>): Config {
  return { ...readConfig({ PORT: '0', DATABASE_URL: url, JWT_SECRET: 'a secret for tests only, 32 long' }), ...change }
}

async function startOne(
  config: Config,
  { open = openTestDatabase, times, log = testLog }: Opening = {},
): Promise<RunningServer> {
  const server = await startServer({
    config,
    databases: await open(config),
    log,
    passwords: new Passwords(TEST_ROUNDS, passwordThreads),
    ...(times && { times }),
  })
  const forget = noteTestServer(server.url, pathPrefix(config))
  return { ...server, close: () => server.close().finally(forget) }
}

/** `services` are the first server's. `TRUST_PROXY` of the test counts the proxies in front of ours. */
async function startFleet(url: string, change: Partial<Config>): Promise<Running> {
  const { TRUST_PROXY: trusted = 0 } = change
  const behind = configOf(url, { ...change, TRUST_PROXY: typeof trusted === 'number' ? trusted + 1 : trusted })
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => startOne(behind)))
  const proxy = await startProxy(
    servers.map(({ url }) => url),
    { isBehind: trusted !== 0 },
  )
  const close = async () => {
    await proxy.close()
    await Promise.all(servers.map((server) => server.close()))
  }
  const all = servers.map(({ services }) => services)
  return { url: proxy.url, services: all[0] as RunningServer['services'], all, close }
}

const SIMPLE_CASE = { name: 'Pays by card', expectedValueType: 'string', expectedValue: 'ok' }

const testLog = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' })

async function openTestDatabase({ DATABASE_URL }: Config, watch?: Watch): Promise<Databases> {
  if (!('file' in DATABASE_URL)) return await openDatabases(DATABASE_URL)
  const connections = openSqliteFile(DATABASE_URL.file)
  // Waiting for the disk after each write protects from a loss of power only. It took a seventh of the time.
  connections.writer.pragma('synchronous = OFF')
  if (watch) for (const database of Object.values(connections).flat()) watch(database)
  return sqliteDatabases(connections)
}

export type Answer<T = any> = { status: number; body: T; headers: Headers }
type Call = { as?: Caller | undefined; body?: unknown; headers?: Record<string, string> }

/** A person's token or a project's credential. */
export type Caller = { authorization: string }
export type Person = Caller & { id: string; email: string; password: string; name: string }

/** Calls a server over HTTP, as people and projects. */
export class TestServer {
  readonly url: string
  readonly services: RunningServer['services']
  /** Of every server behind the URL. */
  readonly all: RunningServer['services'][]
  readonly close: () => Promise<void>

  constructor({ url, services, all = [services], close }: Running) {
    this.url = url
    this.services = services
    this.all = all
    this.close = close
  }

  /** Makes one REST call. `path` is relative to /api. */
  async call<T = any>(method: string, path: string, { as, body, headers }: Call = {}): Promise<Answer<T>> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(as && { authorization: as.authorization }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }

  get = <T = any>(path: string, as?: Caller) => this.call<T>('GET', path, { as })
  post = <T = any>(path: string, body?: unknown, as?: Caller) => this.call<T>('POST', path, { as, body })
  patch = <T = any>(path: string, body?: unknown, as?: Caller) => this.call<T>('PATCH', path, { as, body })
  delete = <T = any>(path: string, as?: Caller) => this.call<T>('DELETE', path, { as })

  /** Reads a whole list by its Link headers, page by page. */
  async parts<T = any>(path: string, as: Caller): Promise<T[][]> {
    const parts: T[][] = []
    for (let next: string | undefined = path; next !== undefined;) {
      const { body, headers }: Answer<T[]> = await this.get(next, as)
      parts.push(body)
      const link: string | undefined = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
      next = link?.slice(`${this.url}/api`.length)
    }
    return parts
  }

  /** Signs up a person. The first one becomes the administrator. */
  async person(name: string): Promise<Person> {
    const [email, password] = [`${name.toLowerCase()}@example.com`, `${name}'s password`]
    const { body, status } = await this.post('/auth/sign-up', { name, email, password })
    if (status !== 201) throw new Error(`sign-up of ${name} answered ${status}: ${body.message}`)
    return { id: body.user.id, name, email, password, authorization: `Bearer ${body.accessToken}` }
  }

  async project(owner: Person, name = 'Checkout') {
    return (await this.post('/projects', { name }, owner)).body
  }

  async member(owner: Caller, projectId: string, person: Person) {
    return (await this.post(`/projects/${projectId}/members`, { userId: person.id }, owner)).body
  }

  async suite(as: Caller, projectId: string, name = 'Payments') {
    return (await this.post('/test-suites', { name, projectId }, as)).body
  }

  /** Creates a manual case that expects the text 'ok' by default. */
  async testCase(as: Caller, testSuiteId: string, change: Record<string, unknown> = {}) {
    return (await this.post('/test-cases', { ...SIMPLE_CASE, testSuiteId, ...change }, as)).body
  }

  /** Creates many cases of a suite in one write: API calls would take longer than a browser test. */
  async testCases(owner: Person, testSuiteId: string, changes: Record<string, unknown>[]): Promise<TestCase[]> {
    const { db, write } = this.services
    const actor = { kind: 'user', user: owner } as unknown as Actor
    const suite = await findTestSuite(db, actor, testSuiteId, 'case.write')
    const inputs = changes.map((change) => CreateTestCase.parse({ ...SIMPLE_CASE, testSuiteId, ...change }))
    return await write({ testSuite: testSuiteId }, async (tx) => {
      const made: TestCase[] = []
      for (const [index, input] of inputs.entries()) {
        const place = { ...suite, test_case_count: suite.test_case_count + index }
        made.push(await insertTestCase(tx, place, newFields(input), owner))
      }
      return made
    })
  }

  async run(as: Caller, projectId: string, description?: string) {
    return (await this.post(`/test-runs/project/${projectId}`, { description }, as)).body
  }

  async projectWithRun(owner: Person, tester: Person) {
    const project = await this.project(owner)
    await this.member(owner, project.id, tester)
    const suite = await this.suite(owner, project.id)
    const cases = [await this.testCase(owner, suite.id), await this.testCase(owner, suite.id)]
    return { project, cases, run: await this.run(owner, project.id) }
  }

  /** Uploads a report as curl -T does: raw bytes, no content type. */
  async upload(
    as: Caller,
    projectId: string,
    report: string | Uint8Array,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) {
    const address = `${this.url}/api/test-runs/project/${projectId}/report?${new URLSearchParams(query)}`
    const response = await fetch(address, {
      method: 'PUT',
      body: Buffer.from(report),
      headers: { authorization: as.authorization, ...headers },
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  /** Imports a file of cases as curl does: raw bytes. */
  async importCases(as: Caller, projectId: string, file: string | Uint8Array, query: Record<string, string> = {}) {
    const address = `${this.url}/api/projects/${projectId}/imports?${new URLSearchParams(query)}`
    const headers = { authorization: as.authorization }
    const response = await fetch(address, { method: 'POST', body: Buffer.from(file), headers })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  /** Attaches a file to a result as a browser does: raw bytes of any content type. */
  async attach(
    as: Caller | undefined,
    resultId: string,
    bytes: string | Uint8Array,
    name = 'Screenshot.png',
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return await this.attachTo(as, `/test-runs/result/${resultId}`, bytes, name, headers)
  }

  async attachToCase(as: Caller | undefined, caseId: string, ...file: [string | Uint8Array, string?, object?]) {
    return await this.attachTo(as, `/test-cases/${caseId}`, ...file)
  }

  /** Attaches a file to the result or the case at a path. */
  async attachTo(
    as: Caller | undefined,
    path: string,
    bytes: string | Uint8Array,
    name = 'Screenshot.png',
    headers: object = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.url}/api${path}/attachments?${new URLSearchParams({ name })}`, {
      method: 'POST',
      body: Buffer.from(bytes),
      headers: { ...(as && { authorization: as.authorization }), ...headers },
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  async execute(
    as: Caller,
    testCaseId: string,
    testRunId: string,
    outcome: Record<string, unknown> = { actualValue: 'ok' },
  ) {
    return (await this.post(`/test-cases/${testCaseId}/execute`, { testRunId, ...outcome }, as)).body
  }
}

/** The project's credential. */
export function machine(project: { id: string; clientSecret: string }): Caller {
  return { authorization: `Basic ${Buffer.from(`${project.id}:${project.clientSecret}`).toString('base64')}` }
}
