import { beforeEach, expect, test } from 'vitest'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import { countResults } from '#shared/test-runs/summary.ts'
import { expectEntities } from '../testing/entities.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Rules 8 and 9: every attempt is kept, the summary counts the results, and no writer loses another's attempt. */

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')
let project: { id: string }
let suite: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  await server.member(olga, project.id, tess)
  suite = await server.suite(olga, project.id)
})

const read = async (runId: string) => (await server.get(`/test-runs/${runId}`, olga)).body
const attemptsOf = async (resultId: string) => (await server.get(`/test-runs/result/${resultId}/attempts`, olga)).body

test('a repeated execution replaces the result, counts as an attempt and keeps earlier attempts', async () => {
  const testCase = await server.testCase(olga, suite.id)
  const run = await server.run(olga, project.id)
  await server.execute(olga, testCase.id, run.id, {
    actualValue: 'no',
    expectedValue: 'yes',
    notes: 'first',
    executionTimeMs: 3,
  })
  await server.execute(tess, testCase.id, run.id, { errorMessage: 'boom' })
  const last = await server.execute(olga, testCase.id, run.id, { actualValue: 'ok' })
  expect(last).toMatchObject({
    status: 'passed',
    expectedValue: 'ok',
    notes: null,
    errorMessage: null,
    executionTimeMs: null,
    attempts: 3,
  })
  const attempts = await attemptsOf(last.id)
  expectEntities('Attempt', attempts)
  expect(attempts).toMatchObject([
    {
      number: 1,
      status: 'failed',
      actualValue: 'no',
      expectedValue: 'yes',
      notes: 'first',
      executionTimeMs: 3,
      executedBy: { name: 'Olga' },
    },
    {
      number: 2,
      status: 'error',
      actualValue: null,
      expectedValue: 'ok',
      errorMessage: 'boom',
      executedBy: { name: 'Tess' },
    },
    { number: 3, status: 'passed', actualValue: 'ok', executedBy: { name: 'Olga' } },
  ])
  expect(attempts[2].executedAt).toBe(last.executedAt)
  expect((await read(run.id)).results).toEqual([last])
})

test('the attempts of a pending result are empty, and those of an unknown result are 404', async () => {
  await server.testCase(olga, suite.id)
  const { results } = await server.run(olga, project.id)
  expect(await attemptsOf(results[0].id)).toEqual([])
  expect((await server.get('/test-runs/result/unknown/attempts', olga)).status).toBe(404)
})

test('fifty concurrent executions are all kept as attempts', async () => {
  const testCase = await server.testCase(olga, suite.id)
  const run = await server.run(olga, project.id)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      server.post(
        `/test-cases/${testCase.id}/execute`,
        { testRunId: run.id, actualValue: `value ${index}` },
        index % 2 ? olga : tess,
      ),
    ),
  )
  expect(answers.every(({ status }) => status === 201)).toBe(true)
  const counts = answers.map(({ body }) => body.attempts as number).toSorted((a, b) => a - b)
  expect(counts).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  const { results, summary } = await read(run.id)
  expect([results[0].attempts, summary]).toEqual([
    50,
    { total: 1, passed: 0, failed: 1, error: 0, pending: 0, skipped: 0, flaky: 0 },
  ])
  const values = (await attemptsOf(results[0].id)).map(({ actualValue }: any) => actualValue)
  expect(values.toSorted()).toEqual(Array.from({ length: 50 }, (_, index) => `value ${index}`).toSorted())
  expect(values.at(-1)).toBe(results[0].actualValue)
})

test('the summary of a run equals a count of its results after sequential and concurrent writes', async () => {
  const cases: { id: string }[] = []
  for (let count = 0; count < 6; count++) cases.push(await server.testCase(olga, suite.id))
  const run = await server.run(olga, project.id)
  const random = generator(20_260_131)
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  const operations = [
    async () => void cases.push(await server.testCase(olga, suite.id)),
    () => server.delete(`/test-cases/${pick(cases).id}`, olga),
    () => server.patch(`/test-cases/${pick(cases).id}`, { expectedValue: pick(['ok', 'no']) }, olga),
    ...Array.from(
      { length: 5 },
      () => () =>
        server.post(
          `/test-cases/${pick(cases).id}/execute`,
          {
            testRunId: run.id,
            actualValue: pick(['ok', 'no', null]),
            errorMessage: pick([null, null, 'boom']),
            status: pick([null, null, ...RESULT_STATUSES]),
          },
          olga,
        ),
    ),
    () =>
      server.patch(
        `/test-runs/result/${pick(run.results as any[]).id}`,
        { actualValue: pick(['ok', 'no', '', null]) },
        tess,
      ),
  ]
  for (let round = 0; round < 25; round++) {
    await Promise.all(Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(operations)()))
    const { results, summary } = await read(run.id)
    expect(summary, `round ${round}`).toEqual(countResults(results))
    expect((await server.get(`/test-runs/project/${project.id}`, olga)).body[0].summary).toEqual(summary)
  }
  const { results, summary } = await read(run.id)
  expect(Object.values(summary).filter((count) => count === 0).length).toBeLessThan(4)
  for (const { id, attempts } of results) expect((await attemptsOf(id)).length).toBe(attempts)
})

test('a run read during recording has a summary that matches its results and its suites', async () => {
  const cases = await Promise.all(Array.from({ length: 10 }, () => server.testCase(olga, suite.id)))
  const run = await server.run(olga, project.id)
  const over = new AbortController()
  const record = async ({ id }: { id: string }) => {
    for (let number = 0; !over.signal.aborted; number += 1)
      await server.execute(olga, id, run.id, { actualValue: number % 2 === 0 ? 'no' : 'ok' })
  }
  const recording = cases.map(record)
  try {
    for (let round = 0; round < 40; round += 1) {
      const { results, summary } = await read(run.id)
      expect(summary, `round ${round}`).toEqual(countResults(results))
      const overview = await read(`${run.id}/overview`)
      expect(overview.summary, `round ${round}`).toEqual(overview.suites[0].summary)
    }
  } finally {
    over.abort()
    await Promise.all(recording)
  }
})

/** Pseudo-random numbers from 0 to 1, the same on every run. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
