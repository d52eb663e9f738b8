import { beforeAll, expect, test } from 'vitest'
import { createClient } from '#client/api.ts'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let run: any
let token: string
beforeAll(async () => {
  const project = await server.project(olga)
  const cases = Array.from({ length: 130 }, (_, index) => {
    const failure = index % 2 === 0 ? `<failure message="to ada@example.com"/>` : ''
    return `<testcase name="t${index}">${failure}</testcase>`
  })
  const suites = [cases.slice(0, 40), cases.slice(40)].map(
    (list, at) => `<testsuite name="${at}">${list.join('')}</testsuite>`,
  )
  const { body } = await server.upload(machine(project), project.id, `<testsuites>${suites.join('')}</testsuites>`)
  run = (await server.get(`/test-runs/${body.testRun.id}`, olga)).body
  token = (await server.post(`/test-runs/${run.id}/share`, {}, olga)).body.link.split('/').at(-1)
})

const idsOf = (results: { id: string }[]) => results.map(({ id }) => id)
const read = async (query: string) => await server.get(`/shared-runs/${token}?${query}`)

test('a page of a shared run that is made in pieces has each result once and in order', async () => {
  expect(run.results).toHaveLength(130)
  const whole = await read('')
  expect(idsOf(whole.body.results)).toEqual(idsOf(run.results))
  const page = await read('limit=70&offset=30')
  expect(idsOf(page.body.results)).toEqual(idsOf(run.results.slice(30, 100)))
  expect(page.headers.get('x-total-count')).toBe('130')
  expect(page.headers.get('link')).toContain('offset=100')
  const failed = await read('status=failed&limit=50&offset=10')
  const expected = run.results.filter(({ status }: any) => status === 'failed').slice(10, 60)
  expect(idsOf(failed.body.results)).toEqual(idsOf(expected))
})

test('it is the same over tRPC, with the fields in the same order', async () => {
  const client = createClient({ baseUrl: server.url, authorization: () => undefined })
  const { body } = await read('limit=60')
  expect(JSON.stringify(await client.shares.read.query({ token, limit: 60 }))).toBe(JSON.stringify(body))
})

test('a page without results is complete', async () => {
  const { body } = await read('offset=1000')
  expect([body.results, body.summary.total]).toEqual([[], 130])
})

test('a page whose texts are long is complete and masked', async () => {
  const { testCase } = run.results[0]
  const project = await server.project(olga)
  const trace = '%40'.repeat(16_000)
  const cases = Array.from(
    { length: 30 },
    (_, index) => `<testcase name="t${index}"><failure>eve@secret.example ${trace}</failure></testcase>`,
  )
  const { body } = await server.upload(
    machine(project),
    project.id,
    `<testsuite name="${testCase.name}">${cases.join('')}</testsuite>`,
  )
  const { link } = (await server.post(`/test-runs/${body.testRun.id}/share`, {}, olga)).body
  const shared = await server.get(`/shared-runs/${link.split('/').at(-1)}`)
  expect(shared.body.results).toHaveLength(30)
  const text = JSON.stringify(shared.body)
  expect(text).not.toContain('secret.example')
  expect(text.length).toBeGreaterThan(30 * 9_000)
})
