import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../database/new-id.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')
let projectId: string
let cases: string[]
beforeEach(async () => {
  projectId = (await server.project(olga)).id
  const suite = await server.suite(olga, projectId)
  cases = []
  for (const name of ['A', 'B', 'C']) cases.push((await server.testCase(olga, suite.id, { name })).id)
})

async function run(...statuses: string[]): Promise<string> {
  const { id } = await server.run(olga, projectId)
  const results = statuses.map((status, index) => ({ testCaseId: cases[index], status }))
  if (results.length > 0) await server.post(`/test-runs/${id}/results`, { results }, olga)
  return id
}

async function ended(...statuses: string[]): Promise<string> {
  const id = await run(...statuses)
  await server.post(`/test-runs/${id}/complete`, {}, olga)
  return id
}

const compare = (id: string, query = '') => server.get(`/test-runs/${id}/comparison${query}`, olga)

describe('the run to compare with', () => {
  test('a run is compared with the last ended run before it, never a running or a later one', async () => {
    await ended('failed')
    const second = await ended('passed', 'failed')
    await run('failed', 'passed', 'failed')
    const id = await run('failed', 'passed')
    await ended('error', 'error', 'error')
    const { body } = await compare(id)
    expect(body.with).toEqual(
      (await server.get(`/test-runs/project/${projectId}`, olga)).body.find((one: any) => one.id === second),
    )
    expect(body.counts).toMatchObject({ newFailures: 1, fixed: 1, stillFailing: 0 })
  })

  test('a run is first compared with the last ended one of its branch and environment', async () => {
    const start = async (facts: object, isEnded = true) => {
      const { id } = (await server.post(`/test-runs/project/${projectId}`, facts, olga)).body
      if (isEnded) await server.post(`/test-runs/${id}/complete`, {}, olga)
      return id as string
    }
    const main = { branch: 'main', environment: 'staging' }
    const none = await start({})
    const onMain = await start(main)
    const elsewhere = await start({ branch: 'main', environment: 'production' })
    await start(main, false)
    const baseOf = async (facts: object) => (await compare(await start(facts, false))).body.with.id
    expect(await baseOf(main)).toBe(onMain)
    expect(await baseOf({ branch: '', environment: null })).toBe(none)
    expect(await baseOf({ branch: 'new' })).toBe(elsewhere)
    await server.delete(`/test-runs/${onMain}`, olga)
    expect(await baseOf(main)).toBe(elsewhere)
  })

  test('the run to compare with may be named: one that is running, or a later one', async () => {
    const first = await ended('failed')
    const second = await run('passed')
    expect((await compare(second, `?with=${first}`)).body.counts).toMatchObject({ fixed: 1, newFailures: 0 })
    expect((await compare(first, `?with=${second}`)).body.counts).toMatchObject({ fixed: 0, newFailures: 1 })
  })

  test('a first run has nothing to compare with: all failures are new, nothing is added or fixed', async () => {
    const id = await run('failed', 'passed', 'error')
    const { body } = await compare(id)
    expect(body.with).toBeNull()
    const counts = { fixed: 0, stillFailing: 0, added: 0, vanished: 0, flaky: 0, slower: 0 }
    expect(body.counts).toEqual({ newFailures: 2, ...counts, unchanged: 0, quarantined: 0 })
    expect(body.changes.map(({ kind, result, before }: any) => [kind, result.testCase.name, before])).toEqual([
      ['newFailures', 'A', null],
      ['newFailures', 'C', null],
    ])
  })

  test('the run to compare with is another one once it is deleted', async () => {
    const first = await ended('passed')
    const second = await ended('failed')
    const id = await run('failed')
    expect((await compare(id)).body.with.id).toBe(second)
    await server.delete(`/test-runs/${second}`, olga)
    const { body } = await compare(id)
    expect([body.with.id, body.counts.newFailures]).toEqual([first, 1])
  })
})

describe('a comparison is refused', () => {
  const withIssue = ({ status, body }: any) => [status, body.message, body.issues?.[0]?.path]

  test('a comparison is refused with the run itself', async () => {
    const id = await run()
    expect(withIssue(await compare(id, `?with=${id}`))).toEqual([400, 'A run cannot be compared with itself', ['with']])
  })

  test('a comparison is refused with a run of another project, which a stranger does not learn to exist', async () => {
    const id = await run()
    const own = await server.run(olga, (await server.project(olga)).id)
    const foreign = await server.run(tess, (await server.project(tess)).id)
    expect(withIssue(await compare(id, `?with=${own.id}`))).toEqual([
      400,
      'Runs of different projects cannot be compared',
      ['with'],
    ])
    for (const other of [foreign.id, newId(), 'nothing'])
      expect(withIssue(await compare(id, `?with=${other}`))).toEqual([404, 'Test run not found', ['with']])
  })

  test.each([
    ['?kind=better', 'kind'],
    ['?limit=0', 'limit'],
    ['?limit=1001', 'limit'],
    ['?offset=-1', 'offset'],
  ])('a comparison is refused for %s, naming the field', async (query, field) => {
    const { status, body } = await compare(await run(), query)
    expect([status, body.issues[0].path[0]]).toEqual([400, field])
  })

  test('a comparison with an unknown run is refused', async () => {
    expect((await compare(newId())).status).toBe(404)
  })
})

describe('what changes a comparison', () => {
  test('an execution, an attempt by hand and a late case are in the next answer', async () => {
    await ended('passed', 'passed', 'passed')
    const id = await run('failed')
    const counts = async () => {
      const { newFailures, added, quarantined } = (await compare(id)).body.counts
      return { newFailures, added, quarantined }
    }
    expect(await counts()).toEqual({ newFailures: 1, added: 0, quarantined: 0 })
    await server.execute(olga, cases[1] as string, id, { status: 'error' })
    expect(await counts()).toEqual({ newFailures: 2, added: 0, quarantined: 0 })
    const suite = await server.suite(olga, projectId, 'Late')
    await server.execute(olga, (await server.testCase(olga, suite.id)).id, id, { status: 'failed' })
    expect(await counts()).toEqual({ newFailures: 3, added: 1, quarantined: 0 })
    await server.call('PUT', `/test-cases/${cases[0]}/quarantine`, { as: olga, body: {} })
    expect(await counts()).toEqual({ newFailures: 3, added: 1, quarantined: 1 })
    expect((await compare(id)).body.changes[0].result.isQuarantined).toBe(true)
  })

  test('a case that was deleted or renamed since stays as it was', async () => {
    await ended('passed')
    const id = await run('failed')
    await server.patch(`/test-cases/${cases[0]}`, { name: 'Renamed' }, olga)
    await server.delete(`/test-cases/${cases[0]}`, olga)
    const { body } = await compare(id)
    expect(body.changes[0].result.testCase).toMatchObject({ ref: 'C1', name: 'A', number: '1.1', type: 'manual' })
  })
})

test('long values and errors are cut to 500 characters, and never inside a character', async () => {
  const id = await run()
  const [actualValue, errorMessage] = ['🛒'.repeat(501), 'ü'.repeat(9_000)]
  await server.execute(olga, cases[0] as string, id, { actualValue, errorMessage, executionTimeMs: 41.5 })
  expect((await compare(id)).body.changes[0].result).toMatchObject({
    actualValue: '🛒'.repeat(500),
    errorMessage: 'ü'.repeat(500),
    executionTimeMs: 41.5,
  })
})
