import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

const PAUSE_MS = 50
const CASES = 3
const TESTS = 5

/** What became of writes: acknowledged, told as not done (503), or left without an answer that says either. */
type Book = { done: string[]; refused: string[]; unknown: string[] }
type Place = { id: string; secret: string; suiteId: string; caseIds: string[]; runId: string }
type Write = { method?: string; path: string; body?: unknown; key?: string; as?: Place }

/**
 * People and harnesses that write into several projects at once until they are told to stop, and the book of what
 * was answered. What carries a key of its own is sent again until it is acknowledged.
 */
export class Load {
  readonly #url: string
  readonly #books = new Map<string, Book>()
  #places: Place[] = []
  #clients: Promise<void>[] = []
  #isOver = false
  #last = 0
  /** How many requests had no answer, or one of 502 or 503. */
  troubles = 0

  constructor(url: string) {
    this.#url = url
  }

  async start(projects: number): Promise<void> {
    const person = { email: 'ada@example.com', password: 'secret', name: 'Ada' }
    const { accessToken } = await this.#read('POST', '/auth/sign-up', `Bearer none`, person)
    for (let index = 0; index < projects; index++) this.#places.push(await this.#prepare(`Bearer ${accessToken}`))
    this.#clients = [
      this.#repeat(() => this.#once('sign-in', 'Ada', { path: '/auth/sign-in', body: person })),
      ...this.#places.flatMap((place) => [
        this.#repeat((name) => this.#once(`results of ${place.runId}`, name, resultOf(place, name))),
        this.#repeat((name) =>
          this.#untilDone(`results of ${place.runId}`, name, { ...resultOf(place, name), key: name }),
        ),
        this.#repeat((name) => this.#untilDone(`runs of ${place.id}`, name, reportOf(place, name))),
        this.#repeat((name) =>
          this.#once(`suites of ${place.id}`, name, {
            path: '/test-suites',
            body: { name, projectId: place.id },
            as: place,
          }),
        ),
        this.#repeat((name) =>
          this.#once(`cases of ${place.suiteId}`, name, {
            path: '/test-cases',
            body: { name, testSuiteId: place.suiteId, type: 'auto' },
            as: place,
          }),
        ),
      ]),
    ]
  }

  /** How many writes were acknowledged so far. */
  get done(): number {
    return [...this.#books.values()].reduce((sum, { done }) => sum + done.length, 0)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#clients)
  }

  /** Every acknowledged write is there once, a refused one is not, the others at most once; and all that is counted fits. */
  async verify(): Promise<void> {
    for (const place of this.#places) {
      const read = async (path: string) => await this.#read('GET', path, basic(place))
      const run = await read(`/test-runs/${place.runId}`)
      const attempts = await Promise.all(run.results.map(({ id }: any) => read(`/test-runs/result/${id}/attempts`)))
      this.#compare(
        `results of ${place.runId}`,
        attempts.flat().map(({ actualValue }) => actualValue),
      )
      assert.deepEqual(
        run.results.map((result: any) => result.attempts),
        attempts.map(({ length }) => length),
      )
      const runs: any[] = await read(`/test-runs/project/${place.id}`)
      this.#compare(
        `runs of ${place.id}`,
        runs.flatMap(({ key }) => key ?? []),
      )
      for (const { key, summary } of runs) if (key) assertPassed(summary, TESTS)
      assertPassed(run.summary, CASES)
      const { testSuites } = await read(`/projects/${place.id}`)
      const own = testSuites.filter(({ id, name }: any) => id !== place.suiteId && name !== 'Reported')
      this.#compare(
        `suites of ${place.id}`,
        own.map(({ name }: any) => name),
      )
      assertNumbered(testSuites)
      for (const { testCases } of testSuites) assertNumbered(testCases)
      const cases = testSuites.find(({ id }: any) => id === place.suiteId).testCases.slice(CASES)
      this.#compare(
        `cases of ${place.suiteId}`,
        cases.map(({ name }: any) => name),
      )
    }
  }

  #compare(book: string, found: string[]): void {
    const { done, refused, unknown } = this.#book(book)
    const counts = new Map<string, number>()
    for (const name of found) counts.set(name, (counts.get(name) ?? 0) + 1)
    assert.notEqual(done.length, 0, book)
    assert.deepEqual(
      [...counts].filter(([, count]) => count > 1),
      [],
      `${book}: written twice`,
    )
    assert.deepEqual(
      done.filter((name) => !counts.has(name)),
      [],
      `${book}: acknowledged and lost`,
    )
    assert.deepEqual(
      refused.filter((name) => counts.has(name)),
      [],
      `${book}: told as not done, and done`,
    )
    const known = new Set([...done, ...unknown])
    assert.deepEqual(
      found.filter((name) => !known.has(name)),
      [],
      `${book}: nobody wrote it`,
    )
  }

  async #prepare(owner: string): Promise<Place> {
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
    while (!this.#isOver) await write(`w${(this.#last += 1)}`)
  }

  async #once(book: string, name: string, write: Write): Promise<void> {
    const outcome = await this.#send(write)
    this.#book(book)[outcome].push(name)
    if (outcome !== 'done') await wait(PAUSE_MS)
  }

  async #untilDone(book: string, name: string, write: Write): Promise<void> {
    while ((await this.#send(write)) !== 'done') await wait(PAUSE_MS)
    this.#book(book).done.push(name)
  }

  async #send({ method = 'POST', path, body, key, as }: Write): Promise<keyof Book> {
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
    this.troubles += 1
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

  #book(name: string): Book {
    const book = this.#books.get(name) ?? { done: [], refused: [], unknown: [] }
    this.#books.set(name, book)
    return book
  }
}

/** 0 when the answer breaks off. */
const statusOnceRead = (response: Response) =>
  response.text().then(
    () => response.status,
    () => 0,
  )

const basic = ({ id, secret }: Place) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

function resultOf(place: Place, name: string): Write {
  const caseId = place.caseIds[Number(name.slice(1)) % CASES]
  return { path: `/test-cases/${caseId}/execute`, body: { testRunId: place.runId, actualValue: name }, as: place }
}

/** A report names its run, so that the same one sent again is known. */
function reportOf(place: Place, name: string): Write {
  const tests = Array.from({ length: TESTS }, (_, index) => `<testcase name="test ${index}"/>`)
  const report = `<testsuites name="${name}"><testsuite name="Reported">${tests.join('')}</testsuite></testsuites>`
  return { method: 'PUT', path: `/test-runs/project/${place.id}/report?run=${name}`, body: report, as: place }
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
