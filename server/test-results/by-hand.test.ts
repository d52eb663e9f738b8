import { beforeEach, describe, expect, test } from 'vitest'
import { expectEntity } from '../testing/entities.ts'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Verdicts by hand: a status, steps and notes, with or without a value. */

const STEPS = [{ action: 'Pay', expected: 'A receipt' }, { action: 'Refund' }, { action: 'Log out', expected: 'Bye' }]
const [PAY, REFUND, LOG_OUT] = [
  { action: 'Pay', expected: 'A receipt' },
  { action: 'Refund', expected: '' },
  { action: 'Log out', expected: 'Bye' },
]
const PENDING = { status: 'pending', note: null }
const passed = (...indexes: number[]) => indexes.map((index) => ({ index, status: 'passed' }))

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let valued: { id: string }
let stepped: { id: string }
let auto: { id: string }
let run: any
beforeEach(async () => {
  project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  valued = await server.testCase(olga, suite.id, { expectedValueType: 'number', expectedValue: '200' })
  stepped = await server.testCase(olga, suite.id, { expectedValueType: null, expectedValue: null, steps: STEPS })
  auto = await server.testCase(olga, suite.id, { type: 'auto', steps: STEPS })
  run = await server.run(olga, project.id)
})

const VALUED = 0
const STEPPED = 1
const AUTO = 2
const idOf = (at: number): string => run.results[at].id
const caseAt = (at: number) => [valued, stepped, auto][at] as { id: string }
const read = async (at: number) => (await server.get(`/test-runs/${run.id}`, olga)).body.results[at]
const attemptsOf = async (at: number) => (await server.get(`/test-runs/result/${idOf(at)}/attempts`, olga)).body
const set = (at: number, change: object) => server.patch(`/test-runs/result/${idOf(at)}`, change, olga)

/** The calls that take a verdict. Each returns the result. */
const CALLS: Record<string, (at: number, given: object) => Promise<{ status: number; body: any }>> = {
  'PATCH of a result': set,
  'execute-manual': (at, given) =>
    server.post(`/test-cases/${caseAt(at).id}/execute-manual`, { testRunId: run.id, ...given }, olga),
  'PATCH of results': async (at, given) => {
    const answer = await server.patch(
      `/test-runs/${run.id}/results`,
      { results: [{ resultId: idOf(at), ...given }] },
      olga,
    )
    return answer.status === 200 ? { status: 200, body: await read(at) } : answer
  },
  'POST of results': async (at, given) => {
    const results = [{ testCaseId: caseAt(at).id, ...given }]
    const answer = await server.post(`/test-runs/${run.id}/results`, { results }, olga)
    return answer.status === 201 ? { status: 201, body: await read(at) } : answer
  },
}

