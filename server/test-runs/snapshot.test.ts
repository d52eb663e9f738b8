import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../database/new-id.ts'
import { rankOfRef } from '../database/ranks.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Rules 3 and 4: a run keeps the state of the project at its start; a later case joins when it is executed. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let suite: { id: string }
let testCase: any
beforeEach(async () => {
  project = await server.project(olga)
  suite = await server.suite(olga, project.id)
  testCase = await server.testCase(olga, suite.id, {
    preconditions: 'a full cart',
    steps: [{ action: 'Pay', expected: 'A receipt' }],
    description: 'by card',
    expectedValueType: 'number',
    expectedValue: '5',
  })
})

const read = async (runId: string) => (await server.get(`/test-runs/${runId}`, olga)).body

describe('a snapshot', () => {
  const changes: [string, () => Promise<unknown>][] = [
    [
      'an edited case',
      () =>
        server.patch(
          `/test-cases/${testCase.id}`,
          { name: 'New', description: null, expectedValueType: 'string', expectedValue: '6' },
          olga,
        ),
    ],
    [
      'a twice edited case',
      async () => {
        await server.patch(`/test-cases/${testCase.id}`, { name: 'New' }, olga)
        await server.patch(`/test-cases/${testCase.id}`, { name: 'Newer' }, olga)
      },
    ],
    [
      'edited preconditions',
      () => server.patch(`/test-cases/${testCase.id}`, { preconditions: 'an empty cart' }, olga),
    ],
    [
      'edited steps',
      () => server.patch(`/test-cases/${testCase.id}`, { steps: [{ action: 'Refund' }, { action: 'Log out' }] }, olga),
    ],
    ['removed steps', () => server.patch(`/test-cases/${testCase.id}`, { steps: null }, olga)],
    ['a renamed suite', () => server.patch(`/test-suites/${suite.id}`, { name: 'New' }, olga)],
    ['a deleted case', () => server.delete(`/test-cases/${testCase.id}`, olga)],
    ['a deleted suite', () => server.delete(`/test-suites/${suite.id}`, olga)],
    [
      'new positions',
      async () => {
        const first = await server.suite(olga, project.id, 'Other')
        await server.testCase(olga, first.id)
        await server.delete(`/test-suites/${suite.id}`, olga)
      },
    ],
    ['a new case', () => server.testCase(olga, suite.id)],
  ]

  test.each(changes)('a snapshot is not changed by %s', async (_, change) => {
    const run = await server.run(olga, project.id)
    await server.execute(olga, testCase.id, run.id, { actualValue: 5 })
    const before = await read(run.id)
    expect(before.results[0].testCase.preconditions).toBe('a full cart')
    expect(before.results[0].steps).toEqual([{ action: 'Pay', expected: 'A receipt', status: 'pending', note: null }])
    await change()
    expect(await read(run.id)).toEqual(before)
    const { suiteId, name } = { suiteId: suite.id, name: testCase.name }
    const found = await server.get(
      `/test-runs/${run.id}/project/${project.id}/test-suites/${suiteId}/test-cases/${encodeURIComponent(name)}`,
      olga,
    )
    expect(found.body).toEqual(before.results[0])
  })

  test('a snapshot gives the steps that later verdicts are about, even after the case is deleted', async () => {
    const run = await server.run(olga, project.id)
    await server.patch(`/test-cases/${testCase.id}`, { steps: [{ action: 'Refund' }, { action: 'Log out' }] }, olga)
    const later = await server.run(olga, project.id)
    await server.delete(`/test-cases/${testCase.id}`, olga)
    const judge = async ({ results }: any, index: number) =>
      await server.patch(`/test-runs/result/${results[0].id}`, { steps: [{ index, status: 'failed' }] }, olga)
    expect((await judge(run, 0)).body.steps).toEqual([
      { action: 'Pay', expected: 'A receipt', status: 'failed', note: null },
    ])
    expect((await judge(run, 1)).status).toBe(400)
    expect((await judge(later, 1)).body.steps[1]).toEqual({
      action: 'Log out',
      expected: '',
      status: 'failed',
      note: null,
    })
    const history = (await server.get(`/test-cases/${testCase.id}/results`, olga)).body
    expect(history.map(({ steps }: any) => steps.map(({ action }: any) => action))).toEqual([
      ['Refund', 'Log out'],
      ['Pay'],
    ])
  })

  test('a snapshot gives the expectation of later executions (rule 6), even after the case is deleted', async () => {
    const run = await server.run(olga, project.id)
    await server.patch(`/test-cases/${testCase.id}`, { expectedValue: '6' }, olga)
    expect(await server.execute(olga, testCase.id, run.id, { actualValue: '5.0' })).toMatchObject({
      status: 'passed',
      expectedValue: '5',
    })
    await server.delete(`/test-suites/${suite.id}`, olga)
    expect(await server.execute(olga, testCase.id, run.id, { actualValue: '6' })).toMatchObject({
      status: 'failed',
      attempts: 2,
    })
  })

  test('a snapshot of a later run has the case as it is then', async () => {
    await server.run(olga, project.id)
    await server.patch(`/test-cases/${testCase.id}`, { name: 'New', preconditions: null, expectedValue: '6' }, olga)
    await server.patch(`/test-suites/${suite.id}`, { name: 'New suite' }, olga)
    const [result] = (await server.run(olga, project.id)).results
    expect(result.testCase).toMatchObject({
      name: 'New',
      preconditions: null,
      expectedValue: '6',
      testSuite: { id: suite.id, name: 'New suite', number: 1 },
    })
  })

  test('a snapshot keeps the history of a deleted case', async () => {
    const run = await server.run(olga, project.id)
    await server.execute(olga, testCase.id, run.id, { actualValue: '5' })
    await server.delete(`/test-cases/${testCase.id}`, olga)
    const { status, body } = await server.get(`/test-cases/${testCase.id}/results`, olga)
    expect([status, body.length, body[0].status]).toEqual([200, 1, 'passed'])
    const stranger = await server.person(`Sam${project.id}`)
    expect((await server.get(`/test-cases/${testCase.id}/results`, stranger)).status).toBe(404)
  })
})

