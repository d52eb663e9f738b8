import { beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../server/testing/use-server.ts'
import { assay, environmentOf, faultyProxy } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: any
let env: Record<string, string>
let run: any
beforeEach(async () => {
  project = await server.project(olga)
  env = environmentOf(server.url, project)
  const suite = await server.suite(olga, project.id)
  for (const name of ['A', 'B']) await server.testCase(olga, suite.id, { name })
  run = await server.run(olga, project.id)
})

const record = (index: number, actualValue: string) =>
  server.post(`/test-cases/${run.results[index].testCase.id}/execute-manual`, { testRunId: run.id, actualValue }, olga)

test('runs watch follows a run until it ends, and exits with 1 for a failure', async () => {
  let asked = 0
  const polled = Promise.withResolvers<void>()
  // The third call is the second poll: watching has begun.
  const proxy = await faultyProxy(server.url, [], () => (++asked === 3 && polled.resolve(), false))
  const watching = assay(['runs', 'watch', run.ref, '--interval', '0.2'], { env: { ...env, ASSAY_URL: proxy.url } })
  await polled.promise
  await record(0, 'ok')
  await record(1, 'no')
  await server.post(`/test-runs/${run.id}/complete`, {}, olga)
  const { code, stdout, stderr } = await watching
  await proxy.close()
  expect([code, stderr.split('\n')[0]]).toEqual([1, 'R1: 2 tests: 2 pending'])
  expect(stderr).toContain('R1: 2 tests: 1 passed, 1 failed\n  failed  Payments › B\n')
  expect(stdout).toMatch(/^R1: completed\n2 tests: 1 passed, 1 failed\n1 test failed:\n {2}Payments › B\n/)
  expect(stdout).toContain(`/projects/${project.id}?tab=runs&run=${run.id}\n`)
})

test.each([
  ['ok', 'completed', [], 0],
  ['no', 'completed', ['--fail-on', 'flaky'], 0],
  ['no', 'completed', ['--fail-on', 'flaky,failed'], 1],
  ['ok', 'failed', [], 1],
] as const)(
  'runs watch of a run with the value %s that was %s, with %j, exits with %i',
  async (value, status, options, expected) => {
    await record(0, value)
    await server.post(`/test-runs/${run.id}/complete`, { status }, olga)
    expect((await assay(['runs', 'watch', run.ref, ...options], { env })).code).toBe(expected)
  },
)

test('runs watch takes no condition about report files', async () => {
  const { code, stderr } = await assay(['runs', 'watch', 'R1', '--fail-on', 'empty'], { env })
  expect([code, stderr]).toEqual([2, expect.stringContaining('The condition empty is for reports')])
})
