import { afterAll, expect, test } from 'vitest'
import { isOnPostgres, testDatabase } from '../testing/database.ts'
import { startTestServerOn } from '../testing/server.ts'
import { answersAndNaive } from './testing.ts'

/* Servers that fold the same project at once. Several can share PostgreSQL; on SQLite, several reads of one server fold. */

const SERVERS = isOnPostgres ? 3 : 1
/** A fold of a run takes several steps. */
const CASES = 700
/** Recorded at once. */
const PART = 300
const STATUSES = ['passed', 'passed', 'failed', 'skipped', 'error']

const database = await testDatabase({ isMigrated: true })
const servers = await Promise.all(Array.from({ length: SERVERS }, () => startTestServerOn(database.url)))
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await database.remove()
})
const serverOf = (number: number) => servers[number % SERVERS] as (typeof servers)[number]
const server = serverOf(0)

test('what several servers fold at once, while results are recorded, is that of a count of all results', async () => {
  const olga = await server.person('Olga')
  const { id } = await server.project(olga)
  const suite = await server.suite(olga, id)
  const first = await server.testCase(olga, suite.id)
  const copies = { ids: [first.id], testSuiteId: suite.id }
  const cases = [first.id as string]
  while (cases.length < CASES) {
    const ids = cases.slice(0, CASES - cases.length)
    const { status } = await server.post(`/projects/${id}/test-cases/copy`, { ...copies, ids }, olga)
    expect(status).toBe(201)
    cases.length = 0
    const rows = await server.services.db.selectFrom('test_cases').select('id').where('project_id', '=', id).execute()
    cases.push(...rows.map((row) => row.id))
  }

  const record = async (number: number, runId: string, from: number) => {
    const part = cases.slice(from, from + PART)
    const results = part.map((testCaseId, index) => ({
      testCaseId,
      status: STATUSES[(number * (index + 1) + (index >> (number % 4))) % STATUSES.length],
      executionTimeMs: number + index,
    }))
    const { status } = await serverOf(number).post(`/test-runs/${runId}/results`, { results }, olga)
    expect(status).toBe(201)
  }
  const readAll = async () => {
    const paths = ['quality', 'flaky', 'trend', `test-case-health?testCaseIds=${cases[0]}`]
    const reads = paths.flatMap((path) => servers.map((each) => each.get(`/projects/${id}/${path}`, olga)))
    for (const { status } of await Promise.all(reads)) expect(status).toBe(200)
  }
  const runs: string[] = []
  for (let round = 0; round < 3; round++) {
    for (let number = 0; number < 4; number++)
      runs.push((await server.post(`/test-runs/project/${id}`, { branch: `b${number % 2}` }, olga)).body.id)
    await Promise.all([
      ...runs.slice(-4).map((runId, number) => record(round * 4 + number, runId, PART * (number % 3))),
      ...runs.slice(-4).map((runId, number) => record(round * 4 + number + 1, runId, PART * ((number + 1) % 3))),
      readAll(),
      readAll(),
    ])
    const [deleted] = runs.splice(2, 1)
    await Promise.all([server.delete(`/test-runs/${deleted}`, olga), readAll(), readAll()])
    for (const runId of runs) await server.post(`/test-runs/${runId}/complete`, {}, olga)
    await readAll()
    const get = async (path: string) => (await serverOf(round).get(path, olga)).body
    const { answers, naive } = await answersAndNaive(server.services.db, id, get)
    expect(answers).toEqual(naive)
    expect(answers.health).toHaveLength(CASES)
  }
  expect((await server.get(`/projects/${id}/flaky?limit=1`, olga)).body).toHaveLength(1)
})
