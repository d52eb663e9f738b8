import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createDatabase } from '#server/testing/database.ts'
import { SERVER_FLAGS, SERVER_MEMORY } from '../launch.mjs'
import { startCluster } from '../postgres/cluster.ts'
import { apiOf, type Call } from '../seed/api.ts'

/* Servers in processes of their own, with their databases and projects. */

export type Server = { url: string; child: ChildProcess }
export type Request = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
type Options = { env?: object; flags?: string[] }

/** Where a benchmark runs. All of it is removed at its end. */
export type Place = {
  folder: string
  assay: (database?: string, options?: Options) => Promise<Server>
  bare: (file: string, userId: string) => Promise<Server>
  /** The product in BENCH_BEFORE, the folder of an earlier checkout with its dependencies. */
  before: (options?: Options & { database?: string }) => Promise<Server | undefined>
  /** The address of a new PostgreSQL database. */
  postgres: () => Promise<string>
}

export async function inPlace<T>(work: (place: Place) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const ends: (() => Promise<unknown>)[] = []
  const start = async (script: URL, args: string[], options?: Options) => {
    const server = await startServer(script, args, options)
    ends.push(() => stop(server))
    return server
  }
  const own = (name: string) => new URL(name, import.meta.url)
  try {
    return await work({
      folder,
      assay: (database = join(folder, 'assay.db'), options) => start(own('./assay.ts'), [database], options),
      bare: (file, userId) => start(own('./bare.ts'), [file, userId]),
      before: async ({ database = join(folder, 'before.db'), ...options } = {}) => {
        const { BENCH_BEFORE: checkout } = process.env
        if (!checkout) return undefined
        return await start(pathToFileURL(join(checkout, 'scripts/bench/assay.ts')), [database], options)
      },
      postgres: async () => {
        const cluster = await startCluster()
        ends.push(cluster.stop)
        return await createDatabase(cluster.url, { name: 'assay' })
      },
    })
  } finally {
    for (const end of ends.toReversed()) await end()
    rmSync(folder, { recursive: true })
  }
}

