import { beforeEach, describe, expect, test } from 'vitest'
import { expectEntities, expectEntity } from '../testing/entities.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let suite: { id: string }
let testCase: { id: string; name: string }
let run: any
beforeEach(async () => {
  project = await server.project(olga)
  suite = await server.suite(olga, project.id)
  testCase = await server.testCase(olga, suite.id)
  run = await server.run(olga, project.id)
})

const execute = (body: object, id = testCase.id) =>
  server.post(`/test-cases/${id}/execute`, { testRunId: run.id, ...body }, olga)
const executeManual = (body: object, id = testCase.id) =>
  server.post(`/test-cases/${id}/execute-manual`, { testRunId: run.id, ...body }, olga)
const setValue = (body: object) => server.patch(`/test-runs/result/${run.results[0].id}`, body, olga)
const attempts = async () => (await server.get(`/test-runs/result/${run.results[0].id}/attempts`, olga)).body
const readRun = async () => (await server.get(`/test-runs/${run.id}`, olga)).body

describe('an execution', () => {
  test('an execution answers 201 with the whole result', async () => {
    const { status, body } = await execute({
      actualValue: 'no',
      notes: ' n ',
      executionTimeMs: 12.5,
      expectedValue: 'yes',
    })
    expect(status).toBe(201)
    expectEntity('Result', body)
    expectEntity('Snapshot', body.testCase)
    expectEntity('Person', body.executedBy)
    expect(body).toMatchObject({
      id: run.results[0].id,
      testRunId: run.id,
      status: 'failed',
      expectedValue: 'yes',
      actualValue: 'no',
      errorMessage: null,
      notes: 'n',
      executionTimeMs: 12.5,
      executedBy: { id: olga.id, name: 'Olga' },
      attempts: 1,
    })
    expect(body.testCase.expectedValue).toBe('ok')
    expect((await readRun()).results).toEqual([body])
  })

  test.each([
    [{ actualValue: 'ok' }, 'passed'],
    [{ actualValue: 'OK' }, 'failed'],
    [{ actualValue: 'no', expectedValue: 'no' }, 'passed'],
    [{ actualValue: 'ok', expectedValue: 'no' }, 'failed'],
    [{ actualValue: { a: 1, b: [2] }, expectedValue: { b: [2], a: 1 } }, 'passed'],
    [{ actualValue: 5, expectedValue: '5' }, 'passed'],
    [{ actualValue: 'ok', errorMessage: 'boom' }, 'error'],
    [{ actualValue: 'ok', errorMessage: '' }, 'passed'],
    [{ actualValue: 'ok', errorMessage: null }, 'passed'],
    [{}, 'pending'],
    [{ actualValue: null }, 'pending'],
    [{ status: 'skipped' }, 'skipped'],
    [{ status: 'passed', actualValue: 'no', errorMessage: 'boom' }, 'passed'],
    [{ status: null, actualValue: 'ok' }, 'passed'],
  ])('%j is %s (rules 5 and 6)', async (outcome, status) => {
    const { body } = await execute(outcome)
    expect(body.status).toBe(status)
    expect((await readRun()).summary).toMatchObject({ total: 1, [status]: 1 })
  })

  test.each([
    ['number', '1.10', '1.1', 'passed'],
    ['number', '1.10', '1.11', 'failed'],
    ['number', '9007199254740993', '9007199254740992', 'failed'],
    ['boolean', 'true', 'TRUE', 'passed'],
    ['boolean', 'true', false, 'failed'],
    ['string', '1.10', '1.1', 'failed'],
    ['string', '[1, 2]', [1, 2], 'passed'],
  ])(
    'of a case that expects the %s %j with %j is %s',
    async (expectedValueType, expectedValue, actualValue, status) => {
      const typed = await server.testCase(olga, suite.id, { expectedValueType, expectedValue })
      expect((await executeManual({ actualValue }, typed.id)).body.status).toBe(status)
    },
  )

  test.each([
    [{ status: 'done' }, 'status must be one of passed, failed, error, pending, skipped'],
    [{ executionTimeMs: '5' }, 'executionTimeMs must be a number'],
    [{ executionTimeMs: -1 }, 'executionTimeMs must not be negative'],
    [{ testRunId: undefined }, 'testRunId is required'],
    [{ actualValue: 'x'.repeat(100_001) }, 'Actual value must be at most 100,000 characters long'],
    [{ actualValue: 'a\0b' }, 'Actual value must not contain NUL characters'],
    [{ errorMessage: 'x'.repeat(10_001) }, 'Error message must be at most 10,000 characters long'],
    [{ notes: 5 }, 'Notes must be text'],
  ])('an execution with %o says %j and records nothing', async (change, message) => {
    const { status, body } = await execute({ actualValue: 'ok', ...change })
    expect([status, body.message]).toEqual([400, message])
    expect(await attempts()).toEqual([])
  })

  test('an execution of an unknown case or in an unknown run answers 404', async () => {
    expect((await execute({}, 'unknown')).body.message).toBe('Test case not found')
    expect((await execute({ testRunId: 'unknown' })).body.message).toBe('Test run not found')
  })
})

