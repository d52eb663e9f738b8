import { beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let testCase: { id: string }
let other: { id: string }
/** Oldest first. */
const runs: string[] = []

const STATUSES = ['passed', 'failed', 'pending', 'passed', 'failed']

beforeAll(async () => {
  project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  testCase = await server.testCase(olga, suite.id)
  other = await server.testCase(olga, suite.id)
  for (const [index, status] of STATUSES.entries()) {
    const description = index === 0 ? null : `Nightly ${index}`
    const { body } = await server.post(`/test-runs/project/${project.id}`, { description }, olga)
    runs.push(body.id)
    const execution = { testRunId: body.id, status, actualValue: 'x' }
    if (status !== 'pending') await server.post(`/test-cases/${testCase.id}/execute`, execution, olga)
  }
})

const recent = async (run: string, query = '') =>
  (await server.get(`/test-runs/${run}/recent-results?testCaseIds=${testCase.id}${query}`, olga)).body

test('the recent results of a case are those of the run and of the runs before it, newest first', async () => {
  const [{ testCaseId, results }] = await recent(runs[3] as string)
  expect(testCaseId).toBe(testCase.id)
  expect(results.map(({ testRunId, runName, status }: any) => [testRunId, runName, status])).toEqual([
    [runs[3], 'Nightly 3', 'passed'],
    [runs[1], 'Nightly 1', 'failed'],
    [runs[0], `Run ${runs[0]?.slice(-8)}`, 'passed'],
  ])
  expect(results[0].executedAt).toMatch(/^\d{4}-/)
})

test('the recent results are at most ten per case and come in the order of the cases', async () => {
  for (let index = 0; index < 9; index++) {
    const run = await server.run(olga, project.id)
    await server.execute(olga, testCase.id, run.id)
    runs.push(run.id)
  }
  const body = await recent(runs.at(-1) as string, `&testCaseIds=${other.id}`)
  expect(
    body.map(({ testCaseId, results }: any) => [testCaseId, results.map(({ testRunId }: any) => testRunId)]),
  ).toEqual([
    [testCase.id, runs.toReversed().slice(0, 10)],
    [other.id, []],
  ])
})

test('a case of another project has no recent results', async () => {
  const run = await server.run(olga, (await server.project(olga)).id)
  expect(await recent(run.id)).toEqual([{ testCaseId: testCase.id, results: [] }])
})

test('more than 100 cases are refused', async () => {
  const query = Array.from({ length: 100 }, (_, index) => `&testCaseIds=${index}`).join('')
  expect((await recent(runs[0] as string, query)).message).toBe('testCaseIds may have at most 100 entries')
})