describe('a case made after the run started', () => {
  test('a late case joins the run when it is first executed, in the order of its number', async () => {
    const run = await server.run(olga, project.id)
    const late = await server.testCase(olga, suite.id, { name: 'Late' })
    const other = await server.testCase(olga, (await server.suite(olga, project.id, 'Late suite')).id, {
      name: 'Later',
    })
    expect((await read(run.id)).results).toHaveLength(1)
    expect(await server.execute(olga, other.id, run.id)).toMatchObject({ status: 'passed', attempts: 1 })
    expect(await server.execute(olga, late.id, run.id, { actualValue: 'no' })).toMatchObject({
      status: 'failed',
      attempts: 1,
    })
    const { results, summary } = await read(run.id)
    expect(
      results.map(({ testCase, status }: any) => [testCase.testSuite.number, testCase.number, testCase.name, status]),
    ).toEqual([
      [1, 1, 'Pays by card', 'pending'],
      [1, 2, 'Late', 'failed'],
      [2, 1, 'Later', 'passed'],
    ])
    expect(summary).toEqual({ total: 3, passed: 1, failed: 1, error: 0, pending: 1, skipped: 0, flaky: 0 })
  })

  test('a case made after the run started joins once when it is executed concurrently', async () => {
    const run = await server.run(olga, project.id)
    const late = await server.testCase(olga, suite.id, { name: 'Late' })
    await Promise.all(Array.from({ length: 10 }, () => server.execute(olga, late.id, run.id)))
    const { results, summary } = await read(run.id)
    expect([results.length, results[1].attempts, summary.total, summary.passed]).toEqual([2, 10, 2, 1])
  })

  test('a case made after the run started does not join a run that has ended', async () => {
    const run = await server.run(olga, project.id)
    const late = await server.testCase(olga, suite.id)
    await server.post(`/test-runs/${run.id}/complete`, undefined, olga)
    const { status } = await server.post(
      `/test-cases/${late.id}/execute`,
      { testRunId: run.id, actualValue: 'ok' },
      olga,
    )
    expect([status, (await read(run.id)).results.length]).toEqual([409, 1])
  })

  test('a case made after the run started does not join the run when its execution is refused', async () => {
    const run = await server.run(olga, project.id)
    const auto = await server.testCase(olga, suite.id, { type: 'auto' })
    const { status } = await server.post(
      `/test-cases/${auto.id}/execute-manual`,
      { testRunId: run.id, actualValue: 'ok' },
      olga,
    )
    expect([status, (await read(run.id)).summary.total]).toEqual([400, 1])
  })

  test('a case of another project does not join a run, even when the caller owns both projects', async () => {
    const run = await server.run(olga, project.id)
    const foreign = await server.testCase(olga, (await server.suite(olga, (await server.project(olga)).id)).id)
    for (const call of ['execute', 'execute-manual']) {
      const { status, body } = await server.post(
        `/test-cases/${foreign.id}/${call}`,
        { testRunId: run.id, actualValue: 'ok' },
        olga,
      )
      expect([status, body.message]).toEqual([404, 'Test case not found'])
    }
  })
})

test('a run of 10,000 cases starts in one call and can be read whole', async () => {
  const { db, write } = server.services
  const row = await db.selectFrom('test_cases').selectAll().where('id', '=', testCase.id).executeTakeFirstOrThrow()
  const revision = await db
    .selectFrom('test_case_revisions')
    .selectAll()
    .where('test_case_id', '=', testCase.id)
    .executeTakeFirstOrThrow()
  for (let from = 2; from <= 10_000; from += 1000) {
    const numbers = Array.from({ length: Math.min(1000, 10_001 - from) }, (_, index) => from + index)
    const ids = numbers.map(() => newId())
    await write(null, async (trx) => {
      await trx
        .insertInto('test_cases')
        .values(
          numbers.map((number, index) => {
            const ref = `C${number}`
            return { ...row, id: ids[index] as string, rank: rankOfRef(ref), number, ref }
          }),
        )
        .execute()
      await trx
        .insertInto('test_case_revisions')
        .values(ids.map((id) => ({ ...revision, test_case_id: id })))
        .execute()
    })
  }
  const run = await server.run(olga, project.id)
  expect([run.results.length, run.summary.pending]).toEqual([10_000, 10_000])
  expect(run.results.map(({ testCase }: any) => testCase.number)).toEqual(
    Array.from({ length: 10_000 }, (_, index) => index + 1),
  )
})
