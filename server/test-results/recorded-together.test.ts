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

  test('of one case, all are attempts of its result in turn, and a pass after a failure is flaky', async () => {
    const answers = await atOnce([
      { id: id(0), body: { actualValue: 'no' } },
      { id: id(0), body: { errorMessage: 'boom' } },
      { id: id(0) },
    ])
    expect(answers.map(({ body }) => [body.attempts, body.status, body.flaky])).toEqual([
      [1, 'failed', false],
      [2, 'error', false],
      [3, 'passed', true],
    ])
    const { results, summary } = await read()
    expect([results[0].attempts, results[0].status]).toEqual([3, 'passed'])
    expect(summary).toMatchObject({ passed: 1, pending: 2, flaky: 1 })
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
    expect(answers.map(({ status, body }) => [status, body.attempts])).toEqual([
      [201, 1],
      [201, 1],
      [201, 1],
      [201, 2],
    ])
    expect((await read()).summary).toMatchObject({ total: 5, passed: 3, pending: 2 })
  })

  test('those after the end of the run are refused, those before it are recorded', async () => {
    const [before, completed, after] = await Promise.all([
      atOnce([{ id: id(0) }, { id: id(1) }]),
      server.post(`/test-runs/${run.id}/complete`, {}, olga),
      atOnce([{ id: id(2) }, { id: id(0) }]),
    ])
    expect(completed.status).toBe(200)
    const { summary } = await read()
    const recorded = [...before, ...after].filter(({ status }) => status === 201)
    expect(new Set([...before, ...after].map(({ status }) => status))).toEqual(new Set([201, after[0]?.status]))
    expect(summary.pending).toBe(3 - new Set(recorded.map(({ body }) => body.id)).size)
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
})
