import { TRPCClientError } from '@trpc/client'
import { beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '#client/api.ts'
import { expectEntities } from '../testing/entities.ts'
import { machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Optimistic locking: a value based on an outdated attempt is refused with the current result. */

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')
let project: { id: string; clientSecret: string }
let cases: { id: string }[]
let run: any
beforeEach(async () => {
  ;({ project, cases, run } = await server.projectWithRun(olga, tess))
})

const set = async (body: object, as: Person, index = 0) =>
  await server.patch(`/test-runs/result/${run.results[index].id}`, body, as)
const executeManual = async (body: object, as: Person, headers = {}) =>
  await server.call('POST', `/test-cases/${cases[0]?.id}/execute-manual`, {
    as,
    body: { testRunId: run.id, ...body },
    headers,
  })
const setMany = async (results: object[], as = olga) =>
  await server.patch(`/test-runs/${run.id}/results`, { results }, as)
const shown = async (index = 0) => (await server.get(`/test-runs/${run.id}`, olga)).body.results[index]
const attempts = async () =>
  (await server.get(`/test-runs/result/${run.results[0].id}/attempts`, olga)).body.map(
    ({ actualValue }: any) => actualValue,
  )

describe('a value with baseAttempt', () => {
  test('a value with baseAttempt is set when baseAttempt is the latest attempt', async () => {
    expect((await set({ actualValue: 'no', baseAttempt: 0 }, olga)).body).toMatchObject({
      actualValue: 'no',
      attempts: 1,
    })
    expect((await set({ actualValue: 'ok', baseAttempt: 1 }, tess)).body).toMatchObject({
      actualValue: 'ok',
      attempts: 2,
    })
  })

  test('a value with an outdated baseAttempt answers 409 with the other setter and the result', async () => {
    await set({ actualValue: 'no', notes: 'Twice' }, tess)
    const before = await shown()
    const { status, body } = await set({ actualValue: 'ok', baseAttempt: 0 }, olga)
    expect([status, body]).toEqual([
      409,
      { message: 'Tess has set "no" since you read this result', code: 'CONFLICT', current: before },
    ])
    expectEntities('Result', [body.current])
    expect([await shown(), await attempts()]).toEqual([before, ['no']])
  })

  test('a value sent again with the current attempt is set, and both attempts are kept', async () => {
    await set({ actualValue: 'no' }, tess)
    const { body } = await set({ actualValue: 'ok', baseAttempt: 0 }, olga)
    expect((await set({ actualValue: 'ok', baseAttempt: body.current.attempts }, olga)).body).toMatchObject({
      actualValue: 'ok',
      attempts: 2,
    })
    expect(await attempts()).toEqual(['no', 'ok'])
  })

  test('a value with baseAttempt is set when both setters agree, and refused when the notes differ', async () => {
    await set({ actualValue: 'no', notes: 'Twice' }, tess)
    expect((await set({ actualValue: 'no', baseAttempt: 0 }, olga)).body).toMatchObject({
      attempts: 2,
      notes: 'Twice',
      executedBy: { name: 'Olga' },
    })
    expect((await set({ actualValue: 'no', notes: 'Once', baseAttempt: 0 }, olga)).status).toBe(409)
    expect((await set({ actualValue: null, baseAttempt: 0 }, olga)).status).toBe(409)
  })

  test('a value with baseAttempt is refused with a message about a harness, a missing value, a removed value and a long value', async () => {
    const messageFor = async () => (await set({ actualValue: 'mine', baseAttempt: 0 }, olga)).body.message
    await server.post(
      `/test-cases/${cases[0]?.id}/execute`,
      { testRunId: run.id, errorMessage: 'boom' },
      machine(project),
    )
    expect(await messageFor()).toBe('The project credential has set error since you read this result')
    await set({ actualValue: '' }, tess)
    expect(await messageFor()).toBe('The value has been taken back since you read this result')
    await set({ actualValue: 'x'.repeat(100_000) }, tess)
    expect(await messageFor()).toBe(`Tess has set "${'x'.repeat(60)}…" since you read this result`)
  })

  test('a value with baseAttempt is refused when baseAttempt is higher than the number of attempts', async () => {
    const { status, body } = await set({ actualValue: 'ok', baseAttempt: 3 }, olga)
    expect([status, body.message]).toEqual([409, 'This result has 0 attempts, not 3'])
    for (const baseAttempt of ['0', -1, 0.5, true, {}])
      expect((await set({ actualValue: 'ok', baseAttempt }, olga)).body).toMatchObject({
        code: 'BAD_REQUEST',
        issues: [{ path: ['baseAttempt'], message: 'baseAttempt must be a whole number, zero or more' }],
      })
  })

  test('a value with baseAttempt is refused without the current result when the run has ended or the caller is a stranger', async () => {
    await set({ actualValue: 'no' }, tess)
    const stranger = await server.person('Sam')
    expect(await set({ actualValue: 'ok', baseAttempt: 0 }, stranger)).toMatchObject({
      status: 404,
      body: { message: 'Test result not found' },
    })
    await server.post(`/test-runs/${run.id}/complete`, {}, olga)
    const { body } = await set({ actualValue: 'ok', baseAttempt: 0 }, olga)
    expect(body).toEqual({ message: 'Only running test runs accept results', code: 'CONFLICT' })
  })
})

test.each([{}, { baseAttempt: null }])('with %j the last writer wins, and both attempts are kept', async (base) => {
  await set({ actualValue: 'no', ...base }, tess)
  expect((await set({ actualValue: 'ok', ...base }, olga)).body).toMatchObject({ actualValue: 'ok', attempts: 2 })
  expect((await executeManual({ actualValue: 'no', ...base }, tess)).body).toMatchObject({
    actualValue: 'no',
    attempts: 3,
  })
  expect((await setMany([{ resultId: run.results[0].id, status: 'skipped', ...base }])).status).toBe(200)
  expect(await attempts()).toEqual(['no', 'ok', 'no', 'no'])
})

test('one of several concurrent setters with the same base wins, and the others get its value', async () => {
  for (let round = 0; round < 10; round++) {
    const values = [0, 1, 2, 3].map((person) => `${round}, ${person}`)
    const answers = await Promise.all(
      values.map((actualValue, person) => set({ actualValue, baseAttempt: round }, person % 2 ? olga : tess)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const won = answers.find(({ status }) => status === 200)?.body
    for (const { body } of answers.filter(({ status }) => status === 409)) expect(body.current).toEqual(won)
    expect(await shown()).toEqual(won)
  }
  expect((await attempts()).length).toBe(10)
})

describe('a manual execution with baseAttempt', () => {
  test('a manual execution with baseAttempt is refused like a value, even when only the notes differ', async () => {
    await executeManual({ actualValue: 'ok', notes: 'Slow', baseAttempt: 0 }, tess)
    const { status, body } = await executeManual({ actualValue: 'ok', baseAttempt: 0 }, olga)
    expect([status, body]).toEqual([
      409,
      { message: 'Tess has set "ok" since you read this result', code: 'CONFLICT', current: await shown() },
    ])
    expect((await executeManual({ actualValue: 'ok', notes: 'Slow', baseAttempt: 0 }, olga)).status).toBe(201)
  })

  test('a manual execution with baseAttempt of a case that joins the run has base 0', async () => {
    const late = await server.testCase(olga, (await server.suite(olga, project.id)).id)
    const body = { testRunId: run.id, actualValue: 'ok', baseAttempt: 0 }
    expect((await server.post(`/test-cases/${late.id}/execute-manual`, body, olga)).body).toMatchObject({ attempts: 1 })
  })

  test('repeated with its Idempotency-Key gets the first answer, even after a newer value', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await executeManual({ actualValue: 'no', baseAttempt: 0 }, olga, headers)
    await set({ actualValue: 'ok' }, tess)
    const again = await executeManual({ actualValue: 'no', baseAttempt: 0 }, olga, headers)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await attempts()).toEqual(['no', 'ok'])
  })
})

test('bulk setting with outdated entries sets nothing and names each of them', async () => {
  const [first, second] = run.results.map(({ id }: any) => id)
  await set({ actualValue: 'no' }, tess)
  const entries = (base: number) => [
    { resultId: second, actualValue: 'ok', baseAttempt: 0 },
    { resultId: first, actualValue: 'ok', baseAttempt: base },
  ]
  const message = 'Test result shows "no" at attempt 1, not 0'
  expect(await setMany(entries(0))).toMatchObject({
    status: 409,
    body: { message: `results.1: ${message}`, code: 'CONFLICT', issues: [{ path: ['results', 1], message }] },
  })
  expect([await attempts(), (await shown(1)).attempts]).toEqual([['no'], 0])
  expect((await setMany(entries(1))).body.results).toMatchObject([{ attempts: 1 }, { attempts: 2 }])
  expect((await setMany([{ resultId: first, actualValue: 'ok', baseAttempt: 0 }])).body.results).toMatchObject([
    { attempts: 3 },
  ])
})

test('bulk setting that answers each entry sets what it can, and says why it left the others out', async () => {
  const [first, second] = run.results.map(({ id }: any) => id)
  await set({ actualValue: 'no' }, tess)
  const unknown = '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6b'
  const results = [
    { resultId: second, actualValue: 'ok', baseAttempt: 0 },
    { resultId: first, actualValue: 'ok', baseAttempt: 0 },
    { resultId: unknown, actualValue: 'ok' },
    { resultId: second, notes: 'twice' },
  ]
  const path = `/test-runs/${run.id}/results`
  const { status, body } = await server.patch(path, { results, answerEach: true }, olga)
  expect([status, body.results]).toMatchObject([200, [{ resultId: second, status: 'passed', attempts: 1 }]])
  expect(body.entries).toEqual([
    { resultId: second, result: await shown(1), refusal: null },
    {
      resultId: first,
      result: await shown(0),
      refusal: { code: 'CONFLICT', message: 'Tess has set "no" since you read this result' },
    },
    { resultId: unknown, result: null, refusal: { code: 'NOT_FOUND', message: 'Test result not found' } },
    {
      resultId: second,
      result: await shown(1),
      refusal: { code: 'BAD_REQUEST', message: 'This result is named twice' },
    },
  ])
  expectEntities('AnsweredEntry', body.entries)
  expect(await attempts()).toEqual(['no'])
  expect(await server.patch(path, { results: results.slice(0, 1) }, olga)).toMatchObject({ status: 200 })
  expect((await server.patch(path, { results: results.slice(0, 1) }, olga)).body).not.toHaveProperty('entries')
})

test('bulk setting that its author repeats with the same base makes one attempt; without a base, or by another, two', async () => {
  const [{ id: resultId }] = run.results
  const repeated = async (entry: object, as = olga) => {
    const bodies = [await setMany([{ resultId, ...entry }]), await setMany([{ resultId, ...entry }], as)]
    return bodies.map(({ body }) => body.results[0].attempts)
  }
  expect(await repeated({ actualValue: 'ok', notes: 'Slow', baseAttempt: 0 })).toEqual([1, 1])
  expect(await repeated({ notes: 'Fast', baseAttempt: 1 })).toEqual([2, 2])
  expect(await repeated({ actualValue: null, baseAttempt: 2 })).toEqual([3, 3])
  expect(await repeated({ status: 'failed', baseAttempt: 3 }, tess)).toEqual([4, 5])
  expect(await repeated({ actualValue: 'ok' })).toEqual([6, 7])
  expect(await attempts()).toHaveLength(7)
})

test('the typed client reads the current result from the error', async () => {
  const client = createClient({ baseUrl: server.url, authorization: () => olga.authorization })
  await set({ actualValue: 'no' }, tess)
  const call = client.testResults.setValue.mutate({ resultId: run.results[0].id, actualValue: 'ok', baseAttempt: 0 })
  const error: unknown = await call.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(TRPCClientError)
  expect(error).toMatchObject({
    message: 'Tess has set "no" since you read this result',
    data: { code: 'CONFLICT', current: await shown() },
  })
})

describe('a verdict with baseAttempt', () => {
  test.each<[string, object, object, number]>([
    ['another status', { status: 'passed' }, { status: 'failed' }, 409],
    ['the same status', { status: 'skipped' }, { status: 'skipped' }, 200],
    ['another note', { status: 'failed', notes: 'A' }, { status: 'failed', notes: 'B' }, 409],
    ['other steps', { steps: [{ index: 0, status: 'passed' }] }, { steps: [{ index: 1, status: 'passed' }] }, 409],
    ['the same steps', { steps: [{ index: 0, status: 'passed' }] }, { steps: [{ index: 0, status: 'passed' }] }, 200],
    ['other notes of steps', ...notesOf('A', 'B'), 409],
    ['the same notes of steps', ...notesOf('A', 'A'), 200],
  ])('after %s of another, %j, %j answers %i', async (_, theirs, mine, expected) => {
    const steps = [
      { action: 'Pay', expected: '' },
      { action: 'Refund', expected: '' },
    ]
    await server.patch(`/test-cases/${cases[0]?.id}`, { steps }, olga)
    run = await server.run(olga, project.id)
    await set(theirs, tess)
    const { status, body } = await set({ ...mine, baseAttempt: 0 }, olga)
    expect(status).toBe(expected)
    if (status === 409) expectEntities('Result', [body.current])
    const bulk = await setMany([{ resultId: run.results[0].id, ...mine, baseAttempt: 0 }])
    expect(bulk.status).toBe(expected)
  })
})

function notesOf(theirs: string, mine: string): [object, object] {
  const judged = (note: string) => ({ steps: [{ index: 0, status: 'failed', note }] })
  return [judged(theirs), judged(mine)]
}
