import { beforeEach, describe, expect, test } from 'vitest'
import { REFERENCES_MAX, TOO_MANY_REFERENCES } from '#shared/references.ts'
import { expectEntity } from '../testing/entities.ts'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Defects of results: keys or addresses of known bugs. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let suite: { id: string }
let harness: Caller
let run: { id: string }
let auto: { id: string }
let manual: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  harness = machine(project)
  suite = await server.suite(olga, project.id)
  auto = await server.testCase(olga, suite.id, { name: 'Pays', type: 'auto' })
  manual = await server.testCase(olga, suite.id, { name: 'Refunds' })
  run = await server.run(olga, project.id)
})

const execute = (body: object) => server.post(`/test-cases/${auto.id}/execute`, { testRunId: run.id, ...body }, harness)
const executeManual = (body: object) =>
  server.post(`/test-cases/${manual.id}/execute-manual`, { testRunId: run.id, ...body }, olga)
const resultsOfRun = async (): Promise<any[]> => (await server.get(`/test-runs/${run.id}`, olga)).body.results
const resultOf = async ({ id }: { id: string }) => (await resultsOfRun()).find(({ testCase }) => testCase.id === id)
const setByHand = async (testCase: { id: string }, body: object) =>
  await server.patch(`/test-runs/result/${(await resultOf(testCase)).id}`, body, olga)
const bulk = (method: 'post' | 'patch', results: object[]) =>
  server[method](`/test-runs/${run.id}/results`, { results }, olga)
const attemptsOf = async (testCase: { id: string }): Promise<string[][]> =>
  (await server.get(`/test-runs/result/${(await resultOf(testCase)).id}/attempts`, olga)).body.map(
    ({ defects }: any) => defects,
  )

test('an execution has the defects that it gives, and the next one only those that it gives itself', async () => {
  expect((await resultOf(auto)).defects).toEqual([])
  const given = ['PAY-1', 'pay-1', ' https://tracker.example.com/browse/PAY-2?a=b,c ']
  const { status, body } = await execute({ status: 'failed', defects: given })
  const kept = ['PAY-1', 'https://tracker.example.com/browse/PAY-2?a=b,c']
  expect([status, body.defects]).toEqual([201, kept])
  expectEntity('Result', body)
  expect((await resultOf(auto)).defects).toEqual(kept)
  expect((await execute({ status: 'failed' })).body.defects).toEqual([])
  expect(await attemptsOf(auto)).toEqual([kept, []])
})

test('another execution by hand starts without defects, and one that only adds to it keeps them', async () => {
  expect((await executeManual({ status: 'failed', defects: ['PAY-1'] })).body.defects).toEqual(['PAY-1'])
  expect((await executeManual({ notes: 'Again' })).body.defects).toEqual(['PAY-1'])
  const added = await executeManual({ defects: ['PAY-2'] })
  expect([added.status, added.body.status, added.body.notes]).toEqual([201, 'failed', 'Again'])
  expect((await executeManual({ status: 'failed' })).body.defects).toEqual([])
})

test('a change by hand that names no defects keeps them, and an empty list or null removes them', async () => {
  await executeManual({ status: 'failed', defects: ['PAY-1'] })
  const { body: noted } = await setByHand(manual, { notes: 'Seen in Firefox' })
  expect([noted.defects, noted.status]).toEqual([['PAY-1'], 'failed'])
  const { body: judged } = await setByHand(manual, { status: 'failed', actualValue: '500' })
  expect(judged.defects).toEqual(['PAY-1'])
  const { body: named } = await setByHand(manual, { defects: ['PAY-2'] })
  expect(named).toMatchObject({ status: 'failed', actualValue: '500', notes: 'Seen in Firefox', defects: ['PAY-2'] })
  expect((await setByHand(manual, { defects: null })).body.defects).toEqual([])
  await setByHand(manual, { defects: ['PAY-3'] })
  expect((await setByHand(manual, { defects: [] })).body.defects).toEqual([])
})

test('an automated result gets defects by hand, and stays what its execution made it', async () => {
  await execute({ status: 'failed', errorMessage: 'Timeout', trace: 'at line 3' })
  const { status, body } = await setByHand(auto, { defects: ['PAY-1'] })
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'failed', errorMessage: 'Timeout', trace: 'at line 3', defects: ['PAY-1'] })
})

test('other defects than those that the caller saw are a conflict, and the same ones are not', async () => {
  await executeManual({ status: 'failed' })
  await setByHand(manual, { defects: ['PAY-1'] })
  expect((await setByHand(manual, { defects: ['PAY-2'], baseAttempt: 1 })).status).toBe(409)
  expect((await setByHand(manual, { defects: ['PAY-1'], baseAttempt: 1 })).status).toBe(200)
})

test('bulk calls record, change and keep defects as single calls do', async () => {
  const recorded = await bulk('post', [
    { testCaseId: auto.id, status: 'failed', defects: ['PAY-1'] },
    { testCaseId: manual.id, status: 'failed', defects: ['PAY-2'] },
  ])
  expect(recorded.status).toBe(201)
  expect((await resultsOfRun()).map(({ defects }) => defects)).toEqual([['PAY-1'], ['PAY-2']])
  const ids = (await resultsOfRun()).map(({ id }) => id)
  const changed = await bulk('patch', [
    { resultId: ids[0], defects: ['PAY-3'] },
    { resultId: ids[1], status: 'skipped' },
  ])
  expect(changed.status).toBe(200)
  expect((await resultsOfRun()).map(({ defects, status }) => [defects, status])).toEqual([
    [['PAY-3'], 'failed'],
    [['PAY-2'], 'skipped'],
  ])
  await bulk('post', [{ testCaseId: auto.id, status: 'failed' }])
  expect((await resultOf(auto)).defects).toEqual([])
})

