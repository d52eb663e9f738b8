import { beforeEach, describe, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let cases: any[]
beforeEach(async () => {
  project = await server.project(olga)
  cases = []
  for (const name of ['Payments', 'Refunds', 'Accounts']) {
    const suite = await server.suite(olga, project.id, name)
    for (const number of [1, 2]) cases.push(await server.testCase(olga, suite.id, { name: `${name} ${number}` }))
  }
})

const start = (body: object) => server.post(`/test-runs/project/${project.id}`, body, olga)
const select = (testCaseIds: unknown) => start({ selection: { testCaseIds } })
const names = (run: any) => run.results.map(({ testCase }: any) => testCase.name)
const runs = async () => (await server.get(`/test-runs/project/${project.id}`, olga)).body

describe('a run over selected cases', () => {
  test.each(['/test-runs/project/:id', '/test-cases/project/:id/test-run'])(
    'has only these cases and their suites, in the order of the project, over POST %s',
    async (path) => {
      const testCaseIds = [cases[4].id, cases[1].id, cases[4].id]
      const body = { description: 'Smoke', selection: { testCaseIds } }
      const { status, body: run } = await server.post(path.replace(':id', project.id), body, olga)
      expect([status, names(run)]).toEqual([201, ['Payments 2', 'Accounts 1']])
      expect(run.summary).toMatchObject({ total: 2, pending: 2 })
      expect((await server.get(`/test-runs/${run.id}`, olga)).body).toEqual(run)
      const { suites } = (await server.get(`/test-runs/${run.id}/overview`, olga)).body
      expect(suites.map(({ name, number, summary }: any) => [name, number, summary.total])).toEqual([
        ['Payments', 1, 1],
        ['Accounts', 3, 1],
      ])
    },
  )

  test('a run over selected cases is joined by another case with its first execution', async () => {
    const { body: run } = await select([cases[0].id])
    await server.execute(olga, cases[2].id, run.id)
    expect(names((await server.get(`/test-runs/${run.id}`, olga)).body)).toEqual(['Payments 1', 'Refunds 1'])
  })

  test('a run over selected cases is started once when the call is repeated with its Idempotency-Key', async () => {
    const call = (testCaseIds: string[]) =>
      server.call('POST', `/test-runs/project/${project.id}`, {
        as: olga,
        body: { selection: { testCaseIds } },
        headers: { 'Idempotency-Key': 'smoke' },
      })
    const first = await call([cases[0].id])
    expect((await call([cases[0].id])).body).toEqual(first.body)
    expect((await call([cases[1].id])).status).toBe(409)
    expect(await runs()).toHaveLength(1)
  })

  test.each([null, {}, { testCaseIds: null }])('has all cases with the selection %j', async (selection) => {
    expect(names((await start({ selection })).body)).toHaveLength(6)
  })
})

describe('a start of a run is refused', () => {
  test('a start of a run is refused for an empty selection', async () => {
    const { status, body } = await select([])
    expect([status, body.message, body.issues[0].path]).toEqual([
      400,
      'No test case is selected',
      ['selection', 'testCaseIds'],
    ])
    expect(await runs()).toEqual([])
  })

  test.each([
    ['selection', 'all', ['selection']],
    ['testCaseIds', { testCaseIds: 'all' }, ['selection', 'testCaseIds']],
    ['an id', { testCaseIds: [5] }, ['selection', 'testCaseIds', 0]],
    ['too many ids', { testCaseIds: Array(5_001).fill('x') }, ['selection', 'testCaseIds']],
  ])('a start of a run is refused for a malformed %s, which it names', async (_, selection, path) => {
    const { status, body } = await start({ selection })
    expect([status, body.issues[0].path]).toEqual([400, path])
  })

  test('a start of a run is refused for an unknown, a deleted and a foreign case, which it names', async () => {
    const foreign = await server.testCase(olga, (await server.suite(olga, (await server.project(olga)).id)).id)
    await server.delete(`/test-cases/${cases[5].id}`, olga)
    for (const id of ['unknown', '\0', foreign.id, cases[5].id]) {
      const { status, body } = await select([cases[0].id, id])
      expect([status, body.message]).toEqual([404, `Test case ${id} not found`])
      expect(body.issues[0].path).toEqual(['selection', 'testCaseIds', 1])
    }
    expect(await runs()).toEqual([])
  })
})
