import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../database/new-id.ts'
import { firstRevision, insertCaseRows } from '../test-cases/case-writes.repository.ts'
import { takeRefs } from '../test-cases/refs.repository.ts'
import { type Caller, isFleet, machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { makeWatchable } from '../testing/watch-queries.ts'

/* Reads of 10,000 rows beside other calls. The tests watch the queries in the snapshots of one server. */

const ROWS = 10_000
const CHUNKS = ROWS / 500

const server = await useTestServer()
let owner: Person
let projectId: string
let harness: Caller
let suiteId: string
let run: { id: string; results: { id: string }[] }
let other: { id: string }

beforeAll(async () => {
  owner = await server.person('Olga')
  const project = await server.project(owner)
  projectId = project.id
  harness = machine(project)
  ;({ id: suiteId } = await server.suite(owner, projectId))
  await server.services.write(null, async (db) => {
    await takeRefs(db, projectId, ROWS)
    await insertCaseRows(db, cases())
  })
  run = await server.run(owner, projectId)
  other = await server.project(owner, 'Another')
})

const cases = () =>
  Array.from({ length: ROWS }, (_, index) => ({
    id: newId(),
    test_suite_id: suiteId,
    project_id: projectId,
    ref: `C${index + 1}`,
    number: index + 1,
    ...firstRevision('2026-01-31T12:00:00.000Z', null),
    name: `Case ${index}`,
    type: 'auto' as const,
    expected_value_type: null,
    expected_value: null,
    description: 'd'.repeat(500),
    automation_key: null,
    external_key: null,
    extras: null,
    preconditions: null,
    steps: null,
    priority: 'low' as const,
    tags: null,
    references: null,
  }))

/** The state of the server's snapshots. */
let open = 0
let beforeQuery: (at: number) => Promise<void> = async () => {}

const { snapshot } = server.services
server.services.snapshot = (work) =>
  snapshot(async (db) => {
    makeWatchable(db)
    open += 1
    let queries = 0
    const query = db.executeQuery.bind(db)
    db.executeQuery = async (...given) => {
      await beforeQuery((queries += 1))
      return await query(...given)
    }
    return await work(db).finally(() => (open -= 1))
  })

beforeEach(() => {
  beforeQuery = async () => {}
})

const LONG: [read: string, path: () => string][] = [
  ['a run', () => `/test-runs/${run.id}`],
  ['a suite', () => `/test-suites/${suiteId}`],
  ['a project', () => `/projects/${projectId}`],
  ['the suites of a project', () => `/test-suites/project/${projectId}`],
  ['all suites', () => '/test-suites'],
  ['the cases of a suite', () => `/test-cases/test-suite/${suiteId}`],
  ['all cases', () => '/test-cases'],
]

describe.skipIf(isFleet)('while 10,000 rows are read', () => {
  test.each(LONG)('of %s, the server turns to other calls between chunks', async (_, path) => {
    let turn = 0
    const turns = new Set<number>()
    beforeQuery = async () => void turns.add(turn)
    let isRead = false
    const count = () => void (isRead || ((turn += 1), setImmediate(count)))
    setImmediate(count)
    const { status } = await server.get(path(), owner)
    isRead = true
    expect(status).toBe(200)
    expect(turns.size).toBeGreaterThanOrEqual(CHUNKS)
  })

  test('of a run, other calls read and write, also that run, and the answer is of one state', async () => {
    const before = await skipFirst('before')
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    beforeQuery = async (at) => {
      if (at !== CHUNKS) return
      reached.resolve()
      await released.promise
    }
    const reading = server.get(`/test-runs/${run.id}`, owner)
    await reached.promise
    beforeQuery = async () => {}
    expect(open).toBe(1)
    expect((await server.get(`/projects/${other.id}`, owner)).status).toBe(200)
    const during = await skipFirst('during')
    expect((await server.get(`/test-runs/${run.id}`, owner)).body.results[0].notes).toBe(during)
    released.resolve()
    const { body } = await reading
    expect([body.results.length, body.results[0].notes]).toEqual([ROWS, before])
  })

  test('of a list, a case is added, and the answer is the later list without a tag', async () => {
    let added: { id: string } | undefined
    beforeQuery = async (at) => {
      if (at !== CHUNKS) return
      beforeQuery = async () => {}
      added = await server.testCase(owner, suiteId)
    }
    const { body, headers } = await server.get(`/test-cases/test-suite/${suiteId}?offset=1`, owner)
    expect(body).toHaveLength(ROWS)
    expect(added).toMatchObject(body.at(-1))
    expect([headers.get('x-total-count'), headers.get('etag')]).toEqual([String(ROWS + 1), null])
  })

  test('of runs, a page of results is answered at once', async () => {
    const released = Promise.withResolvers<void>()
    await skipFirst('paged')
    beforeQuery = async () => await released.promise
    const paths = [`/test-runs/${run.id}`, `/test-suites/${suiteId}`, '/test-suites', '/test-cases']
    const reading = paths.map((path) => server.get(path, owner))
    const { body, headers } = await server.get(`/test-runs/${run.id}/results?limit=500`, owner)
    expect([body.length, body[0].notes, headers.get('x-total-count')]).toEqual([500, 'paged', String(ROWS)])
    released.resolve()
    for (const read of reading) expect((await read).status).toBe(200)
  })

  test('no snapshot is open while a client is slow to take the answer', async () => {
    await skipFirst('unread')
    let queries = 0
    beforeQuery = async () => void (queries += 1)
    const response = await responseOf(`/test-runs/${run.id}`)
    expect(queries).toBeGreaterThanOrEqual(CHUNKS)
    expect(open).toBe(0)
    expect(response.socket.bytesRead).toBeLessThan(Number(response.headers['content-length']))
    await skipFirst('while it is sent')
    expect(response.complete).toBe(false)
    const { results } = (await json(response)) as { results: object[] }
    expect([results.length, results[0]]).toEqual([ROWS, expect.objectContaining({ notes: 'unread' })])
  })
})

async function skipFirst(notes: string): Promise<string> {
  const results = [{ resultId: run.results[0]?.id, status: 'skipped', notes }]
  expect((await server.patch(`/test-runs/${run.id}/results`, { results }, harness)).status).toBe(200)
  return notes
}

/** A response whose body is not read. */
async function responseOf(path: string): Promise<IncomingMessage> {
  const calling = get(`${server.url}/api${path}`, { headers: { authorization: owner.authorization } })
  const [response] = await once(calling, 'response')
  return response
}