describe('a report', () => {
  const upload = async (properties: string, outcome = '<failure message="m"/>') => {
    const testcase = `<testcase name="Pays"><properties>${properties}</properties>${outcome}</testcase>`
    const { status, body } = await server.upload(
      harness,
      project.id,
      `<testsuite name="Payments">${testcase}</testsuite>`,
      {
        run: 'b1',
      },
    )
    const { results } = (await server.get(`/test-runs/${body.testRun.id}`, olga)).body
    return { status, ignored: body.ignored, result: results[0] }
  }
  const defect = (value: string) => `<property name="defect" value="${value}"/>`

  test('a report gives defects by properties of a test, repeated or with commas, and the next report has its own', async () => {
    const first = await upload(defect('PAY-1, PAY-2') + defect('https://tracker.example.com/PAY-3') + defect('pay-1'))
    expect([first.status, first.ignored]).toEqual([201, []])
    expect(first.result.defects).toEqual(['PAY-1', 'PAY-2', 'https://tracker.example.com/PAY-3'])
    expect((await upload('<property name="test_id" value="C1"/>')).result.defects).toEqual([])
  })

  test('a report with properties that name no defect, or too many, keeps its results and counts what it left out', async () => {
    const many = Array.from({ length: REFERENCES_MAX + 2 }, (_, index) => `PAY-${index}`)
    const { status, ignored, result } = await upload(defect('ftp://files.example.com') + defect(many.join(',')))
    expect(status).toBe(201)
    expect(result).toMatchObject({ status: 'failed', defects: many.slice(0, REFERENCES_MAX) })
    expect(ignored).toEqual([{ element: 'defect', count: 3, reason: expect.stringContaining('defects') }])
  })

  test('a report gives its defects to each execution of a flaky test', async () => {
    const { result } = await upload(defect('PAY-1'), '<flakyFailure message="m"/>')
    expect([result.status, result.flaky, result.defects]).toEqual(['passed', true, ['PAY-1']])
  })
})

test.each([
  ['a text', 'PAY-1', ['defects'], 'defects must be a list'],
  ['two words', ['two words'], ['defects', 0], /^A reference is a key/],
  ['an empty text', ['PAY-1', ' '], ['defects', 1], /must not be empty/],
  ['a script', ['javascript://alert(1)'], ['defects', 0], /^A reference is a key/],
  ['too many', Array.from({ length: REFERENCES_MAX + 1 }, (_, at) => `PAY-${at}`), ['defects'], TOO_MANY_REFERENCES],
])(
  '%s as defects is refused by each call, which names the field and changes nothing',
  async (_, defects, path, why) => {
    const { id } = await resultOf(manual)
    const answers = [
      await execute({ status: 'failed', defects }),
      await executeManual({ status: 'failed', defects }),
      await setByHand(manual, { defects }),
      await bulk('post', [{ testCaseId: manual.id, status: 'failed', defects }]),
      await bulk('patch', [{ resultId: id, defects }]),
    ]
    const ofEntry = ['results', 0, ...path]
    const expected = [path, path, path, ofEntry, ofEntry]
    expect(answers.map(({ status, body }) => [status, body.issues[0].path])).toEqual(
      expected.map((each) => [400, each]),
    )
    for (const { body } of answers) expect(body.issues[0].message).toMatch(why)
    expect((await resultsOfRun()).map(({ attempts }) => attempts)).toEqual([0, 0])
  },
)

test('the search in a run finds a defect in any case of letters', async () => {
  await execute({ status: 'failed', defects: ['PAY-123'] })
  await executeManual({ status: 'failed', defects: ['https://tracker.example.com/SHOP-7'] })
  const matches = async (q: string) =>
    (await server.get(`/test-runs/${run.id}/matches?q=${q}`, olga)).body.flatMap(({ resultIds }: any) => resultIds)
  expect(await matches('pay-12')).toEqual([(await resultOf(auto)).id])
  expect(await matches('shop-7%20refunds')).toEqual([(await resultOf(manual)).id])
  expect(await matches('pay-124')).toEqual([])
})

test('the history of the case, the comparison and the shared run show defects, with e-mail addresses masked', async () => {
  await execute({ status: 'failed', defects: ['PAY-1', 'ada@example.com'] })
  await executeManual({ status: 'passed', defects: ['PAY-2'] })
  const history = (await server.get(`/test-cases/${auto.id}/results`, olga)).body
  expect(history[0].defects).toEqual(['PAY-1', 'ada@example.com'])
  const { changes } = (await server.get(`/test-runs/${run.id}/comparison`, olga)).body
  expect(changes.map(({ kind, result }: any) => [kind, result.defects])).toEqual([
    ['newFailures', ['PAY-1', 'ada@example.com']],
  ])
  const { link } = (await server.post(`/test-runs/${run.id}/share`, {}, olga)).body
  const shared = (await server.get(`/shared-runs/${link.split('/').at(-1)}`)).body
  const [first, second] = shared.results.map(({ defects }: any) => defects)
  expect([first[0], first[1].includes('ada@'), second]).toEqual(['PAY-1', false, ['PAY-2']])
})
