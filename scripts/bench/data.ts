import { apiOf, type Call } from '../seed/api.ts'
import type { Figures, Sides } from './figures.ts'
import type { Readable, Request } from './load.ts'
import { copyOf, endAll, newDatabase, type Server, type Start, startAssay, startBare, startBefore } from './servers.ts'

/* People, projects, runs and reports, all made over REST. */

/** A signed-in user of a server. The paths of requests are relative to /api. */
export type User = {
  server: Server
  id: string
  token: string
  call: Call
  get: (path: string) => Request
  post: (path: string, body: object) => Request
  /** Uploads a report into the run of this name. Returns the run's id. */
  report: (projectId: string, body: BodyInit, run?: string) => Promise<string>
}

export const signUp = (server: Server, name = 'Bench') => enter(server, 'sign-up', name)
export const signIn = (server: Server, name = 'Bench') => enter(server, 'sign-in', name)

export const credentialsOf = (name = 'Bench') => {
  return { email: `${name.toLowerCase().replaceAll(' ', '')}@example.com`, password: 'benchmark' }
}

async function enter(server: Server, how: 'sign-up' | 'sign-in', name: string): Promise<User> {
  const { url } = server
  const body = { ...credentialsOf(name), ...(how === 'sign-up' && { name }) }
  const { accessToken: token, user } = await apiOf(url)('POST', `/auth/${how}`, body)
  const headers = { authorization: `Bearer ${token}` }
  const json = { ...headers, 'content-type': 'application/json' }
  return {
    server,
    id: user.id,
    token,
    call: apiOf(url, token),
    get: (path) => ({ method: 'GET', path: `/api${path}`, headers }),
    post: (path, content) => ({ method: 'POST', path: `/api${path}`, headers: json, body: JSON.stringify(content) }),
    async report(projectId, report, run = crypto.randomUUID()) {
      const address = `${url}/api/test-runs/project/${projectId}/report?run=${run}`
      const answer = await fetch(address, { method: 'PUT', body: report, headers })
      if (answer.status !== 201) throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`)
      return ((await answer.json()) as { testRun: { id: string } }).testRun.id
    },
  }
}

/** What `make` returns for this version and, with BENCH_BEFORE, for the earlier one. */
export async function ofVersions<T>(make: (start: Start) => Promise<T>) {
  return { assay: await make(startAssay), before: startBefore && (await make(startBefore)) } satisfies Sides<T>
}

/**
 * The versions, and the bare server on the database of this one or on a copy, each with what `fill` made. A process that
 * shares a file with another writer often reads its pages again.
 */
export async function startSides<T extends object>(fill: (user: User) => Promise<T>, { isCopied = false } = {}) {
  const { assay, before } = await ofVersions(async (start) => {
    const user = await signUp(await start(await newDatabase('sqlite')))
    return { ...(await fill(user)), user, server: user.server }
  })
  const database = isCopied ? await copyOf(assay.server) : assay.server.database
  const bare = await startBare(database, { env: { USER_ID: assay.user.id } })
  return { assay, bare: { ...assay, server: bare }, before }
}

/** The lines of a part for this version, each beside what the earlier one has. Both end all that they started. */
export async function* besideBefore(part: (start: Start) => Figures): Figures {
  const earlier = new Map<string, string>()
  if (startBefore) for await (const { work, assay } of part(startBefore)) earlier.set(work, assay)
  await endAll()
  for await (const figure of part(startAssay)) {
    const before = earlier.get(figure.work)
    const beside = [figure.beside, before && `before: ${before}`].filter(Boolean).join('; ')
    yield { ...figure, beside }
  }
  await endAll()
}

export type Project = { id: string; suiteIds: string[]; caseIds: string[]; testRunId: string }

export const createProject = async ({ call }: User, name = 'Bench'): Promise<string> =>
  (await call('POST', '/projects', { name })).id

export const startRun = async ({ call }: User, projectId: string): Promise<string> =>
  (await call('POST', `/test-runs/project/${projectId}`, { omitResults: true })).id

/** A project with a run of all its cases. */
export async function addProject(user: User, suites: number, casesPerSuite: number): Promise<Project> {
  const { call } = user
  const id = await createProject(user)
  const suiteIds: string[] = []
  const caseIds: string[] = []
  for (let suite = 1; suite <= suites; suite++) {
    const { id: testSuiteId } = await call('POST', '/test-suites', { name: `Suite ${suite}`, projectId: id })
    suiteIds.push(testSuiteId)
    const create = async (index: number) => {
      const name = `Answers as documented, case ${index + 1}`
      const description = 'Sends the request of the specification and compares the answer.'
      const body = { name, description, testSuiteId, expectedValueType: 'string', expectedValue: 'ok' }
      return (await call('POST', '/test-cases', body)).id as string
    }
    for (let start = 0; start < casesPerSuite; start += 100) {
      const length = Math.min(100, casesPerSuite - start)
      caseIds.push(...(await Promise.all(Array.from({ length }, (_, index) => create(start + index)))))
    }
  }
  return { id, suiteIds, caseIds, testRunId: await startRun(user, id) }
}

/** The body of an execution. Frameworks report whole milliseconds, or up to three decimals. */
export const execution = (index: number) => ({
  actualValue: index % 3 === 0 ? 'no' : 'ok',
  executionTimeMs: index % 2 === 0 ? index % 500 : Math.round((index * 1_000) / 7) / 1_000,
})

/** Records every result of a run. */
export async function recordAll({ call }: User, { caseIds }: Project, testRunId: string): Promise<void> {
  const results = caseIds.map((testCaseId, index) => ({ testCaseId, ...execution(index) }))
  for (let start = 0; start < results.length; start += 5_000)
    await call('POST', `/test-runs/${testRunId}/results`, { results: results.slice(start, start + 5_000) })
}

/** Runs with all results recorded. */
export async function addRuns(user: User, project: Project, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push(await startRun(user, project.id))
  for (const id of ids) await recordAll(user, project, id)
  return ids
}

/** A call that records a result which was not there before. */
export const recordAnother = ({ call }: User, caseId: string, testRunId: string) =>
  call('POST', `/test-cases/${caseId}/execute`, { testRunId, ...execution(1), actualValue: `${Math.random()}` })

/** Whole reads of runs. */
export const readsOfRuns = (user: User, { caseIds: [first = ''] }: Project, ids: string[]): Readable => ({
  requests: ids.map((id) => user.get(`/test-runs/${id}`)),
  change: () => Promise.all(ids.map((id) => recordAnother(user, first, id))),
})

/** The request that records in the project's run. */
export const recordingIn = ({ post }: User, { caseIds, testRunId }: Project, index = 0): Request =>
  post(`/test-cases/${caseIds[index]}/execute`, { testRunId, ...execution(index) })

/** One for each of the first cases. */
export const recordings = (user: User, project: Project, count = 200): Request[] =>
  project.caseIds.slice(0, count).map((_, index) => recordingIn(user, project, index))

/** Waits until the results of a project are counted for its quality: a read counts for half a second. */
export async function untilCounted({ call }: User, projectId: string): Promise<void> {
  while ((await call('GET', `/projects/${projectId}/quality`)).runsToCount > 0);
}

/** What a failed test has in a report. */
export const failure = (message: string, trace: string) =>
  `<failure message="${message}" type="AssertionError">${trace}</failure>`

type Of = (index: number, suite: number) => string
type Tests = { perSuite?: number; nameOf?: Of; contentOf?: Of }

const oneInFifty: Of = (index) =>
  index % 50 === 0 ? failure('expected 200', `expected 200\n  at Checkout.pay(Checkout.java:${index})`) : ''

/** A JUnit report as Maven writes it. Indexes are those within a suite. One test in fifty fails, unless told otherwise. */
export function junit(
  tests: number,
  { perSuite = 100, nameOf = (index) => `pays by card number ${index}`, contentOf = oneInFifty }: Tests = {},
): string {
  const suites = Array.from({ length: tests / perSuite }, (_, suite) => {
    const name = `Suite ${suite + 1}`
    const test = (index: number) =>
      `<testcase name="${nameOf(index, suite)}" classname="${name}" time="0.0${index}">${contentOf(index, suite)}</testcase>`
    const cases = Array.from({ length: perSuite }, (_, index) => test(index))
    return `<testsuite name="${name}" timestamp="2026-01-31T12:00:00">${cases.join('')}</testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?><testsuites name="${crypto.randomUUID()}">${suites.join('\n')}</testsuites>`
}
