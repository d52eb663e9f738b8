import { Ajv } from 'ajv'
import { readFileSync } from 'node:fs'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import { StrangeValues } from '../testing/strange-values.ts'
import { useTestServer } from '../testing/use-server.ts'

/* A run with results in every state as CTRF and JUnit: valid, and our own readers read the same counts. */

const FACTS = {
  branch: 'main',
  commit: 'abc123',
  environment: 'staging',
  buildUrl: 'https://ci.example.com/1?a=1&b=2',
  milestone: '1.0',
}

const DEFECTS = ['PAY-1', 'LOGIN', 'https://tracker.example.com/a,b?x="1"&y=<2>']

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let run: any

beforeAll(async () => {
  project = await server.project(olga, 'Shop')
  const values = new StrangeValues(15)
  const suites = [
    await server.suite(olga, project.id, 'Pay <b>&\u0001'),
    await server.suite(olga, project.id, 'Other › "x"'),
  ]
  for (const suite of suites)
    for (const name of ['plain', 'twice', 'twice', ']]>', ...Array.from({ length: 8 }, () => values.text())])
      await server.post(
        '/test-cases',
        { testSuiteId: suite.id, name: (name.trim() || 'blank').slice(0, 255), type: 'auto' },
        olga,
      )
  ;({ body: run } = await server.post(
    `/test-runs/project/${project.id}`,
    { description: 'Nightly ]]>', ...FACTS },
    olga,
  ))
  const execute = (index: number, body: object) =>
    server.post(`/test-cases/${run.results[index].testCase.id}/execute`, { testRunId: run.id, ...body }, olga)
  const text = values.text()
  for (const [index, executions] of [
    [0, [{ status: 'passed', executionTimeMs: 1234.5, startedAt: '2026-01-31T12:00:00.000Z' }]],
    [
      1,
      [
        {
          status: 'failed',
          errorMessage: `no\u0001\u001b[31m]]>${text}`,
          trace: 'at x\r\n\tat y\ufffe',
          defects: DEFECTS,
        },
      ],
    ],
    [2, [{ status: 'error', errorMessage: 'a "b" <c>', trace: text }]],
    [3, [{ status: 'skipped', notes: 'later', defects: ['PAY-2'] }]],
    [
      4,
      [
        { status: 'failed', errorMessage: 'once' },
        { status: 'passed', defects: ['PAY-3'] },
      ],
    ],
    [5, [{ status: 'error', errorMessage: 'once' }, { status: 'failed' }, { status: 'passed' }]],
    [6, [{ status: 'passed' }, { status: 'failed', errorMessage: 'again' }]],
    [7, [{ status: 'passed' }, { status: 'passed' }]],
    [8, [{ status: 'error' }, { status: 'error' }]],
    [9, [{ actualValue: 'got', expectedValue: 'wanted' }]],
    [14, [{ status: 'failed', errorMessage: 'x' }, { status: 'skipped' }]],
    [15, Array.from({ length: 15 }, (_, at) => ({ status: at === 0 ? 'failed' : 'passed' }))],
  ] as [number, object[]][])
    for (const body of executions) await execute(index, body)
  await server.patch(`/test-runs/result/${run.results[17].id}`, { defects: ['PAY-4'] }, olga)
  const byHand = run.results[16].id
  for (const status of ['failed', 'passed']) await server.patch(`/test-runs/result/${byHand}`, { status }, olga)
  ;({ body: run } = await server.get(`/test-runs/${run.id}`, olga))
})

const download = async (format: string) => {
  const address = `${server.url}/api/test-runs/${run.id}/export?format=${format}`
  return await (await fetch(address, { headers: { authorization: olga.authorization } })).text()
}

/** Without names and order: cases of one name get others in a copy. */
const defectsIn = ({ results }: any): string[][] =>
  results.flatMap(({ status, defects }: any) => (defects.length > 0 ? [[status, ...defects]] : [])).toSorted()

test('the run has results in every state', () => {
  for (const status of RESULT_STATUSES) expect(run.summary[status]).toBeGreaterThan(1)
  expect(run.summary.flaky).toBe(3)
})

test('JSON is what a read of the run answers', async () => {
  const { body } = await server.get(`/test-runs/${run.id}`, olga)
  expect(JSON.parse(await download('json'))).toEqual(body)
})

describe.each(['ctrf', 'junit'])('%s', (format) => {
  test.each(['the same project', 'another project'])('has equal counts when it is uploaded into %s', async (where) => {
    const target = where === 'the same project' ? project : await server.project(olga, 'Copy')
    const { status, body } = await server.upload(olga, target.id, await download(format), { run: `${format} ${where}` })
    expect([status, body.warnings]).toEqual([201, []])
    expect(body.testRun.summary).toEqual(run.summary)
    const { body: copy } = await server.get(`/test-runs/${body.testRun.id}`, olga)
    expect(defectsIn(copy)).toEqual(defectsIn(run))
  })
})

test('CTRF is valid by its published schema and says where the run was made', async () => {
  const schema = JSON.parse(readFileSync(new URL('testing/ctrf.schema.json', import.meta.url), 'utf8'))
  const ajv = new Ajv({ strict: false })
  ;(addFormats as unknown as (ajv: Ajv) => void)(ajv)
  const report = JSON.parse(await download('ctrf'))
  expect([ajv.validate(schema, report), ajv.errors]).toEqual([true, null])
  expect(report.results.environment).toMatchObject({
    reportName: 'Nightly ]]>',
    appName: 'Shop',
    branchName: 'main',
    commit: 'abc123',
    testEnvironment: 'staging',
    buildUrl: FACTS.buildUrl,
  })
  const { tests, passed, failed, skipped, pending, other, flaky } = report.results.summary
  const { summary } = run
  expect([tests, passed, failed, skipped, pending, other, flaky]).toEqual([
    summary.total,
    summary.passed,
    summary.failed + summary.error,
    summary.skipped,
    summary.pending,
    0,
    summary.flaky,
  ])
})
