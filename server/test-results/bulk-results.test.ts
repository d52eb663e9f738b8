import { beforeEach, describe, expect, test } from 'vitest'
import { countResults } from '#shared/test-runs/summary.ts'
import { expectEntities } from '../testing/entities.ts'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Many results in one call: all of them, or none. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let harness: Caller
let suite: { id: string; name: string }
let cases: { id: string; name: string }[]
let run: any
beforeEach(async () => {
  project = await server.project(olga)
  harness = machine(project)
  suite = await server.suite(olga, project.id, 'Payments')
  cases = []
  for (const name of ['A', 'B', 'C']) cases.push(await server.testCase(olga, suite.id, { name }))
  run = await server.run(olga, project.id)
})

const record = (results: unknown, headers = {}) =>
  server.call('POST', `/test-runs/${run.id}/results`, { as: harness, body: { results }, headers })
const read = async () => (await server.get(`/test-runs/${run.id}`, olga)).body
const statuses = async () => (await read()).results.map(({ status }: any) => status)

describe('recording many results', () => {
  test('recording many results accepts case ids and names, and answers in the order of the request', async () => {
    const { status, body } = await record([
      { suiteName: 'Payments', caseName: 'C', actualValue: 'no' },
      {
        testCaseId: cases[0]?.id,
        actualValue: 'ok',
        notes: 'fine',
        executionTimeMs: 1.5,
        startedAt: '2026-01-31T13:00:00+01:00',
        trace: ' t',
      },
      { testCaseId: cases[1]?.id, errorMessage: 'boom' },
    ])
    expect(status).toBe(201)
    expectEntities('RecordedResult', body.results)
    expect(body.results.map(({ testCaseId, status, attempts }: any) => [testCaseId, status, attempts])).toEqual([
      [cases[2]?.id, 'failed', 1],
      [cases[0]?.id, 'passed', 1],
      [cases[1]?.id, 'error', 1],
    ])
    const now = await read()
    expect([now.summary, body.summary]).toEqual([countResults(now.results), now.summary])
    expect(now.results[0]).toMatchObject({
      status: 'passed',
      notes: 'fine',
      executionTimeMs: 1.5,
      startedAt: '2026-01-31T12:00:00.000Z',
      trace: ' t',
      executedBy: null,
    })
  })

  test('recording many results adds an attempt for each entry that names the same case', async () => {
    const { body } = await record([
      { testCaseId: cases[0]?.id, actualValue: 'no' },
      { suiteName: 'Payments', caseName: 'A', actualValue: 'ok' },
    ])
    expect(body.results.map(({ status, attempts, flaky }: any) => [status, attempts, flaky])).toEqual([
      ['failed', 1, false],
      ['passed', 2, true],
    ])
    expect(body.summary).toMatchObject({ passed: 1, flaky: 1, failed: 0, total: 3 })
  })

  test('recording many results finds cases by their names in the snapshot, and adds new cases to the run', async () => {
    await server.patch(`/test-cases/${cases[0]?.id}`, { name: 'New name' }, olga)
    await server.delete(`/test-cases/${cases[1]?.id}`, olga)
    const late = await server.testCase(olga, (await server.suite(olga, project.id, 'Late')).id, { name: 'L' })
    const { status, body } = await record([
      { suiteName: 'Payments', caseName: 'A', actualValue: 'ok' },
      { testCaseId: cases[1]?.id, actualValue: 'ok' },
      { suiteName: 'Late', caseName: 'L', actualValue: 'ok' },
    ])
    expect([status, body.results.map(({ testCaseId }: any) => testCaseId)]).toEqual([
      201,
      [cases[0]?.id, cases[1]?.id, late.id],
    ])
    expect(body.summary).toMatchObject({ total: 4, passed: 3 })
    expect((await read()).results.at(-1).testCase).toMatchObject({
      id: late.id,
      testSuite: { name: 'Late', number: 2 },
    })
  })

  test('recording many results records nothing when a case is unknown, and names each unknown case', async () => {
    const foreign = await server.testCase(olga, (await server.suite(olga, (await server.project(olga)).id)).id)
    const { status, body } = await record([
      { testCaseId: cases[0]?.id, actualValue: 'ok' },
      { testCaseId: foreign.id, actualValue: 'ok' },
      { suiteName: 'Payments', caseName: 'Z', actualValue: 'ok' },
    ])
    expect([status, body.message, body.issues.map(({ path }: any) => path)]).toEqual([
      404,
      'results.1: Test case not found',
      [
        ['results', 1],
        ['results', 2],
      ],
    ])
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
  })

  test('recording many results answers 404 for an id with characters that cannot be stored', async () => {
    for (const id of [`${cases[0]?.id}\0`, '\0', '\ud800']) {
      const { status, body } = await record([
        { testCaseId: cases[1]?.id, actualValue: 'ok' },
        { testCaseId: id, actualValue: 'ok' },
      ])
      expect([status, body.message]).toEqual([404, 'results.1: Test case not found'])
      const set = await server.patch(
        `/test-runs/${run.id}/results`,
        { results: [{ resultId: id, status: 'skipped' }] },
        harness,
      )
      expect([set.status, set.body.message]).toEqual([404, 'results.0: Test result not found'])
    }
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
  })

  test.each([
    ['an empty list', [], 'results must not be empty'],
    ['no list', 'x', 'results must be a list'],
    ['an entry that is no object', [null], 'each entry of results must be an object'],
    [
      'a name with a NUL character',
      [{ suiteName: 'Payments', caseName: 'A\0' }],
      'caseName must not contain NUL characters',
    ],
    [
      'an entry that names no case',
      [{ actualValue: 'ok' }],
      'results.0: Give a testCaseId, or a suiteName and a caseName',
    ],
    [
      'half a name',
      [{ suiteName: 'Payments', actualValue: 'ok' }],
      'results.0: Give a testCaseId, or a suiteName and a caseName',
    ],
    [
      'a bad status',
      [{ testCaseId: 'x', status: 'great' }],
      'status must be one of passed, failed, error, pending, skipped',
    ],
    [
      'a bad time',
      [{ testCaseId: 'x', startedAt: 'yesterday' }],
      'startedAt must be a date and time with a zone, as in 2026-01-31T12:00:00Z',
    ],
    [
      'more than 5,000',
      Array.from({ length: 5001 }, () => ({ testCaseId: 'x' })),
      'results may have at most 5,000 entries',
    ],
  ])('recording many results refuses %s', async (_, results, message) => {
    const { status, body } = await record(results)
    expect([status, body.message]).toEqual([400, message])
  })

  test('recording many results answers 409 for a run that has ended', async () => {
    await server.post(`/test-runs/${run.id}/complete`, undefined, olga)
    const { status, body } = await record([{ testCaseId: cases[0]?.id, actualValue: 'ok' }])
    expect([status, body.message]).toEqual([409, 'Only running test runs accept results'])
  })

  test('recording many results accepts 5,000 executions with long traces in one call', async () => {
    const results = Array.from({ length: 5_000 }, (_, index) => ({
      testCaseId: cases[index % 3]?.id,
      actualValue: 'ok',
      trace: 'x'.repeat(2_000),
    }))
    const { status, body } = await record(results)
    expect([status, body.results.length, body.results.at(-1).attempts]).toEqual([201, 5_000, 1_667])
    const pages = await server.parts(`/test-runs/result/${body.results[0].resultId}/attempts`, olga)
    expect(pages.map(({ length }) => length)).toEqual([1_000, 667])
  })
})