describe.each(Object.entries(CALLS))('%s', (_, call) => {
  test.each(['passed', 'failed', 'error', 'skipped'])('takes the status %s without a value', async (status) => {
    const { body } = await call(VALUED, { status })
    expectEntity('Result', body)
    expect(body).toMatchObject({ status, actualValue: null, isStatusByHand: true, attempts: 1 })
    expect(body.executedBy.name).toBe('Olga')
    expect((await attemptsOf(VALUED))[0]).toMatchObject({ status, isStatusByHand: true, steps: [] })
    expect((await server.get(`/test-runs/${run.id}/overview`, olga)).body.summary).toMatchObject({ [status]: 1 })
  })

  test('keeps a status against the value, and a value alone ends it', async () => {
    expect((await call(VALUED, { actualValue: '404', status: 'passed', notes: 'As agreed' })).body).toMatchObject({
      status: 'passed',
      actualValue: '404',
      isStatusByHand: true,
      notes: 'As agreed',
    })
    expect((await call(VALUED, { actualValue: '404' })).body).toMatchObject({ status: 'failed', isStatusByHand: false })
    expect((await attemptsOf(VALUED)).map(({ status, isStatusByHand }: any) => [status, isStatusByHand])).toEqual([
      ['passed', true],
      ['failed', false],
    ])
  })

  test('judges steps one after the other: a failed one fails the result, only passed ones pass it', async () => {
    expect((await call(STEPPED, { steps: passed(0) })).body).toMatchObject({
      status: 'pending',
      isStatusByHand: false,
      steps: [
        { ...PAY, status: 'passed', note: null },
        { ...REFUND, ...PENDING },
        { ...LOG_OUT, ...PENDING },
      ],
    })
    const failed = await call(STEPPED, { steps: [{ index: 2, status: 'failed', note: ' No page ' }] })
    expect(failed.body).toMatchObject({
      status: 'failed',
      isStatusByHand: true,
      steps: [{ status: 'passed' }, { status: 'pending' }, { ...LOG_OUT, status: 'failed', note: 'No page' }],
    })
    const corrected = await call(STEPPED, { steps: [{ index: 2, status: 'passed' }, ...passed(1)] })
    expect(corrected.body).toMatchObject({
      status: 'passed',
      isStatusByHand: true,
      steps: [{ status: 'passed' }, { status: 'passed' }, { status: 'passed', note: 'No page' }],
      attempts: 3,
    })
    const attempts = await attemptsOf(STEPPED)
    expect(attempts.map(({ steps }: any) => steps.map(({ status }: any) => status))).toEqual([
      ['passed', 'pending', 'pending'],
      ['passed', 'pending', 'failed'],
      ['passed', 'passed', 'passed'],
    ])
    expectEntity('Attempt', attempts[0])
  })

  test('leaves the status as it is when steps do not decide it', async () => {
    await call(STEPPED, { status: 'skipped' })
    const steps = [...passed(0, 1), { index: 2, status: 'skipped' }]
    expect((await call(STEPPED, { steps })).body).toMatchObject({ status: 'skipped', isStatusByHand: true })
  })

  test('keeps the status beside steps, whatever they say', async () => {
    const { body } = await call(STEPPED, { status: 'passed', steps: [{ index: 1, status: 'failed' }] })
    expect(body).toMatchObject({ status: 'passed', steps: [PENDING, { status: 'failed' }, PENDING] })
  })

  test('derives the status from a value beside steps', async () => {
    const { body } = await call(STEPPED, { actualValue: 'seen', steps: [{ index: 0, status: 'failed' }] })
    expect(body).toMatchObject({
      status: 'passed',
      isStatusByHand: false,
      steps: [{ status: 'failed' }, PENDING, PENDING],
    })
  })

  test.each<[object[], string, string]>([
    [[{ index: 3, status: 'passed' }], 'steps,0,index', 'This test case has 3 steps, counted from 0'],
    [[...passed(1), { index: 1, status: 'failed' }], 'steps,1,index', 'This step is named twice'],
    [[{ index: -1, status: 'passed' }], 'steps,0,index', 'index must be a whole number, zero or more'],
    [[{ index: 0.5, status: 'passed' }], 'steps,0,index', 'index must be a whole number, zero or more'],
    [[{ status: 'passed' }], 'steps,0,index', 'index must be a whole number, zero or more'],
    [[{ index: 0 }], 'steps,0,status', 'The status of a step must be one of pending, passed, failed, skipped'],
    [
      [{ index: 0, status: 'error' }],
      'steps,0,status',
      'The status of a step must be one of pending, passed, failed, skipped',
    ],
    [
      [{ index: 0, status: 'failed', note: 'x'.repeat(10_001) }],
      'steps,0,note',
      'Step note must be at most 10,000 characters long',
    ],
  ])('refuses the steps %j, names %s and records nothing', async (steps, field, message) => {
    const { status, body } = await call(STEPPED, { status: 'passed', steps })
    expect(status).toBe(400)
    expect(body.issues[0].path.join()).toMatch(new RegExp(`^(results,0,)?${field}$`))
    expect(body.message.replace(/^results\.0\..*: /, '')).toBe(message)
    expect(await read(STEPPED)).toEqual(run.results[STEPPED])
  })

  test('refuses steps of a case without steps', async () => {
    const { status, body } = await call(VALUED, { steps: passed(0) })
    expect([status, body.message]).toEqual([400, expect.stringMatching(/This test case has 0 steps, counted from 0$/)])
  })
})

