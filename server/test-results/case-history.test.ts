import { beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'
import { countResultsOfCase } from './case-history.repository.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let testCase: { id: string }
/** Newest first, with the fields that the history must show. */
let expected: { run: string; status: string; attempts: number }[]

const OUTCOMES = ['pending', 'passed', 'pending', 'pending', 'failed', 'taken back', 'passed', 'pending'] as const

beforeEach(async () => {
  project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  const other = await server.testCase(olga, suite.id)
  const before = await server.run(olga, project.id)
  testCase = await server.testCase(olga, suite.id)
  expected = []
  for (const [index, outcome] of OUTCOMES.entries()) {
    const run = await server.run(olga, project.id)
    const { id } = run.results.find((result: any) => result.testCase.id === testCase.id)
    if (outcome !== 'pending') await record(run.id, testCase.id, outcome === 'failed' ? 'no' : 'ok')
    if (outcome === 'taken back') await server.patch(`/test-runs/result/${id}`, { actualValue: null }, olga)
    // Half of the runs have no pending result of another case.
    if (index % 2 === 0) await record(run.id, other.id, 'ok')
    const status = outcome === 'taken back' ? 'pending' : outcome
    expected.unshift({ run: run.id, status, attempts: { pending: 0, 'taken back': 2 }[outcome as string] ?? 1 })
  }
  await record(before.id, other.id, 'ok')
  // Results of another project with the same names.
  await server.run(olga, (await server.project(olga)).id)
})

const record = (testRunId: string, id: string, actualValue: string) =>
  server.post(`/test-cases/${id}/execute`, { testRunId, actualValue }, olga)

const shown = (results: any[]) =>
  results.map(({ testRun, status, attempts }) => ({ run: testRun.id, status, attempts }))

test('the history of a case has its pending, recorded and taken back results, newest run first', async () => {
  const { body, headers } = await server.get(`/test-cases/${testCase.id}/results`, olga)
  expect([shown(body), headers.get('x-total-count')]).toEqual([expected, '8'])
})

test.each([1, 2, 3, 7, 8, 9])(
  'the history of a case in pages of %i is the whole, and each names the total',
  async (limit) => {
    const path = `/test-cases/${testCase.id}/results?limit=${limit}`
    expect(shown((await server.parts(path, olga)).flat())).toEqual(expected)
    for (let offset = 0; offset <= expected.length; offset++) {
      const { body, headers } = await server.get(`${path}&offset=${offset}`, olga)
      expect([shown(body), headers.get('x-total-count')]).toEqual([expected.slice(offset, offset + limit), '8'])
    }
    for (const [index, { run }] of expected.entries()) {
      const { body, headers } = await server.get(`${path}&cursor=${run}`, olga)
      expect([shown(body), headers.get('x-total-count')]).toEqual([expected.slice(index + 1, index + 1 + limit), '8'])
    }
  },
)

test('the history of a case stays when the case is deleted, and loses the runs that are deleted', async () => {
  await server.call('DELETE', `/test-cases/${testCase.id}`, { as: olga })
  for (const { run } of expected.splice(0, 3)) await server.call('DELETE', `/test-runs/${run}`, { as: olga })
  const { body, headers } = await server.get(`/test-cases/${testCase.id}/results?limit=2`, olga)
  expect([shown(body), headers.get('x-total-count')]).toEqual([expected.slice(0, 2), '5'])
})

test('a case that joins a run with a bulk call, and is pending in it, is in the history once', async () => {
  const suite = await server.suite(olga, project.id)
  const late = await server.testCase(olga, suite.id)
  const [newest] = expected
  const results = [{ testCaseId: late.id, status: 'pending' }]
  const { status } = await server.post(`/test-runs/${newest?.run}/results`, { results }, olga)
  const { body } = await server.get(`/test-cases/${late.id}/results?limit=5`, olga)
  expect([status, shown(body)]).toEqual([201, [{ run: newest?.run, status: 'pending', attempts: 1 }]])
})

test('the history of a case of one branch and environment has the pending and recorded results of its runs', async () => {
  const suite = await server.suite(olga, project.id)
  const late = await server.testCase(olga, suite.id)
  const runs: { id: string; branch: string | null; environment: string | null }[] = []
  for (const [branch, environment] of [
    ['main', 'staging'],
    ['main', null],
    ['next', 'staging'],
    [null, null],
    ['main', 'staging'],
    ['main', 'staging'],
  ] as const) {
    const { body } = await server.post(`/test-runs/project/${project.id}`, { branch, environment }, olga)
    runs.unshift({ id: body.id, branch, environment })
  }
  for (const { id } of runs.slice(1)) await record(id, late.id, 'ok')
  const read = async (query: string) => {
    const { body, headers } = await server.get(`/test-cases/${late.id}/results?${query}`, olga)
    return [body.map(({ testRun }: any) => runs.findIndex(({ id }) => id === testRun.id)), headers.get('x-total-count')]
  }
  expect(await read('branch=main')).toEqual([[0, 1, 4, 5], '4'])
  expect(await read('branch=main&limit=2')).toEqual([[0, 1], '4'])
  expect(await read('branch=main&limit=2&offset=2')).toEqual([[4, 5], '4'])
  expect(await read('environment=staging')).toEqual([[0, 1, 3, 5], '4'])
  expect(await read('branch=main&environment=staging&limit=1')).toEqual([[0], '3'])
  expect(await read('branch=other')).toEqual([[], '0'])
  const { body } = await server.get(`/test-cases/${late.id}/results?limit=1`, olga)
  expect(body[0].testRun).toMatchObject({
    ref: expect.stringMatching(/^R\d+$/),
    branch: 'main',
    environment: 'staging',
  })
})

test('the results of a case are counted up to a number', async () => {
  const found = { testCaseId: testCase.id, projectId: project.id }
  const counted = [8, 7, 3, 1].map((most) => countResultsOfCase(server.services.db, found, {}, most))
  expect(await Promise.all(counted)).toEqual([8, null, null, null])
})
