import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

const PAUSE_MS = 50
const CASES = 3
const TESTS = 5

/** Outcomes of writes: acknowledged, refused with 503, or unknown (no answer, or 502). */
type Log = { done: string[]; refused: string[]; unknown: string[] }
type Project = { id: string; secret: string; suiteId: string; caseIds: string[]; runId: string }
type Write = { method?: string; path: string; body?: unknown; key?: string; as?: Project }

/**
 * Clients that write into several projects at once until `stop`, and a log of the outcomes. Writes with an idempotency
 * key are retried until they are acknowledged.
 */
export class Load {
  readonly #url: string
  readonly #logs = new Map<string, Log>()
  #projects: Project[] = []
  #clients: Promise<void>[] = []
  #isStopped = false
  #last = 0
  /** Number of requests without an answer, or answered 502 or 503. */
  failures = 0

  constructor(url: string) {
    this.#url = url
  }

  async start(projects: number): Promise<void> {
    const person = { email: 'ada@example.com', password: 'secret', name: 'Ada' }
    const { accessToken } = await this.#read('POST', '/auth/sign-up', `Bearer none`, person)
    for (let index = 0; index < projects; index++) this.#projects.push(await this.#prepare(`Bearer ${accessToken}`))
    this.#clients = [
      this.#repeat(() => this.#once('sign-in', 'Ada', { path: '/auth/sign-in', body: person })),
      ...this.#projects.flatMap((project) => [
        this.#repeat((name) => this.#once(`results of ${project.runId}`, name, resultOf(project, name))),
        this.#repeat((name) =>
          this.#untilDone(`results of ${project.runId}`, name, { ...resultOf(project, name), key: name }),
        ),
        this.#repeat((name) => this.#untilDone(`runs of ${project.id}`, name, reportOf(project, name))),
        this.#repeat((name) =>
          this.#once(`suites of ${project.id}`, name, {
            path: '/test-suites',
            body: { name, projectId: project.id },
            as: project,
          }),
        ),
        this.#repeat((name) =>
          this.#once(`cases of ${project.suiteId}`, name, {
            path: '/test-cases',
            body: { name, testSuiteId: project.suiteId, type: 'auto' },
            as: project,
          }),
        ),
      ]),
    ]
  }

  /** Number of acknowledged writes so far. */
  get done(): number {
    return [...this.#logs.values()].reduce((sum, { done }) => sum + done.length, 0)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#clients)
  }

  /** Asserts that acknowledged writes are stored once, unknown ones at most once, refused ones never; checks counts. */
  async verify(): Promise<void> {
    for (const project of this.#projects) {
      const read = async (path: string) => await this.#read('GET', path, basic(project))
      const run = await read(`/test-runs/${project.runId}`)
      const attempts = await Promise.all(run.results.map(({ id }: any) => read(`/test-runs/result/${id}/attempts`)))
      this.#compare(
        `results of ${project.runId}`,
        attempts.flat().map(({ actualValue }) => actualValue),
      )
      assert.deepEqual(
        run.results.map((result: any) => result.attempts),
        attempts.map(({ length }) => length),
      )
      const runs: any[] = await read(`/test-runs/project/${project.id}`)
      this.#compare(
        `runs of ${project.id}`,
        runs.flatMap(({ key }) => key ?? []),
      )
      for (const { key, summary } of runs) if (key) assertPassed(summary, TESTS)
      assertPassed(run.summary, CASES)
      const { testSuites } = await read(`/projects/${project.id}`)
      const own = testSuites.filter(({ id, name }: any) => id !== project.suiteId && name !== 'Reported')
      this.#compare(
        `suites of ${project.id}`,
        own.map(({ name }: any) => name),
      )
      assertNumbered(testSuites)
      for (const { testCases } of testSuites) assertNumbered(testCases)
      const cases = testSuites.find(({ id }: any) => id === project.suiteId).testCases.slice(CASES)
      this.#compare(
        `cases of ${project.suiteId}`,
        cases.map(({ name }: any) => name),
      )
    }
  }

  #compare(log: string, found: string[]): void {
    const { done, refused, unknown } = this.#log(log)
    const counts = new Map<string, number>()
    for (const name of found) counts.set(name, (counts.get(name) ?? 0) + 1)
    assert.notEqual(done.length, 0, log)
    assert.deepEqual(
      [...counts].filter(([, count]) => count > 1),
      [],
      `${log}: stored twice`,
    )
    assert.deepEqual(
      done.filter((name) => !counts.has(name)),
      [],
      `${log}: acknowledged, but lost`,
    )
    assert.deepEqual(
      refused.filter((name) => counts.has(name)),
      [],
      `${log}: refused, but stored`,
    )
    const known = new Set([...done, ...unknown])
    assert.deepEqual(
      found.filter((name) => !known.has(name)),
      [],
      `${log}: stored, but never sent`,
    )
  }

  async #prepare(owner: string): Promise<Project> {
    const project = await this.#read('POST', '/projects', owner, { name: 'P' })
    const suite = await this.#read('POST', '/test-suites', owner, { name: 'S', projectId: project.id })
    const caseIds: string[] = []
    for (let index = 0; index < CASES; index++)
      caseIds.push(
        (await this.#read('POST', '/test-cases', owner, { name: `C${index}`, testSuiteId: suite.id, type: 'auto' })).id,
      )
    const run = await this.#read('POST', `/test-runs/project/${project.id}`, owner, {})
    return { id: project.id, secret: project.clientSecret, suiteId: suite.id, caseIds, runId: run.id }
  }

  async #repeat(write: (name: string) => Promise<void>): Promise<void> {
    while (!this.#isStopped) await write(`w${(this.#last += 1)}`)
  }

  async #once(log: string, name: string, write: Write): Promise<void> {
    const outcome = await this.#send(write)
    this.#log(log)[outcome].push(name)
    if (outcome !== 'done') await wait(PAUSE_MS)
  }

  async #untilDone(log: string, name: string, write: Write): Promise<void> {
    while ((await this.#send(write)) !== 'done') await wait(PAUSE_MS)
    this.#log(log).done.push(name)
  }

  async #send({ method = 'POST', path, body, key, as }: Write): Promise<keyof Log> {
    const status = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(as && { authorization: basic(as) }),
        ...(key && { 'idempotency-key': key }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }).then(statusOnceRead, () => 0)
    if (status === 200 || status === 201) return 'done'
    this.failures += 1
    assert.ok([0, 502, 503].includes(status), `${method} ${path} answers ${status}`)
    return status === 503 ? 'refused' : 'unknown'
  }

  async #read(method: string, path: string, authorization: string, body?: unknown): Promise<any> {
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(`${this.#url}/api${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    assert.ok(response.ok, `${method} ${path} answers ${response.status}`)
    return await response.json()
  }

  #log(name: string): Log {
    const log = this.#logs.get(name) ?? { done: [], refused: [], unknown: [] }
    this.#logs.set(name, log)
    return log
  }
}

/** Resolves to 0 if the body is cut off. */
const statusOnceRead = (response: Response) =>
  response.text().then(
    () => response.status,
    () => 0,
  )

const basic = ({ id, secret }: Project) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

function resultOf(project: Project, name: string): Write {
  const caseId = project.caseIds[Number(name.slice(1)) % CASES]
  return { path: `/test-cases/${caseId}/execute`, body: { testRunId: project.runId, actualValue: name }, as: project }
}

/** Each report names its run, so that a retry is recognized. */
function reportOf(project: Project, name: string): Write {
  const tests = Array.from({ length: TESTS }, (_, index) => `<testcase name="test ${index}"/>`)
  const report = `<testsuites name="${name}"><testsuite name="Reported">${tests.join('')}</testsuite></testsuites>`
  return { method: 'PUT', path: `/test-runs/project/${project.id}/report?run=${name}`, body: report, as: project }
}

function assertPassed({ total, passed }: { total: number; passed: number }, count: number): void {
  assert.deepEqual([total, passed], [count, count])
}

function assertNumbered(items: { number: number }[]): void {
  assert.deepEqual(
    items.map(({ number }) => number),
    items.map((_, index) => index + 1),
  )
}