describe.each(Object.entries(CALLS).filter(([name]) => name !== 'POST of results'))('%s', (_, call) => {
  test('leaves value, status and steps as they are when it takes only notes', async () => {
    await call(STEPPED, { actualValue: 'seen', status: 'failed', steps: passed(1) })
    const before = await read(STEPPED)
    const { body } = await call(STEPPED, { notes: 'Only on Mondays' })
    expect(body).toEqual({ ...before, notes: 'Only on Mondays', attempts: 2, executedAt: expect.any(String) })
  })

  test('leaves value and notes as they are when it takes only steps', async () => {
    await call(STEPPED, { actualValue: 'seen', notes: 'On Monday' })
    const { body } = await call(STEPPED, { steps: [{ index: 1, status: 'failed' }] })
    expect(body).toMatchObject({ status: 'failed', actualValue: 'seen', notes: 'On Monday', isStatusByHand: true })
  })

  test('keeps the steps when it takes a status or a value', async () => {
    await call(STEPPED, { steps: passed(0) })
    expect((await call(STEPPED, { status: 'skipped' })).body.steps[0].status).toBe('passed')
    expect((await call(STEPPED, { actualValue: 'seen' })).body.steps[0].status).toBe('passed')
  })

  test('refuses to say nothing, and a status that is no verdict', async () => {
    for (const nothing of [{}, { steps: [] }, { status: null }, { steps: null }])
      expect((await call(VALUED, nothing)).status).toBe(400)
    expect((await call(VALUED, { status: 'done' })).body.issues[0].path.at(-1)).toBe('status')
    expect(await read(VALUED)).toEqual(run.results[VALUED])
  })
})

describe.each(Object.entries(CALLS).filter(([name]) => name.startsWith('PATCH')))('%s', (_, call) => {
  test('refuses the status pending: null as the value takes a verdict back', async () => {
    const { status, body } = await call(VALUED, { status: 'pending' })
    expect([status, body.message]).toEqual([400, 'status must be one of passed, failed, error, skipped'])
    expect(body.issues[0].path.at(-1)).toBe('status')
    expect(await read(VALUED)).toEqual(run.results[VALUED])
  })

  test.each([null, ''])(
    'takes value, status and steps back for %j as the value alone, and keeps notes',
    async (actualValue) => {
      await call(STEPPED, { actualValue: 'seen', status: 'failed', steps: passed(0, 1), notes: 'Twice' })
      const { body } = await call(STEPPED, { actualValue })
      expect(body).toEqual({ ...run.results[STEPPED], notes: 'Twice', attempts: 2 })
    },
  )

  test('restores an earlier outcome as a new attempt: no value, a status and each step', async () => {
    await call(STEPPED, { status: 'failed', steps: [{ index: 0, status: 'failed', note: 'Hm' }] })
    const { steps } = (await call(STEPPED, { actualValue: 'seen', steps: passed(0, 1, 2) })).body
    const before = [{ index: 0, status: 'failed', note: 'Hm' }, ...[1, 2].map((index) => ({ index, ...PENDING }))]
    expect((await call(STEPPED, { actualValue: null, status: 'failed', steps: before })).body).toMatchObject({
      status: 'failed',
      isStatusByHand: true,
      actualValue: null,
      steps: [{ status: 'failed', note: 'Hm' }, PENDING, PENDING],
      attempts: 3,
    })
    expect((await attemptsOf(STEPPED))[1]).toMatchObject({ actualValue: 'seen', isStatusByHand: false, steps })
  })

  test('takes the value back and judges steps anew beside it', async () => {
    await call(STEPPED, { status: 'failed', steps: [{ index: 2, status: 'failed' }] })
    expect((await call(STEPPED, { actualValue: null, steps: passed(0) })).body).toMatchObject({
      status: 'pending',
      isStatusByHand: false,
      executedAt: null,
      steps: [{ status: 'passed' }, PENDING, PENDING],
    })
  })
})

describe('a case with no expected value', () => {
  test('a case with no expected value passes with any value, and fails only by a verdict', async () => {
    expect((await set(STEPPED, { actualValue: 'seen' })).body).toMatchObject({
      status: 'passed',
      isStatusByHand: false,
    })
    expect((await set(STEPPED, { status: 'failed' })).body).toMatchObject({ status: 'failed', actualValue: 'seen' })
  })
})

