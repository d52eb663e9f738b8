import { beforeEach, describe, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let payments: { id: string }
let refunds: { id: string }
let testCase: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  payments = await server.suite(olga, project.id, 'Payments')
  refunds = await server.suite(olga, project.id, 'Refunds')
  testCase = await server.testCase(olga, payments.id, { name: 'pays' })
})

const move = async (testSuiteId: string) => await server.patch(`/test-cases/${testCase.id}`, { testSuiteId }, olga)
const find = async (runId: string, suiteId: string) =>
  await server.get(`/test-runs/${runId}/project/${project.id}/test-suites/${suiteId}/test-cases/pays`, olga)
const read = async (runId: string) => (await server.get(`/test-runs/${runId}`, olga)).body
const record = (runId: string, suiteName: string) =>
  server.post(`/test-runs/${runId}/results`, { results: [{ suiteName, caseName: 'pays', actualValue: 'ok' }] }, olga)

describe('after a case was moved', () => {
  test('a result is found in the suite in which its case was when the run started', async () => {
    const before = await server.run(olga, project.id)
    await move(refunds.id)
    const after = await server.run(olga, project.id)
    await move(payments.id)
    for (const [run, suite, other] of [
      [before, payments, refunds],
      [after, refunds, payments],
    ]) {
      expect(await read(run.id)).toEqual(run)
      expect((await find(run.id, suite.id)).body).toEqual(run.results[0])
      expect((await find(run.id, other.id)).status).toBe(404)
      const { suites } = (await server.get(`/test-runs/${run.id}/overview`, olga)).body
      expect(suites.map(({ id, summary }: any) => [id, summary.total])).toEqual([[suite.id, 1]])
      expect((await server.get(`/test-runs/${run.id}/results?suiteId=${suite.id}`, olga)).body).toEqual(run.results)
    }
  })

  test('an earlier run records it in its former suite, also by names', async () => {
    const run = await server.run(olga, project.id)
    await move(refunds.id)
    expect((await record(run.id, 'Payments')).status).toBe(201)
    await server.execute(olga, testCase.id, run.id)
    const { results } = await read(run.id)
    expect(results.map((result: any) => [result.testCase.testSuite.name, result.status, result.attempts])).toEqual([
      ['Payments', 'passed', 2],
    ])
    expect((await find(run.id, payments.id)).body).toEqual(results[0])
  })

  test('a run that it joins late has it in its new suite', async () => {
    const run = await server.run(olga, project.id)
    const joining = await server.testCase(olga, payments.id, { name: 'joins' })
    await server.patch(`/test-cases/${joining.id}`, { testSuiteId: refunds.id }, olga)
    await server.execute(olga, joining.id, run.id)
    const path = `/test-runs/${run.id}/project/${project.id}/test-suites`
    expect((await server.get(`${path}/${refunds.id}/test-cases/joins`, olga)).body.testCase.testSuite).toEqual({
      id: refunds.id,
      name: 'Refunds',
      number: 2,
    })
    expect((await server.get(`${path}/${payments.id}/test-cases/joins`, olga)).status).toBe(404)
  })

  test('after a case was moved its history has the results of both suites', async () => {
    const before = await server.run(olga, project.id)
    await move(refunds.id)
    const after = await server.run(olga, project.id)
    for (const run of [before, after]) await server.execute(olga, testCase.id, run.id)
    const history = (await server.get(`/test-cases/${testCase.id}/results`, olga)).body
    expect(history.map((result: any) => [result.testCase.testSuite.name, result.testCase.revision])).toEqual([
      ['Refunds', 2],
      ['Payments', 1],
    ])
  })
})
