import { describe, expect, test } from 'vitest'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const ada = await server.person('Ada')
const stranger = await server.person('Eve')
const project = await server.project(ada)
const suites = [await server.suite(ada, project.id, 'Payments'), await server.suite(ada, project.id, 'Refunds')]
for (const suite of suites)
  for (const name of ['first', 'second', 'third']) await server.testCase(ada, suite.id, { name })
const run = await server.run(ada, project.id, 'nightly')
await server.patch(`/test-runs/result/${run.results[0]?.id}`, { actualValue: 'ok' }, ada)
await server.patch(`/test-runs/result/${run.results[4]?.id}`, { actualValue: 'not ok' }, ada)

const empty = { total: 3, passed: 0, failed: 0, error: 0, pending: 2, skipped: 0, flaky: 0 }

describe('the overview of a project', () => {
  test('the overview of a project has its suites with their counts but without their cases', async () => {
    const { status, body } = await server.get(`/projects/${project.id}/overview`, ada)
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Checkout', userRole: 'owner', testSuiteCount: 2, testCaseCount: 6 })
    expect(body.testSuites[1]).toMatchObject({ name: 'Refunds', number: 2, testCaseCount: 3 })
    expect(body.testSuites[1]).not.toHaveProperty('testCases')
  })

  test('the overview of a project hides the secret from its credential, and all from strangers', async () => {
    expect((await server.get(`/projects/${project.id}/overview`, machine(project))).body.clientSecret).toBeNull()
    expect((await server.get(`/projects/${project.id}/overview`, stranger)).status).toBe(404)
  })
})

describe('the overview of a run', () => {
  test('the overview of a run counts the results of each suite, which add up to its summary', async () => {
    const { status, body } = await server.get(`/test-runs/${run.id}/overview`, ada)
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('results')
    expect(body.summary).toEqual({ total: 6, passed: 1, failed: 1, error: 0, pending: 4, skipped: 0, flaky: 0 })
    expect(body.suites).toEqual([
      { id: suites[0]?.id, name: 'Payments', number: 1, summary: { ...empty, passed: 1 } },
      { id: suites[1]?.id, name: 'Refunds', number: 2, summary: { ...empty, failed: 1 } },
    ])
  })

  test('the overview of a run is not found by a stranger', async () => {
    expect((await server.get(`/test-runs/${run.id}/overview`, stranger)).status).toBe(404)
    expect((await server.get('/test-runs/nothing/overview', ada)).status).toBe(404)
  })
})

describe('the results of a run', () => {
  const numbers = (results: any[]) => results.map(({ testCase }) => `${testCase.testSuite.number}.${testCase.number}`)

  test('the results of a run come by suite and case number, in pages with a total and a link to the next', async () => {
    const first = await server.get(`/test-runs/${run.id}/results?limit=4`, ada)
    expect(numbers(first.body)).toEqual(['1.1', '1.2', '1.3', '2.1'])
    expect(first.headers.get('X-Total-Count')).toBe('6')
    const rest = /<(.+?)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] as string
    const second = await server.get(rest.slice(`${server.url}/api`.length), ada)
    expect(numbers(second.body)).toEqual(['2.2', '2.3'])
    expect(second.headers.get('Link')).toBeNull()
  })

  test.each([
    ['one suite', () => `suiteId=${suites[1]?.id}`, ['2.1', '2.2', '2.3']],
    ['one status', () => 'status=pending', ['1.2', '1.3', '2.1', '2.3']],
    ['one status of one suite', () => `suiteId=${suites[1]?.id}&status=failed`, ['2.2']],
    ['a suite that is not in the run', () => 'suiteId=nothing', []],
  ])('the results of a run can be those of %s', async (_, query, expected) => {
    const { body, headers } = await server.get(`/test-runs/${run.id}/results?${query()}`, machine(project))
    expect(numbers(body)).toEqual(expected)
    expect(headers.get('X-Total-Count')).toBe(String(expected.length))
  })

  test('the results of a run are refused for an unknown status and hidden from a stranger', async () => {
    expect((await server.get(`/test-runs/${run.id}/results?status=good`, ada)).status).toBe(400)
    expect((await server.get(`/test-runs/${run.id}/results`, stranger)).status).toBe(404)
  })

  test('the results of a run are left out of the answers to start and complete with omitResults', async () => {
    const started = await server.post(`/test-runs/project/${project.id}`, { omitResults: true }, ada)
    expect(started.body).toMatchObject({ results: [], summary: { total: 6 } })
    const completed = await server.post(`/test-runs/${started.body.id}/complete`, { omitResults: true }, ada)
    expect(completed.body).toMatchObject({ results: [], status: 'completed' })
  })
})

test('two suites with the same number in a run keep separate results', async () => {
  const { id: projectId } = await server.project(ada, 'Renumbered')
  const gone = await server.suite(ada, projectId, 'Gone later')
  await server.testCase(ada, gone.id)
  const { id: runId } = await server.run(ada, projectId)
  await server.delete(`/test-suites/${gone.id}`, ada)
  const late = await server.suite(ada, projectId, 'Late')
  const testCase = await server.testCase(ada, late.id)
  await server.post(`/test-cases/${testCase.id}/execute-manual`, { testRunId: runId, actualValue: 'ok' }, ada)

  const { body: overview } = await server.get(`/test-runs/${runId}/overview`, ada)
  expect(overview.suites.map(({ number, summary }: any) => [number, summary.total])).toEqual([
    [1, 1],
    [1, 1],
  ])
  const { body: results } = await server.get(`/test-runs/${runId}/results?suiteId=${late.id}`, ada)
  expect(results).toHaveLength(1)
  expect(results[0].testCase.testSuite.name).toBe('Late')
})