describe('a manual execution', () => {
  test('a manual execution answers 201 with the result', async () => {
    const { status, body } = await executeManual({ actualValue: 'ok', notes: 'seen', executionTimeMs: 1000 })
    expect([status, body.status, body.notes, body.executionTimeMs]).toEqual([201, 'passed', 'seen', 1000])
    expectEntity('Result', body)
  })

  test.each([undefined, null, ''])('a manual execution needs an actual value: %j is refused', async (actualValue) => {
    const { status, body } = await executeManual({ actualValue })
    expect([status, body.message]).toEqual([400, 'Actual value is required'])
  })

  test('a manual execution of an automated case is refused', async () => {
    const auto = await server.testCase(olga, suite.id, { type: 'auto' })
    const { status, body } = await executeManual({ actualValue: 'ok' }, auto.id)
    expect([status, body.message]).toEqual([400, 'An automated test case cannot be executed by hand'])
  })
})

describe('setting the value of a result', () => {
  test('setting the value of a result answers 200 with the result, executed by who set it', async () => {
    const { status, body } = await setValue({ actualValue: 'ok', notes: 'n' })
    expect(status).toBe(200)
    expectEntity('Result', body)
    expect(body).toMatchObject({
      status: 'passed',
      actualValue: 'ok',
      notes: 'n',
      executedBy: { name: 'Olga' },
      attempts: 1,
    })
    expect((await setValue({ actualValue: true })).body).toMatchObject({
      status: 'failed',
      actualValue: 'true',
      notes: 'n',
      attempts: 2,
    })
    expect((await readRun()).results[0]).toMatchObject({ actualValue: 'true', attempts: 2 })
  })

  test.each([null, ''])('setting the value of a result to %j makes the result pending again', async (actualValue) => {
    await execute({ actualValue: 'no', executionTimeMs: 5 })
    const { status, body } = await setValue({ actualValue })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'pending',
      actualValue: null,
      executedAt: null,
      executedBy: null,
      attempts: 2,
    })
    expect((await readRun()).summary).toMatchObject({ pending: 1, failed: 0 })
    expect((await attempts()).map(({ status, executedBy }: any) => [status, executedBy.name])).toEqual([
      ['failed', 'Olga'],
      ['pending', 'Olga'],
    ])
  })

  test('setting the value of a result is refused without a value, a status, steps or notes', async () => {
    await execute({ actualValue: 'ok' })
    const { status, body } = await setValue({ steps: [] })
    expect([status, body.message]).toEqual([400, 'Actual value is required'])
    expect((await readRun()).results[0]).toMatchObject({ status: 'passed', actualValue: 'ok', attempts: 1 })
  })

  test('setting the value of a result leaves everything else as it is when only notes are sent', async () => {
    await execute({
      expectedValue: '1',
      errorMessage: 'Refused',
      trace: 'at 1',
      executionTimeMs: 5,
      startedAt: '2026-01-31T12:00:00Z',
    })
    const before = (await readRun()).results[0]
    expect((await setValue({ notes: 'Seen twice' })).body).toEqual({
      ...before,
      notes: 'Seen twice',
      attempts: 2,
      executedAt: expect.any(String),
    })
  })

  test('setting the value of a result of an unknown result answers 404', async () => {
    const { status, body } = await server.patch('/test-runs/result/unknown', { actualValue: 'ok' }, olga)
    expect([status, body.message]).toEqual([404, 'Test result not found'])
  })
})

