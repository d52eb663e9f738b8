import { beforeEach, describe, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'
import { largeReport } from './testing.ts'

/* What reports say of their run: its branch and other facts, and how long its tests took. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
beforeEach(async () => void (project = await server.project(olga)))

const upload = (report: string, query: Record<string, string> = {}) =>
  server.upload(olga, project.id, report, { run: 'build', ...query })
const junit = (name: string, attributes = '', tests = '<testcase name="t"/>') =>
  `<testsuite name="${name}" ${attributes}>${tests}</testsuite>`

const QUERY = {
  branch: 'main',
  commit: '5f0c2a9',
  environment: 'staging',
  build_url: 'https://ci.example.com/1',
  milestone: 'Release 2',
}
const FACTS = { branch: 'main', commit: '5f0c2a9', environment: 'staging', milestone: 'Release 2' }

describe('the facts in the query of a report', () => {
  test.each([
    ['short', junit('S')],
    ['large', largeReport(3_000)],
  ])('the facts in the query of a report are those of its new run, from a %s report', async (_, report) => {
    const { status, body } = await upload(report, QUERY)
    expect([status, body.testRun]).toMatchObject([201, { ref: 'R1', ...FACTS, buildUrl: QUERY.build_url }])
  })

  test('the facts in the query of a report of a later report fill what the run does not say yet, and replace nothing', async () => {
    await upload(junit('A'), { branch: 'main', milestone: ' ' })
    const { body } = await upload(junit('B'), { ...QUERY, branch: 'other', description: 'Other' })
    expect(body.testRun).toMatchObject({ ...FACTS, buildUrl: QUERY.build_url, description: 'build' })
    const [listed] = (await server.get(`/test-runs/project/${project.id}?milestone=Release+2&q=5f0c`, olga)).body
    expect(listed).toEqual(body.testRun)
  })

  test('name the browsers of its suites, with their versions, where no environment is given', async () => {
    const chrome = '<testsuite name="Chrome Headless 124.0.6367.78 (Linux x86_64)"><testcase name="t"/></testsuite>'
    const firefox = chrome.replace('Chrome Headless 124.0.6367.78', 'Firefox 140.0')
    const both = `<testsuites>${firefox}${chrome}</testsuites>`
    const { body } = await upload(both)
    const browsers = 'Chrome Headless 124.0.6367.78 (Linux x86_64), Firefox 140.0 (Linux x86_64)'
    expect(body.testRun.environment).toBe(browsers)
    const { body: given } = await upload(both, { run: 'other', environment: 'staging' })
    expect(given.testRun.environment).toBe('staging')
    const { body: run } = await server.get(`/test-runs/${body.testRun.id}`, olga)
    expect(run.results.map(({ testCase }: any) => testCase.testSuite.name)).toEqual(['Firefox', 'Chrome Headless'])
  })

  test.each([
    ['build_url', 'javascript:alert(1)', 'Build address must be an http or https address'],
    ['branch', 'x'.repeat(256), 'Branch must be at most 255 characters long'],
  ])(
    'the facts in the query of a report are refused when %s is bad, and nothing is recorded',
    async (field, value, message) => {
      const { status, body } = await upload(junit('S'), { [field]: value })
      expect([status, body.message, body.issues[0].path]).toEqual([400, message, [field]])
      expect((await server.get(`/test-runs/project/${project.id}`, olga)).body).toEqual([])
    },
  )
})

describe('how long a run with reports took', () => {
  const SECONDS = '<testcase name="a" time="2"/><testcase name="b" time="3.5"/>'
  const at = (second: number) => `timestamp="2026-01-31T12:00:${String(second).padStart(2, '0')}Z"`

  test.each<[string, string[], number | null]>([
    ['the sum of the times of tests without a start', [junit('S', '', SECONDS)], 5_500],
    ['the sum of the times of tests with the start of their suite', [junit('S', at(0), SECONDS)], 5_500],
    ['the span of shards that ran side by side', [junit('A', at(0), SECONDS), junit('B', at(1), SECONDS)], 6_500],
    ['the sum when only some say their start', [junit('A', at(0), SECONDS), junit('B', '', SECONDS)], 11_000],
    ['unknown when no test has a time', [junit('S')], null],
  ])('how long a run with reports took is %s', async (_, reports, expected) => {
    for (const report of reports) expect((await upload(report)).body.testRun.durationMs).toBeNull()
    const { id } = (await server.get(`/test-runs/project/${project.id}`, olga)).body[0]
    expect((await server.post(`/test-runs/${id}/complete`, {}, olga)).body.durationMs).toBe(expected)
  })
})

describe('a reopened run with reports', () => {
  test('a reopened run with reports takes a further report, and completes with the one that asks for it', async () => {
    const { id } = (await upload(junit('A', '', '<testcase name="t" time="1"/>'), { complete: 'true' })).body.testRun
    expect((await upload(junit('B'))).status).toBe(409)
    expect((await server.post(`/test-runs/${id}/reopen`, {}, olga)).body).toMatchObject({ status: 'running' })
    const further = await upload(junit('B', '', '<testcase name="t" time="2"/>'))
    expect(further.body.testRun).toMatchObject({ id, status: 'running', durationMs: null, summary: { total: 2 } })
    const last = await upload(junit('C'), { complete: 'true' })
    expect(last.body.testRun).toMatchObject({ id, status: 'completed', durationMs: 3_000, summary: { total: 3 } })
  })

  test('a reopened run with reports stays open when a shard of before comes again', async () => {
    const shards = [junit('A'), junit('B')].map((report, index) => [report, { shard: `${index + 1}/2` }] as const)
    for (const [report, query] of shards) await upload(report, { ...query, complete: 'true' })
    const [run] = (await server.get(`/test-runs/project/${project.id}`, olga)).body
    expect(run.status).toBe('completed')
    await server.post(`/test-runs/${run.id}/reopen`, {}, olga)
    await upload(junit('A'), { shard: '1/2' })
    expect((await server.get(`/test-runs/${run.id}/overview`, olga)).body.status).toBe('running')
  })
})
