import { beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

/* `newly failed` compares with the last execution of a case on the same branch and environment. */

const server = await useTestServer()
const olga = await server.person('Olga')
let projectId: string
let cases: string[]
beforeEach(async () => {
  projectId = (await server.project(olga)).id
  const suite = await server.suite(olga, projectId)
  cases = []
  for (const name of ['A', 'B', 'C']) cases.push((await server.testCase(olga, suite.id, { name })).id)
})

type Facts = { branch?: string; environment?: string }

async function run(facts: Facts, ...statuses: (string | null)[]): Promise<string> {
  const { id } = (await server.post(`/test-runs/project/${projectId}`, facts, olga)).body
  const results = statuses.flatMap((status, index) => (status === null ? [] : [{ testCaseId: cases[index], status }]))
  if (results.length > 0) await server.post(`/test-runs/${id}/results`, { results }, olga)
  return id
}

/** The names of the newly failed cases. All three reads must agree. */
async function newlyFailed(id: string): Promise<string[]> {
  const { body } = await server.get(`/test-runs/${id}/new-failures`, olga)
  const { body: attention } = await server.get(`/test-runs/${id}/attention`, olga)
  const { body: matches } = await server.get(`/test-runs/${id}/matches?newlyFailed=true`, olga)
  expect([attention.newlyFailed, matches.flatMap(({ resultIds }: any) => resultIds)]).toEqual([
    body.length,
    body.map((result: any) => result.id),
  ])
  return body.map(({ testCase }: any) => testCase.name)
}

const main = { branch: 'main', environment: 'staging' }

test('a failure is new when the case passed the last time on its branch, whatever happened on others', async () => {
  await run(main, 'passed', 'failed')
  await run({ branch: 'topic', environment: 'staging' }, 'failed', 'passed')
  await run({ branch: 'main', environment: 'production' }, 'failed', 'passed')
  await run({ branch: 'main' }, 'failed', 'passed')
  await run({}, 'failed', 'passed')
  expect(await newlyFailed(await run(main, 'failed', 'failed'))).toEqual(['A'])
})

test('runs without branch and environment are compared with each other only', async () => {
  await run({}, 'passed', 'failed')
  await run(main, 'failed', 'passed')
  expect(await newlyFailed(await run({}, 'failed', 'error'))).toEqual(['A'])
})

test('on a new branch every failure is new', async () => {
  await run(main, 'failed', 'failed')
  expect(await newlyFailed(await run({ branch: 'new' }, 'failed', 'error', 'passed'))).toEqual(['A', 'B'])
})

test('the last execution counts, however many runs of its branch did not execute the case', async () => {
  await run(main, 'failed', 'passed')
  for (let index = 0; index < 5; index++) {
    await run(main)
    await run({ branch: 'topic' }, 'passed', 'failed')
  }
  await run(main, 'skipped', 'skipped')
  expect(await newlyFailed(await run(main, 'failed', 'failed'))).toEqual(['B'])
})

test('a run that moves to another branch is compared there', async () => {
  await run(main, 'passed')
  await run({ branch: 'topic' }, 'failed')
  const id = await run(main, 'failed')
  expect(await newlyFailed(id)).toEqual(['A'])
  await server.patch(`/test-runs/${id}`, { branch: 'topic', environment: null }, olga)
  expect(await newlyFailed(id)).toEqual([])
})
