import { expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'
import { answersAndNaive } from './testing.ts'

/* Only the newest 100 runs of a project count. */

const server = await useTestServer()
const olga = await server.person('Olga')

const CASES = 6
const BRANCHES = ['main', 'main', 'next']
const STATUSES = ['passed', 'passed', 'failed', 'passed', 'error', 'skipped', 'failed']

async function createProject() {
  const { id } = await server.project(olga)
  const suite = await server.suite(olga, id)
  const newCase = async () => (await server.testCase(olga, suite.id)).id as string
  const cases: string[] = []
  for (let count = 0; count < CASES; count++) cases.push(await newCase())
  /** Executed in the oldest two runs only. */
  const old = await newCase()
  const runs: string[] = []

  const addRun = async () => {
    const index = runs.length
    const branch = BRANCHES[index % BRANCHES.length]
    const { body } = await server.post(`/test-runs/project/${id}`, { branch }, olga)
    const results = cases.map((testCaseId, number) => ({
      testCaseId,
      status: STATUSES[(index * (number + 1) + (index >> (number % 3))) % STATUSES.length],
      executionTimeMs: index * 10 + number,
    }))
    if (index < 2) results.push({ testCaseId: old, status: 'failed', executionTimeMs: 9_000 - index })
    await server.post(`/test-runs/${body.id}/results`, { results }, olga)
    await server.post(`/test-runs/${body.id}/complete`, {}, olga)
    runs.push(body.id)
  }
  const equalsNaive = async () => {
    const get = async (path: string) => (await server.get(path, olga)).body
    const { answers, naive } = await answersAndNaive(server.services.db, id, get)
    expect(answers).toEqual(naive)
    return answers
  }
  const healthOf = (answers: Awaited<ReturnType<typeof equalsNaive>>, caseId: string) =>
    answers.health.find(({ testCaseId }) => testCaseId === caseId)
  return { id, old, runs, addRun, equalsNaive, healthOf }
}

test('with more than 100 runs the oldest leave, and come back when newer ones are deleted', async () => {
  const { id, old, runs, addRun, equalsNaive, healthOf } = await createProject()
  while (runs.length < 100) await addRun()
  const full = await equalsNaive()
  expect(full.newFailures).toHaveLength(100)
  expect(full.flaky).not.toEqual([])
  expect(healthOf(full, old)).toMatchObject({ isBroken: true, recent: [{}, {}].map(() => expect.any(String)) })

  await addRun()
  expect(healthOf(await equalsNaive(), old)).toMatchObject({ isBroken: true, recent: [expect.any(String)] })
  await addRun()
  const left = await equalsNaive()
  expect(healthOf(left, old)).toMatchObject({ isBroken: false, recent: [], lastRunAt: expect.any(String) })
  expect(left.newFailures.map(([runId]: any) => runId)).toEqual(runs.slice(2))

  // Several leave between two reads.
  for (let count = 0; count < 7; count++) await addRun()
  await equalsNaive()

  for (const run of [...runs.slice(20, 25), ...runs.slice(-4)]) await server.delete(`/test-runs/${run}`, olga)
  const back = await equalsNaive()
  expect(healthOf(back, old)).toMatchObject({ isBroken: true, recent: [{}, {}].map(() => expect.any(String)) })
  const { numbers, suites } = (await server.get(`/projects/${id}/quality`, olga)).body
  expect(numbers.notRunIn14Days).toBe(0)
  expect(suites).toMatchObject([{ testCases: CASES + 1, notRunIn14Days: 0 }])
})

test('a case whose last run is deleted was last executed in an older one that counts no more', async () => {
  const { old, runs, addRun, equalsNaive, healthOf } = await createProject()
  while (runs.length < 2) await addRun()
  await equalsNaive()
  while (runs.length < 103) await addRun()
  const { lastRunAt } = healthOf(await equalsNaive(), old)
  const testRunId = runs.at(-1) as string
  await server.post(`/test-runs/${testRunId}/reopen`, {}, olga)
  await server.post(`/test-cases/${old}/execute`, { testRunId, status: 'passed' }, olga)
  const executed = healthOf(await equalsNaive(), old)
  expect(executed.lastRunAt > lastRunAt).toBe(true)
  await server.delete(`/test-runs/${testRunId}`, olga)
  expect(healthOf(await equalsNaive(), old)).toMatchObject({ lastRunAt, recent: [] })
})
