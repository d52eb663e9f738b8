import { beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../server/testing/use-server.ts'
import { assay, environmentOf } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let env: Record<string, string>
let cases: any[]
beforeEach(async () => {
  project = await server.project(olga)
  env = environmentOf(server.url, project)
  const [cart, pay] = [await server.suite(olga, project.id, 'Cart'), await server.suite(olga, project.id, 'Pay')]
  cases = [
    await server.testCase(olga, cart.id, { name: 'Adds', tags: ['smoke'], priority: 'high' }),
    await server.testCase(olga, cart.id, { name: 'Drops' }),
    await server.testCase(olga, pay.id, { name: 'Pays', tags: ['smoke'] }),
  ]
})

async function run(facts: object, ...statuses: string[]): Promise<any> {
  const { body } = await server.post(`/test-runs/project/${project.id}`, facts, olga)
  const results = statuses.map((status, index) => ({ testCaseId: cases[index].id, status, errorMessage: status }))
  await server.post(`/test-runs/${body.id}/results`, { results }, olga)
  await server.post(`/test-runs/${body.id}/complete`, {}, olga)
  return body
}

test('runs start selects cases by suite, tag, priority, ref and the failures of another run', async () => {
  const failed = await run({}, 'failed', 'passed', 'error')
  const started = async (...options: string[]) => {
    const { stdout, stderr } = await assay(['runs', 'start', ...options], { env })
    const { body } = await server.get(`/test-runs/${stdout.trim()}`, olga)
    return [stderr, ...body.results.map(({ testCase }: any) => testCase.name)]
  }
  expect(await started()).toEqual(['', 'Adds', 'Drops', 'Pays'])
  expect(await started('--suite', 'Cart')).toEqual(['', 'Adds', 'Drops'])
  expect(await started('--tag', 'SMOKE', '--suite', 'Cart')).toEqual(['', 'Adds'])
  expect(await started('--priority', 'high')).toEqual(['', 'Adds'])
  expect(await started('--case', 'C3', '--case', 'c2')).toEqual(['', 'Drops', 'Pays'])
  expect(await started('--failed-of', failed.ref)).toEqual(['', 'Adds', 'Pays'])
})

test.each([
  [['--suite', 'Unknown'], 2, 'assay: --suite Unknown: the project has no such suite\n'],
  [['--tag', 'unknown'], 3, 'assay: No test case is selected\n'],
  [['--case', 'C99'], 3, 'assay: Test case not found\n'],
  [['--priority', 'urgent'], 2, expect.stringContaining('It must be one of low, medium, high, critical.')],
])('runs start with %j starts nothing and ends with exit code %i', async (options, code, message) => {
  const answer = await assay(['runs', 'start', ...options], { env })
  expect([answer.code, answer.stderr]).toEqual([code, message])
  expect((await server.get(`/test-runs/project/${project.id}`, olga)).body).toEqual([])
})

test('runs start takes run fields from options and the CI, and shares the cases among people', async () => {
  const ci = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '1', GITHUB_REF: 'refs/heads/main', GITHUB_SHA: 'a1b2' }
  const options = ['--environment', 'staging', '--milestone', 'Release 2', '--assign', olga.id, '--json']
  const { stdout } = await assay(['runs', 'start', ...options], { env: { ...env, ...ci } })
  const started = JSON.parse(stdout)
  const fields = { branch: 'main', commit: 'a1b2', environment: 'staging', milestone: 'Release 2' }
  expect(started).toMatchObject(fields)
  const { body } = await server.get(`/test-runs/${started.id}`, olga)
  expect(body.results.map(({ assignee }: any) => assignee.id)).toEqual([olga.id, olga.id, olga.id])
  const plain = await assay(['runs', 'start', '--no-ci', '--json'], { env: { ...env, ...ci } })
  expect(JSON.parse(plain.stdout).branch).toBeNull()
})

test('runs list finds runs by their fields, and reopen makes an ended one running', async () => {
  const main = await run({ branch: 'main', description: 'Nightly' }, 'passed')
  const topic = await run({ branch: 'topic', environment: 'staging' }, 'passed')
  const list = async (...options: string[]) =>
    JSON.parse((await assay(['runs', 'list', '--json', ...options], { env })).stdout).map(({ id }: any) => id)
  expect(await list('--branch', 'main')).toEqual([main.id])
  expect(await list('--branch', 'main', '--branch', 'topic')).toEqual([topic.id, main.id])
  expect(await list('--environment', 'staging', '--query', 'nightly')).toEqual([])
  expect(await list('--query', 'nightly', '--status', 'completed')).toEqual([main.id])
  const { code, stdout } = await assay(['runs', 'reopen', main.ref], { env })
  expect([code, stdout]).toEqual([0, expect.stringContaining(`Run ${main.id}: running`)])
  expect(await list('--status', 'running')).toEqual([main.id])
  expect((await assay(['runs', 'reopen', main.ref], { env })).code).toBe(3)
})

test('runs compare says what changed since the last comparable run, quarantined failures apart', async () => {
  const before = await run({ branch: 'main' }, 'failed', 'passed', 'passed')
  await run({ branch: 'topic' }, 'passed', 'failed', 'failed')
  const after = await run({ branch: 'main', description: 'Build 2' }, 'passed', 'failed', 'failed')
  await server.call('PUT', `/test-cases/${cases[2].id}/quarantine`, { as: olga, body: {} })
  const { code, stdout } = await assay(['runs', 'compare'], { env })
  expect([code, stdout.split('\n')]).toEqual([
    0,
    [
      `${after.ref}, Build 2, main: compared with ${before.ref}, Run ${before.id.slice(-8)}, main`,
      '2 new failures, 1 fixed, 0 still failing, 0 added, 0 vanished, 0 flaky, 0 slower, 0 unchanged, 1 failing in quarantine',
      'New failures: 1',
      '  Cart › Drops (passed to failed)',
      '      failed',
      'Fixed: 1',
      '  Cart › Adds (failed to passed)',
      'Quarantined: 1',
      '  Pay › Pays (passed to failed)',
      '      failed',
      '',
    ],
  ])
  const json = await assay(['runs', 'compare', before.ref, '--with', after.id, '--kind', 'fixed', '--json'], { env })
  expect(JSON.parse(json.stdout)).toMatchObject({
    testRun: { id: before.id },
    with: { id: after.id },
    counts: { fixed: 2, newFailures: 1 },
    changes: [{ kind: 'fixed' }, { kind: 'fixed' }],
  })
  expect((await assay(['runs', 'compare', after.id, '--with', after.id], { env })).code).toBe(3)
  expect((await assay(['runs', 'compare', '--kind', 'better'], { env })).code).toBe(2)
})