describe('an automated case', () => {
  test.each<[string, object, string]>([
    ['PATCH of a result', { status: 'passed' }, 'status'],
    ['PATCH of a result', { actualValue: 'ok', status: 'passed' }, 'status'],
    ['PATCH of a result', { steps: passed(0) }, 'steps'],
    ['PATCH of results', { status: 'passed' }, 'results.0.status'],
    ['PATCH of results', { actualValue: 'ok', status: 'passed' }, 'results.0.status'],
    ['PATCH of results', { steps: passed(0) }, 'results.0.steps'],
    ['execute-manual', { status: 'passed' }, 'id'],
    ['execute-manual', { steps: passed(0) }, 'id'],
  ])('an automated case is refused by %s with %j, which names %s', async (name, given, field) => {
    const { status, body } = await (CALLS[name] as (typeof CALLS)[string])(AUTO, given)
    expect([status, body.issues[0].path.join('.')]).toEqual([400, field])
    expect(await read(AUTO)).toEqual(run.results[AUTO])
  })

  test('an automated case takes a value and notes by PATCH, as before', async () => {
    expect((await set(AUTO, { actualValue: 'ok', notes: 'Run by hand' })).body).toMatchObject({ status: 'passed' })
  })

  test('an automated case takes statuses and steps in bulk from a pipeline, recorded or set', async () => {
    const given = { status: 'skipped', steps: passed(0) }
    const post = await CALLS['POST of results']?.(AUTO, given)
    expect(post?.body).toMatchObject({
      status: 'skipped',
      isStatusByHand: false,
      steps: [{ status: 'passed' }, {}, {}],
    })
    const results = [{ resultId: idOf(AUTO), ...given }]
    expect((await server.patch(`/test-runs/${run.id}/results`, { results }, machine(project))).status).toBe(200)
    expect(await read(AUTO)).toMatchObject({
      status: 'skipped',
      isStatusByHand: true,
      steps: [{ status: 'passed' }, {}, {}],
    })
  })

  test('an automated case stays flaky with new notes; its next execution drops step verdicts', async () => {
    const harness = machine(project)
    await CALLS['POST of results']?.(AUTO, { steps: passed(0) })
    await server.execute(harness, auto.id, run.id, { errorMessage: 'boom' })
    const flaky = await server.execute(harness, auto.id, run.id)
    expect(flaky).toMatchObject({ flaky: true, steps: [PENDING, PENDING, PENDING] })
    expect((await set(AUTO, { notes: 'Seen before' })).body).toMatchObject({ flaky: true, status: 'passed' })
    expect((await server.get(`/test-runs/${run.id}/overview`, olga)).body.summary).toMatchObject({
      flaky: 1,
      passed: 1,
    })
  })
})

test('execute-manual keeps how long the steps took', async () => {
  const steps = { steps: passed(0, 1, 2), executionTimeMs: 41.5 }
  expect((await CALLS['execute-manual']?.(STEPPED, steps))?.body).toMatchObject({ executionTimeMs: 41.5 })
})

test('executions of one case in one call judge its steps one after the other', async () => {
  const results = [passed(0), passed(1), passed(2)].map((steps) => ({ testCaseId: stepped.id, steps }))
  const { body } = await server.post(`/test-runs/${run.id}/results`, { results }, machine(project))
  expect(body.results.map(({ status }: any) => status)).toEqual(['pending', 'pending', 'passed'])
})

test('a case that joins the run has its steps judged at once', async () => {
  const suite = await server.suite(olga, project.id, 'Late')
  const late = await server.testCase(olga, suite.id, { expectedValue: null, steps: STEPS.slice(0, 1) })
  const { body } = await server.post(
    `/test-runs/${run.id}/results`,
    { results: [{ testCaseId: late.id, steps: passed(0) }] },
    olga,
  )
  expect(body.results[0]).toMatchObject({ status: 'passed', attempts: 1 })
  const other = await server.testCase(olga, suite.id, { expectedValue: null, steps: STEPS })
  const by = { testRunId: run.id, steps: passed(0, 1, 2) }
  expect((await server.post(`/test-cases/${other.id}/execute-manual`, by, olga)).body).toMatchObject({
    status: 'passed',
  })
})

test('the same Idempotency-Key records a verdict once', async () => {
  const send = () =>
    server.call('POST', `/test-cases/${stepped.id}/execute-manual`, {
      as: olga,
      headers: { 'Idempotency-Key': 'verdict-1' },
      body: { testRunId: run.id, steps: passed(0, 1, 2) },
    })
  expect((await send()).body).toMatchObject({ status: 'passed', attempts: 1 })
  expect((await send()).body).toMatchObject({ status: 'passed', attempts: 1 })
  expect(await attemptsOf(STEPPED)).toHaveLength(1)
})
