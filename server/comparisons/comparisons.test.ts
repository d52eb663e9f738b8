import { beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let projectId: string
let suiteId: string
beforeEach(async () => {
  projectId = (await server.project(olga)).id
  suiteId = (await server.suite(olga, projectId)).id
})

test('a run is compared with the last ended run before it', async () => {
  const one = await server.testCase(olga, suiteId)
  await server.testCase(olga, suiteId)
  const first = await server.run(olga, projectId)
  await server.post(`/test-cases/${one.id}/execute`, { testRunId: first.id, status: 'passed' }, olga)
  await server.post(`/test-runs/${first.id}/complete`, {}, olga)
  await server.run(olga, projectId)
  const run = await server.run(olga, projectId)
  await server.post(`/test-cases/${one.id}/execute`, { testRunId: run.id, status: 'failed' }, olga)
  const { status, body, headers } = await server.get(`/test-runs/${run.id}/comparison?limit=5`, olga)
  expect([status, body.with.id, body.counts.newFailures, headers.get('x-total-count')]).toEqual([200, first.id, 1, '1'])
  expect(body.counts.unchanged).toBe(1)
  expect(body.changes).toMatchObject([
    { kind: 'newFailures', result: { status: 'failed' }, before: { status: 'passed' } },
  ])
})
