import { beforeEach, describe, expect, test } from 'vitest'
import { expectEntities } from '../testing/entities.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Copies of many cases by one call. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let payments: { id: string }
let refunds: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  payments = await server.suite(olga, project.id, 'Payments')
  refunds = await server.suite(olga, project.id, 'Refunds')
})

const copy = (ids: unknown, testSuiteId: unknown, headers: Record<string, string> = {}) =>
  server.call('POST', `/projects/${project.id}/test-cases/copy`, { as: olga, body: { ids, testSuiteId }, headers })
const casesOf = async ({ id }: { id: string }) => (await server.get(`/test-cases/test-suite/${id}`, olga)).body
const content = {
  name: 'Pays',
  description: 'By card',
  preconditions: 'A full cart',
  steps: [{ action: 'Pay', expected: 'A receipt' }],
  priority: 'high',
  tags: ['smoke'],
  expectedValueType: 'number',
  expectedValue: '5',
}

describe('copies of cases', () => {
  test('copies of cases go to the end of the suite in the order of ids, with new refs', async () => {
    const first = await server.testCase(olga, payments.id, { ...content, automationKey: 'K1' })
    const second = await server.testCase(olga, payments.id, { name: 'Auto', type: 'auto', automationKey: 'K2' })
    await server.patch(`/test-cases/${first.id}`, { name: 'Pays twice' }, olga)
    const there = await server.testCase(olga, refunds.id)
    const { status, body } = await copy([second.id, first.id, second.id], refunds.id)
    expect(status).toBe(201)
    expectEntities('Case', body)
    expect(body.map(({ ref, number, type, revision }: any) => [ref, number, type, revision])).toEqual([
      ['C4', 2, 'auto', 1],
      ['C5', 3, 'manual', 1],
    ])
    expect(body[1]).toMatchObject({ ...content, name: 'Pays twice', automationKey: null, testSuiteId: refunds.id })
    expect(body[0]).toMatchObject({ name: 'Auto', automationKey: null, updatedBy: { id: olga.id, name: 'Olga' } })
    expect([there, ...body]).toMatchObject(await casesOf(refunds))
    expect(await casesOf(payments)).toHaveLength(2)
    const revisions = (await server.get(`/test-cases/${body[1].id}/revisions`, olga)).body
    expect(revisions).toMatchObject([{ revision: 1, ...content, name: 'Pays twice', testSuiteId: refunds.id }])
  })

  test('copies of cases in the same suite run like other cases', async () => {
    const testCase = await server.testCase(olga, payments.id, { name: 'Pays' })
    const [made] = (await copy([testCase.id], payments.id)).body
    const run = await server.run(olga, project.id)
    expect(run.results.map((result: any) => [result.testCase.id, result.testCase.number])).toEqual([
      [testCase.id, 1],
      [made.id, 2],
    ])
    expect(await server.execute(olga, made.id, run.id)).toMatchObject({ status: 'passed', ref: 'C2' })
  })

  test('copies of cases are made once when the call is repeated with its Idempotency-Key', async () => {
    const testCase = await server.testCase(olga, payments.id)
    const key = { 'Idempotency-Key': 'copy' }
    const first = await copy([testCase.id], refunds.id, key)
    expect((await copy([testCase.id], refunds.id, key)).body).toEqual(first.body)
    expect((await copy([testCase.id], payments.id, key)).status).toBe(409)
    expect(await casesOf(refunds)).toEqual(first.body)
  })

  test('copies of cases have no attachments', async () => {
    const testCase = await server.testCase(olga, payments.id)
    await server.services.write(null, async (db) => {
      const attachments = JSON.stringify([{ id: testCase.id, name: 'a.txt', type: 'text/plain', size: 1 }])
      await db.updateTable('test_cases').set({ attachments }).where('id', '=', testCase.id).execute()
    })
    expect((await copy([testCase.id], refunds.id)).body[0].attachments).toEqual([])
  })

  test('copies of cases are refused whole for an unknown or foreign case or suite', async () => {
    const testCase = await server.testCase(olga, payments.id)
    const foreignSuite = await server.suite(olga, (await server.project(olga)).id)
    const foreign = await server.testCase(olga, foreignSuite.id)
    for (const [ids, testSuiteId, message] of [
      [[testCase.id, 'unknown'], refunds.id, 'Test case unknown not found'],
      [[testCase.id, foreign.id], refunds.id, `Test case ${foreign.id} not found`],
      [[testCase.id], 'unknown', 'Test suite not found'],
      [[testCase.id], foreignSuite.id, 'Test suite not found'],
    ] as const) {
      const { status, body } = await copy(ids, testSuiteId)
      expect([status, body.message]).toEqual([404, message])
    }
    expect([(await casesOf(refunds)).length, (await casesOf(foreignSuite)).length]).toEqual([0, 1])
    expect((await copy([testCase.id], refunds.id)).body[0].ref).toBe('C2')
  })

  test.each([
    [[], 'x', ['ids']],
    [[5], 'x', ['ids', 0]],
    [['x'], undefined, ['testSuiteId']],
    [['x'], 5, ['testSuiteId']],
  ])('copies of cases of ids %j to suite %j are refused and name the field', async (ids, testSuiteId, path) => {
    const { status, body } = await copy(ids, testSuiteId)
    expect([status, body.issues[0].path]).toEqual([400, path])
  })
})
