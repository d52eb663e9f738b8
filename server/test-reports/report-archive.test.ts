import { beforeEach, describe, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'
import { VALUES_MAX } from './readers/many-values.ts'
import { zipOf } from './testing-files.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

const server = await useTestServer({ REPORT_MAX_MB: 15 })
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
beforeEach(async () => {
  project = await server.project(olga)
})

const upload = (report: Uint8Array, query: Record<string, string> = { run: 'b1' }) =>
  server.upload(olga, project.id, report, query)

function result(uuid: string, more: object): string {
  const labels = [{ name: 'suite', value: 'Shop' }]
  return JSON.stringify({ uuid, historyId: uuid, name: uuid, status: 'passed', stage: 'finished', labels, ...more })
}

const RESULTS = {
  'allure-results/': '',
  'allure-results/1-result.json': result('pays', {
    start: 1_767_323_049_000,
    stop: 1_767_323_049_100,
    attachments: [{ name: 'Screen', source: 'a-attachment', type: 'image/png' }],
  }),
  'allure-results/a-attachment': PNG,
  'allure-results/2-result.json': result('pays', { status: 'broken', start: 1_767_323_045_000 }),
  'allure-results/3-result.json': result('refunds', { status: 'failed', statusDetails: { message: 'no' } }),
  'allure-results/4-container.json': JSON.stringify({ children: [], afters: [{ name: 'close', status: 'broken' }] }),
  'allure-results/environment.properties': 'a=b',
}

describe('a zip file of Allure results', () => {
  test('a zip file of Allure results is one report, with attempts, attachments and failed fixtures', async () => {
    const { status, body } = await upload(zipOf(RESULTS))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      format: 'allure',
      recorded: 3,
      attempts: 1,
      testRun: { summary: { total: 3, passed: 1, failed: 1, error: 1, flaky: 1 } },
      attachments: { stored: 1, awaited: [], skipped: [] },
    })
    const { results } = (await server.get(`/test-runs/${body.testRun.id}`, olga)).body
    const pays = results.find((one: any) => one.testCase.name === 'pays')
    expect(pays.attachments).toMatchObject([{ name: 'Screen.png', type: 'image/png', size: PNG.length }])
  })

  test('a zip file of Allure results that macOS packed is read without the files that macOS adds', async () => {
    const added = { '__MACOSX/allure-results/._1-result.json': PNG, 'allure-results/._2-result.json': PNG }
    const { status, body } = await upload(zipOf({ ...added, ...RESULTS }))
    expect([status, body.recorded, body.attempts]).toEqual([201, 3, 1])
  })

  test('sent again gets the first answer', async () => {
    const first = await upload(zipOf(RESULTS))
    const second = await upload(zipOf(RESULTS))
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
  })

  test('a zip file of Allure results is read without recording by a check', async () => {
    const path = `${server.url}/api/test-runs/project/${project.id}/report/check`
    const { authorization } = olga
    const answer = await fetch(path, {
      method: 'PUT',
      headers: { authorization },
      body: new Uint8Array(zipOf(RESULTS)),
    })
    expect(await answer.json()).toMatchObject({ format: 'allure', summary: { total: 3 } })
  })
})

const refused = zipOf(RESULTS)

test.each([
  ['without Allure results', zipOf({ 'report.xml': '<testsuites/>' }), 400, 'Unpack it and send the report inside'],
  ['that is truncated', refused.subarray(0, refused.length - 30), 400, 'The zip file is damaged'],
  ['with a damaged result', zipOf({ 'a-result.json': '{"uuid":' }), 400, 'is not valid JSON: a-result.json'],
  ['with a result of something else', zipOf({ 'a-result.json': '{}' }), 400, 'no result of Allure: a-result.json'],
  ['with a path that leads out', zipOf({ '../a-result.json': '{}' }), 400, 'The zip file is damaged'],
  ['that lies about its size', zipOf({ 'a-result.json': result('a', {}) }, 5), 400, 'The zip file is damaged'],
  ['that unpacks to too much', zipOf({ 'a-attachment': Buffer.alloc(16_000_000) }), 413, 'more than 15 MB'],
  [
    'with a result of too many values',
    zipOf({ 'a-result.json': `[${'0,'.repeat(VALUES_MAX)}0]` }),
    413,
    'too many values: a-result.json',
  ],
  [
    'that unpacks to many times its size',
    zipOf({ 'a-attachment': Buffer.alloc(12_000_000) }),
    413,
    '100 times its size',
  ],
])('a zip file %s is refused, and nothing is recorded', async (_title, body, status, message) => {
  const answer = await upload(body)
  expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) } })
  expect((await server.get(`/test-runs/project/${project.id}`, olga)).body).toEqual([])
})