describe('setting many results', () => {
  const set = (changes: Record<string, unknown>[], of = run) =>
    server.patch(
      `/test-runs/${run.id}/results`,
      { results: changes.map((change, index) => ({ resultId: of.results[index].id, ...change })) },
      harness,
    )
  const setTwo = (change: Record<string, unknown>) => set([change, change])

  test('setting many results changes statuses and keeps values', async () => {
    await record([{ testCaseId: cases[0]?.id, actualValue: 'ok', notes: 'seen' }])
    const { status, body } = await set([{ status: 'skipped' }, { status: 'error' }])
    expectEntities('RecordedResult', body.results)
    expect([status, body.results.map(({ status }: any) => status)]).toEqual([200, ['skipped', 'error']])
    expect(body.summary).toMatchObject({ skipped: 1, error: 1, pending: 1, passed: 0 })
    expect((await read()).results[0]).toMatchObject({
      status: 'skipped',
      actualValue: 'ok',
      notes: 'seen',
      attempts: 2,
    })
  })

  test('setting many results derives statuses from values, and takes a value back for null', async () => {
    expect(
      (await set([{ actualValue: 'ok' }, { actualValue: 'no' }])).body.results.map(({ status }: any) => status),
    ).toEqual(['passed', 'failed'])
    expect((await setTwo({ actualValue: 'no', notes: 'hm' })).body.summary).toMatchObject({ failed: 2, pending: 1 })
    expect((await setTwo({ actualValue: 'ok' })).body.summary).toMatchObject({ passed: 2, flaky: 0 })
    expect((await set([{ actualValue: null }, { notes: 'stays' }])).body.summary).toMatchObject({
      pending: 2,
      passed: 1,
    })
    const { results } = await read()
    expect(results[0]).toMatchObject({ executedAt: null, executedBy: null, attempts: 4, notes: 'hm' })
    expect(results[1]).toMatchObject({ actualValue: 'ok', notes: 'stays', attempts: 4 })
  })

  test('setting many results refuses an empty change, a repeated result and one of another run', async () => {
    expect((await set([{ status: 'skipped' }, {}])).body).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'results.1: Give a status, an actualValue, steps, notes, defects or an assigneeId',
    })
    const { id } = run.results[0]
    expect((await set([{ status: 'skipped' }, { resultId: id, status: 'passed' }])).body.message).toBe(
      'results.1: This result is named twice',
    )
    const other = await server.run(olga, project.id)
    const { status, body } = await set([{ status: 'skipped' }, { resultId: other.results[1].id, status: 'skipped' }])
    expect([status, body.message]).toEqual([404, 'results.1: Test result not found'])
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
  })
})

test('new failures are failed results whose case did not fail in its previous execution', async () => {
  const outcomes = [
    ['no', 'no', 'ok'],
    ['ok', 'no', 'no'],
  ]
  for (const values of [...outcomes, ['no', null, null]]) {
    run = await server.run(olga, project.id)
    await record(
      values.flatMap((actualValue, index) =>
        actualValue === null ? [] : [{ testCaseId: cases[index]?.id, actualValue }],
      ),
    )
  }
  const failures = async () =>
    (await server.get(`/test-runs/${run.id}/new-failures`, harness)).body.map(({ testCase }: any) => testCase.name)
  expect(await failures()).toEqual(['A'])
  await record([
    { testCaseId: cases[1]?.id, errorMessage: 'again' },
    { testCaseId: cases[2]?.id, errorMessage: 'again' },
  ])
  expect(await failures()).toEqual(['A'])
  const fresh = await server.testCase(olga, suite.id, { name: 'D' })
  await record([{ testCaseId: fresh.id, errorMessage: 'first' }])
  expect(await failures()).toEqual(['A', 'D'])
  const { body, headers } = await server.get(`/test-runs/${run.id}/new-failures?limit=1`, harness)
  expect([body.length, headers.get('x-total-count'), headers.get('link')]).toEqual([
    1,
    '2',
    expect.stringContaining('offset=1'),
  ])
})
