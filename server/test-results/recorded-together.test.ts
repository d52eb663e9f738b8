import { beforeEach, describe, expect, test } from 'vitest'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Executions that wait for their turn together are recorded by one call: nobody may see a difference. */

const server = await useTestServer()
const olga = await server.person('Olga')
const max = await server.person('Max')
const stranger = await server.person('Sam')
let project: { id: string; clientSecret: string }
let harness: Caller
let suite: { id: string }
let cases: { id: string }[]
let run: any
beforeEach(async () => {
  project = await server.project(olga)
  harness = machine(project)
  await server.post(`/projects/${project.id}/members`, { userId: max.id }, olga)
  suite = await server.suite(olga, project.id)
  cases = []
  for (const name of ['A', 'B', 'C']) cases.push(await server.testCase(olga, suite.id, { name }))
  run = await server.run(olga, project.id)
})

type Given = { as?: Caller; id: string; body?: object }
const execute = ({ as = harness, id, body = { actualValue: 'ok' } }: Given) =>
  server.post(`/test-cases/${id}/execute`, { testRunId: run.id, ...body }, as)
const atOnce = (executions: Given[]) => Promise.all(executions.map(execute))
const token = async (verbs: string[]): Promise<Caller> => {
  const { body } = await server.post('/auth/tokens', { name: 'CI', verbs, projectIds: [project.id] }, olga)
  return { authorization: `Bearer ${body.token}` }
}
const read = async () => (await server.get(`/test-runs/${run.id}`, olga)).body
const id = (index: number) => cases[index]?.id as string

describe('executions at the same time', () => {
  test('each answers with its own result as the run shows it', async () => {
    const answers = await atOnce(
      [0, 1, 2, 0, 1, 2].map((index) => ({ id: id(index), body: { actualValue: `${index}` } })),
    )
    const { results, summary } = await read()
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    for (const { body } of answers) {
      const now = results.find((result: any) => result.id === body.id)
      expect({ ...body, attempts: 2, executedAt: now.executedAt }).toEqual({ ...now, actualValue: body.actualValue })
    }
    expect(answers.map(({ body }) => body.testCase.id)).toEqual([0, 1, 2, 0, 1, 2].map(id))
    expect(summary).toMatchObject({ total: 3, failed: 3, pending: 0 })
  })

  test('of one case, all are attempts of its result in turn', async () => {
    const answers = await atOnce([
      { id: id(0), body: { actualValue: 'no' } },
      { id: id(0), body: { errorMessage: 'boom' } },
      { id: id(0) },
    ])
    const inTurn = answers.map(({ body }) => body).toSorted((a, b) => a.attempts - b.attempts)
    expect(inTurn.map(({ attempts }) => attempts)).toEqual([1, 2, 3])
    const attempts = await server.get(`/test-runs/result/${run.results[0].id}/attempts`, olga)
    expect(attempts.body.map(({ status }: any) => status)).toEqual(inTurn.map(({ status }) => status))
    // It is flaky if it has passed after a failure, not before.
    const passed = inTurn.findIndex(({ status }) => status === 'passed')
    expect(inTurn.map(({ flaky }) => flaky)).toEqual([0, 1, 2].map((index) => index === passed && passed > 0))
    const { results, summary } = await read()
    expect(results[0]).toEqual(inTurn[2])
    expect(summary).toMatchObject({ [inTurn[2].status]: 1, pending: 2, flaky: passed === 2 ? 1 : 0 })
  })

  test('by several callers, each is the author of its own, and a token that may only read is refused alone', async () => {
    const [recorder, reader] = [await token(['record']), await token(['read'])]
    const callers = [olga, olga, recorder, reader, recorder, max, harness]
    const answers = await atOnce(callers.map((as, index) => ({ as, id: id(index % 3) })))
    expect(answers.map(({ status, body }) => (status === 201 ? (body.executedBy?.name ?? null) : status))).toEqual([
      'Olga',
      'Olga',
      'Olga',
      403,
      'Olga',
      'Max',
      null,
    ])
    expect((await read()).results.map(({ attempts }: any) => attempts)).toEqual([2, 2, 2])
  })

  test('one of an unknown case, or of a caller who may not record, is refused alone', async () => {
    const answers = await atOnce([
      { id: id(0) },
      { id: 'unknown' },
      { as: stranger, id: id(1) },
      { id: id(1), body: { actualValue: 'no' } },
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 404, 404, 201])
    expect((await read()).results.map(({ attempts }: any) => attempts)).toEqual([1, 1, 0])
  })

  test('cases made after the run started join it once', async () => {
    const late = await server.testCase(olga, suite.id, { name: 'D' })
    const later = await server.testCase(olga, suite.id, { name: 'E' })
    const answers = await atOnce([{ id: late.id }, { id: id(0) }, { id: later.id }, { id: late.id }])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(answers.map(({ body }) => body.attempts).toSorted()).toEqual([1, 1, 1, 2])
    expect((await read()).summary).toMatchObject({ total: 5, passed: 3, pending: 2 })
  })

  test('while the run is completed, each is recorded or refused, and the run has those that were recorded', async () => {
    const [completed, ...answers] = await Promise.all([
      server.post(`/test-runs/${run.id}/complete`, {}, olga),
      ...[0, 1, 2, 0].map((index) => execute({ id: id(index) })),
    ])
    expect(completed.status).toBe(200)
    const { results } = await read()
    const recorded = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
    for (const { status } of answers) expect([201, 409]).toContain(status)
    for (const { id, attempts } of results) expect(attempts).toBe(recorded.filter((other) => other === id).length)
  })

  test('one with an Idempotency-Key that is sent twice is recorded once', async () => {
    const once = () =>
      server.call('POST', `/test-cases/${id(0)}/execute`, {
        as: harness,
        body: { testRunId: run.id, actualValue: 'ok' },
        headers: { 'idempotency-key': 'key-1' },
      })
    const [first, second, other] = await Promise.all([once(), once(), execute({ id: id(0) })])
    expect(first.body).toEqual(second.body)
    expect(new Set([first.body.attempts, other.body.attempts])).toEqual(new Set([1, 2]))
  })

  test('one whose Idempotency-Key is too long is refused for it only if the caller may record', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(256) }
    const body = { testRunId: run.id, actualValue: 'ok' }
    const statuses = [stranger, await token(['read']), harness].map(
      async (as) => (await server.call('POST', `/test-cases/${id(0)}/execute`, { as, body, headers })).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 403, 400])
  })
})