/** Resolves once the server is ready. `flags` are those of Node. */
async function startServer(script: URL, args: string[], { env = {}, flags = [] }: Options = {}): Promise<Server> {
  const child = fork(script, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...SERVER_FLAGS, ...flags],
    env: { ...process.env, ...SERVER_MEMORY, ...env },
  })
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${script.href} ended with ${code}`)))
  const [message] = (await Promise.race([once(child, 'message'), failed])) as [{ url: string }]
  return { url: message.url, child }
}

export async function stop({ child }: { child: ChildProcess }, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** User and system CPU time of a server so far, in seconds: the kernel counts in steps of 10 ms. */
export function cpuSeconds({ child }: Server): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Memory of a server in MiB, from the kernel. */
export function memoryOf({ child }: Server, field: 'VmRSS' | 'VmHWM' | 'RssFile' | 'RssAnon'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

/** A signed-in user of a server. The paths of requests are relative to /api. */
export type User = {
  id: string
  token: string
  call: Call
  get: (path: string) => Request
  post: (path: string, body: object) => Request
  /** Uploads a report into the run of this name. Returns the run's id. */
  report: (projectId: string, body: BodyInit, run?: string) => Promise<string>
}

export async function signUp({ url }: Server, name = 'Bench'): Promise<User> {
  const person = { email: `${name.toLowerCase().replaceAll(' ', '')}@example.com`, password: 'benchmark', name }
  const { accessToken, user } = await apiOf(url)('POST', '/auth/sign-up', person)
  return userOf(url, accessToken, user.id)
}

export async function signIn({ url }: Server): Promise<User> {
  const person = { email: 'bench@example.com', password: 'benchmark' }
  const { accessToken, user } = await apiOf(url)('POST', '/auth/sign-in', person)
  return userOf(url, accessToken, user.id)
}

function userOf(url: string, token: string, id: string): User {
  const headers = { authorization: `Bearer ${token}` }
  return {
    id,
    token,
    call: apiOf(url, token),
    get: (path) => ({ method: 'GET', path: `/api${path}`, headers }),
    post: (path, body) => ({
      method: 'POST',
      path: `/api${path}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    async report(projectId, body, run = crypto.randomUUID()) {
      const address = `${url}/api/test-runs/project/${projectId}/report?run=${run}`
      const answer = await fetch(address, { method: 'PUT', body, headers })
      if (answer.status !== 201) throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`)
      return ((await answer.json()) as { testRun: { id: string } }).testRun.id
    },
  }
}

export type Size = { suites: number; casesPerSuite: number }
export type Project = Awaited<ReturnType<typeof addProject>>

/** A project with a run of all its cases. */
export async function addProject({ call }: User, { suites, casesPerSuite }: Size) {
  const project = await call('POST', '/projects', { name: 'Bench' })
  const suiteIds: string[] = []
  const caseIds: string[] = []
  for (let suite = 1; suite <= suites; suite++) {
    const { id: testSuiteId } = await call('POST', '/test-suites', { name: `Suite ${suite}`, projectId: project.id })
    const cases = Array.from({ length: casesPerSuite }, (_, index) => ({
      name: `Answers as documented, case ${index + 1}`,
      description: 'Sends the request of the specification and compares the answer.',
      testSuiteId,
      expectedValueType: 'string',
      expectedValue: 'ok',
    }))
    for (let start = 0; start < cases.length; start += 100) {
      const made = await Promise.all(cases.slice(start, start + 100).map((body) => call('POST', '/test-cases', body)))
      caseIds.push(...made.map(({ id }) => id))
    }
    suiteIds.push(testSuiteId)
  }
  const run = await call('POST', `/test-runs/project/${project.id}`, { omitResults: true })
  return { id: project.id as string, suiteIds, caseIds, testRunId: run.id as string }
}

/** The body of an execution. Frameworks report whole milliseconds, or up to three decimals. */
export const execution = (index: number) => ({
  actualValue: index % 3 === 0 ? 'no' : 'ok',
  executionTimeMs: index % 2 === 0 ? index % 500 : Math.round((index * 1_000) / 7) / 1_000,
})

export const startRun = async ({ call }: User, { id }: { id: string }): Promise<string> =>
  (await call('POST', `/test-runs/project/${id}`, { omitResults: true })).id

/** Starts runs of a project and records every result. Returns their ids. */
export async function recordedRuns(user: User, project: Project, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let run = 0; run < count; run++) {
    const id = await startRun(user, project)
    const results = project.caseIds.map((testCaseId, index) => ({ testCaseId, ...execution(index) }))
    for (let start = 0; start < results.length; start += 5_000)
      await user.call('POST', `/test-runs/${id}/results`, { results: results.slice(start, start + 5_000) })
    ids.push(id)
  }
  return ids
}

/** Requests that record in a run, one for each of its first cases. */
export const recordings = ({ post }: Pick<User, 'post'>, { caseIds }: Project, testRunId: string): Request[] =>
  caseIds.slice(0, 200).map((id, index) => post(`/test-cases/${id}/execute`, { testRunId, ...execution(index) }))

/** A JUnit report as Maven writes it: suites of 100 tests, one in fifty failed, with `output` characters each. */
export function junit(tests: number, output = 0): string {
  const printed = output === 0 ? '' : `<system-out>${'x'.repeat(output)}</system-out>`
  const trace = (index: number) => `expected 200\n  at Checkout.pay(Checkout.java:${index})`
  const suites = Array.from({ length: tests / 100 }, (_, suite) => {
    const cases = Array.from({ length: 100 }, (_, index) => {
      const failure = `<failure message="expected 200" type="AssertionError">${trace(index)}</failure>`
      const content = (index % 50 === 0 ? failure : '') + printed
      return `<testcase name="pays by card number ${index}" classname="com.acme.Suite${suite}" time="0.0${index}">${content}</testcase>`
    })
    return `<testsuite name="com.acme.Suite${suite}" timestamp="2026-01-31T12:00:00">${cases.join('')}</testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?><testsuites>${suites.join('\n')}</testsuites>`
}