test.each([
  ['an execution', () => execute({ actualValue: 'ok' })],
  ['a manual execution', () => executeManual({ actualValue: 'ok' })],
  ['a value', () => setValue({ actualValue: 'ok' })],
  ['taking a value back', () => setValue({ actualValue: null })],
])('a run that has ended refuses %s (rule 7)', async (_, record) => {
  await server.post(`/test-runs/${run.id}/complete`, { status: 'failed' }, olga)
  const before = await readRun()
  const { status, body } = await record()
  expect([status, body.message]).toEqual([409, 'Only running test runs accept results'])
  expect(await readRun()).toEqual(before)
})

describe('finding a result by run, project, suite and case name', () => {
  const find = (change: Partial<Record<'runId' | 'projectId' | 'suiteId' | 'caseName', string>> = {}) => {
    const wanted = { runId: run.id, projectId: project.id, suiteId: suite.id, caseName: testCase.name, ...change }
    const suitePath = `/test-runs/${wanted.runId}/project/${wanted.projectId}/test-suites/${wanted.suiteId}`
    return server.get(`${suitePath}/test-cases/${encodeURIComponent(wanted.caseName)}`, olga)
  }

  test('finding a result by names returns the first one when several cases have the name', async () => {
    await server.testCase(olga, suite.id)
    const twins = await server.run(olga, project.id)
    const { status, body } = await find({ runId: twins.id })
    expect([status, body]).toEqual([200, twins.results[0]])
  })

  test('finding a result by run, project, suite and case name answers 404 when any part does not match', async () => {
    const other = await server.project(olga)
    const otherSuite = await server.suite(olga, project.id)
    const places = [
      { runId: 'unknown' },
      { projectId: other.id },
      { suiteId: otherSuite.id },
      { caseName: 'Pays' },
      { caseName: 'pays by card' },
    ]
    for (const place of places) expect((await find(place)).status, JSON.stringify(place)).toBe(404)
  })
})

describe('the results of a case', () => {
  test('the results of a case come newest run first, each with its run, whole and in pages', async () => {
    const runs = [run]
    for (const description of ['2', '3', '4', '5']) runs.unshift(await server.run(olga, project.id, description))
    await execute({ actualValue: 'ok' })
    const { body, headers } = await server.get(`/test-cases/${testCase.id}/results`, olga)
    expectEntities('CaseResult', body)
    for (const { testRun } of body) expectEntity('RunOfResult', testRun)
    expect(body.map(({ testRun }: any) => testRun.id)).toEqual(runs.map(({ id }) => id))
    expect([body.at(-1).status, headers.get('x-total-count')]).toEqual(['passed', '5'])
    const parts = await server.parts(`/test-cases/${testCase.id}/results?limit=2`, olga)
    expect([parts.map((part) => part.length), parts.flat()]).toEqual([[2, 2, 1], body])
  })

  test('the results of a case are empty for a case that was in no run', async () => {
    const fresh = await server.testCase(olga, suite.id)
    const { status, body } = await server.get(`/test-cases/${fresh.id}/results`, olga)
    expect([status, body]).toEqual([200, []])
  })
})
