import { beforeEach, describe, expect, test } from 'vitest'
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

describe('a long history', async () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + Math.sign(to - from) * index)
  const numbersOf = (attempts: { number: number }[]) => attempts.map(({ number }) => number)
  let path: string
  let record: (count: number, change?: object) => Promise<void>
  beforeEach(async () => {
    const testCase = await server.testCase(olga, suite.id)
    const run = await server.run(olga, project.id)
    path = `/test-runs/result/${run.results[0].id}/attempts`
    record = async (count, change = { actualValue: 'ok' }) => {
      const results = Array.from({ length: count }, () => ({ testCaseId: testCase.id, ...change }))
      await server.post(`/test-runs/${run.id}/results`, { results }, olga)
    }
  })

  test('a long history of 1,000 attempts comes whole, oldest first, with its total', async () => {
    await record(1_000)
    const { body, headers } = await server.get(path, olga)
    expect(numbersOf(body)).toEqual(numbers(1, 1_000))
    expect([headers.get('x-total-count'), headers.get('link')]).toEqual(['1000', null])
  })

  test('a long history of more than 1,000 attempts goes on behind Link', async () => {
    await record(2_100)
    const pages = await server.parts(path, olga)
    expect(pages.map(({ length }) => length)).toEqual([1_000, 1_000, 100])
    expect(numbersOf(pages.flat())).toEqual(numbers(1, 2_100))
  })

  test('a long history is read by limit and cursor, from either end', async () => {
    await record(7)
    expect((await server.parts(`${path}?limit=3`, olga)).map(numbersOf)).toEqual([[1, 2, 3], [4, 5, 6], [7]])
    expect((await server.parts(`${path}?limit=3&order=newest`, olga)).map(numbersOf)).toEqual([
      [7, 6, 5],
      [4, 3, 2],
      [1],
    ])
    expect(numbersOf((await server.get(`${path}?offset=5`, olga)).body)).toEqual([6, 7])
    expect(numbersOf((await server.get(`${path}?cursor=3&limit=2`, olga)).body)).toEqual([4, 5])
  })

  test('a long history of long attempts has pages of at most four million characters and one block', async () => {
    await record(150, { actualValue: 'ok', trace: 'x'.repeat(50_000) })
    const pages = await server.parts(`${path}?limit=1000`, olga)
    expect(pages.map(({ length }) => length)).toEqual([99, 51])
    expect(numbersOf(pages.flat())).toEqual(numbers(1, 150))
  })

  test.each([
    ['cursor=x', 'cursor must be the number of an attempt'],
    ['order=up', 'order must be oldest or newest'],
    ['limit=0', 'limit must be a whole number from 1 to 1000'],
  ])('a long history answers 400 to ?%s', async (query, message) => {
    const { status, body } = await server.get(`${path}?${query}`, olga)
    expect([status, body.message]).toEqual([400, message])
  })
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

/** Seeded pseudo-random numbers from 0 to 1. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
