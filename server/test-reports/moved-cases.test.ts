import { beforeEach, describe, expect, test } from 'vitest'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Automated cases that people have moved: reports go on naming the suite in which the tests are. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let harness: Caller
let archive: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  harness = machine(project)
  archive = await server.suite(olga, project.id, 'Archive')
})

const xml = (suite: string, names: string[]) =>
  `<testsuites><testsuite name="${suite}">${names.map((name) => `<testcase name="${name}"/>`).join('')}</testsuite></testsuites>`
/** Uploads a report as a new run. */
const upload = async (suite = 'Payments', names = ['pays', 'refunds']) =>
  (await server.upload(harness, project.id, xml(suite, names))).body
const suites = async () => (await server.get(`/test-suites/project/${project.id}`, olga)).body as any[]
const order = async () =>
  Object.fromEntries((await suites()).map((suite) => [suite.name, suite.testCases.map(({ name }: any) => name)]))
const caseNamed = async (wanted: string, suite?: string) =>
  (await suites())
    .filter(({ name }) => suite === undefined || name === suite)
    .flatMap(({ testCases }) => testCases)
    .find(({ name }: any) => name === wanted)
const suiteNamed = async (wanted: string) => (await suites()).find(({ name }) => name === wanted)
const resultsOf = async ({ testRun }: any) =>
  (await server.get(`/test-runs/${testRun.id}`, olga)).body.results.map(({ testCase, status }: any) => [
    testCase.testSuite.name,
    testCase.name,
    status,
  ])
const move = async (name: string, testSuiteId: string, from?: string) =>
  await server.patch(`/test-cases/${(await caseNamed(name, from)).id}`, { testSuiteId }, olga)
const reportedSuites = async () => {
  const rows = await server.services.db
    .selectFrom('test_cases')
    .select(['name', 'reported_suite'])
    .where('project_id', '=', project.id)
    .where('reported_suite', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => [row.name, row.reported_suite])
}

describe('an automated case that was moved by hand', () => {
  test('an automated case that was moved by hand is found at its new place, and back at its old one', async () => {
    await upload()
    const { id } = await caseNamed('pays')
    const { body: moved } = await move('pays', archive.id)
    expect([moved.id, moved.testSuiteId]).toEqual([id, archive.id])
    const second = await upload()
    expect([second.created, second.matched, await order()]).toEqual([
      0,
      2,
      { Archive: ['pays'], Payments: ['refunds'] },
    ])
    expect(await resultsOf(second)).toEqual([
      ['Archive', 'pays', 'passed'],
      ['Payments', 'refunds', 'passed'],
    ])
    await move('pays', (await suiteNamed('Payments')).id)
    expect(await reportedSuites()).toEqual([])
    const third = await upload()
    expect([third.created, await order()]).toEqual([0, { Archive: [], Payments: ['refunds', 'pays'] }])
    expect((await server.get(`/test-cases/${id}/results`, olga)).body).toHaveLength(3)
  })

  test('an automated case that was moved by hand is found after a second move, and after its former suite was deleted', async () => {
    await upload()
    const payments = await suiteNamed('Payments')
    const later = await server.suite(olga, project.id, 'Later')
    for (const name of ['pays', 'refunds']) await move(name, archive.id)
    await move('pays', later.id)
    await server.delete(`/test-suites/${payments.id}`, olga)
    const answer = await upload()
    expect([answer.created, answer.matched, await order()]).toEqual([0, 2, { Archive: ['refunds'], Later: ['pays'] }])
  })

  test('an automated case that was moved by hand is found after a move of many cases and after its undo', async () => {
    await upload()
    const ids = [(await caseNamed('pays')).id, (await caseNamed('refunds')).id]
    const change = { ids, moveTo: { testSuiteId: archive.id, position: 1 } }
    const { changeId } = (await server.patch(`/projects/${project.id}/test-cases`, change, olga)).body
    expect((await upload()).created).toBe(0)
    expect(await reportedSuites()).toEqual([
      ['pays', 'Payments'],
      ['refunds', 'Payments'],
    ])
    await server.post(`/projects/${project.id}/test-cases/undo`, { changeId }, olga)
    expect(await reportedSuites()).toEqual([])
    expect([(await upload()).created, await order()]).toEqual([0, { Archive: [], Payments: ['pays', 'refunds'] }])
  })

  test('an automated case that was moved by hand is not mixed up with a test of its name in the suite it was moved to', async () => {
    await upload()
    await upload('Archive', ['pays'])
    await move('pays', archive.id, 'Payments')
    const moved = (await suiteNamed('Archive')).testCases
    expect(moved).toHaveLength(2)
    await server.patch(`/test-cases/${moved[1].id}`, { position: 1 }, olga)
    const answers = [await upload('Archive', ['pays']), await upload('Payments', ['pays'])]
    expect(answers.map(({ created }) => created)).toEqual([0, 0])
    const results = await Promise.all(
      moved.map(async ({ id }: any) => (await server.get(`/test-cases/${id}/results`, olga)).body.length),
    )
    expect(results).toEqual([2, 2])
  })

  test('an automated case that was moved by hand is found by the name of its new suite when reports name that', async () => {
    await upload()
    await move('pays', archive.id)
    const answer = await upload('Archive', ['pays'])
    expect([answer.created, await order()]).toEqual([0, { Archive: ['pays'], Payments: ['refunds'] }])
    expect((await upload()).created).toBe(0)
  })

  test('an automated case that was moved by hand is found when it is recorded by names', async () => {
    await upload()
    await move('pays', archive.id)
    const run = await server.run(olga, project.id)
    const names = { suiteName: 'Payments', caseName: 'pays' }
    const answer = await server.post(
      `/test-runs/${run.id}/results`,
      { results: [{ ...names, actualValue: 'ok' }] },
      olga,
    )
    expect([answer.status, answer.body.results[0].testCaseId]).toEqual([201, (await caseNamed('pays')).id])
  })

  test('an automated case that was moved by hand is found by its key in any suite', async () => {
    await upload('Payments', ['[K1] pays'])
    await move('[K1] pays', archive.id)
    const answer = await upload('Payments', ['[K1] pays'])
    expect([answer.created, await order()]).toEqual([0, { Archive: ['[K1] pays'], Payments: [] }])
  })

  test('an automated case that was moved by hand of a report that is recorded in parts is found at its new place', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `test ${index}`)
    await upload('Payments', names)
    for (const name of ['test 0', 'test 500', 'test 999']) await move(name, archive.id)
    expect(await upload('Payments', names)).toMatchObject({ created: 0, matched: 1_000 })
    expect((await order())['Archive']).toEqual(['test 0', 'test 500', 'test 999'])
  })
})

describe('other cases', () => {
  test('a copy is a case of its own: reports go to the original', async () => {
    await upload()
    const { id } = await caseNamed('pays')
    for (const testSuiteId of [archive.id, (await suiteNamed('Payments')).id])
      await server.post(`/projects/${project.id}/test-cases/copy`, { ids: [id], testSuiteId }, olga)
    expect((await upload()).created).toBe(0)
    expect((await server.get(`/test-cases/${id}/results`, olga)).body).toHaveLength(2)
  })

  test('a manual case that was moved is found at its place, and reports make a case where they name it', async () => {
    const payments = await server.suite(olga, project.id, 'Payments')
    await server.testCase(olga, payments.id, { name: 'pays' })
    await move('pays', archive.id)
    const answer = await upload('Payments', ['pays'])
    expect([answer.created, await order()]).toEqual([1, { Archive: ['pays'], Payments: ['pays'] }])
  })
})

describe('the cases of a renamed suite', () => {
  test('the cases of a renamed suite are found by its old and its new name, and the old suite does not come back', async () => {
    await upload()
    const { id } = await suiteNamed('Payments')
    await server.patch(`/test-suites/${id}`, { name: 'Billing' }, olga)
    for (const name of ['Payments', 'Billing']) {
      const answer = await upload(name)
      expect([answer.created, answer.matched]).toEqual([0, 2])
      expect(await resultsOf(answer)).toContainEqual(['Billing', 'pays', 'passed'])
    }
    expect(await order()).toEqual({ Archive: [], Billing: ['pays', 'refunds'] })
    await server.patch(`/test-suites/${id}`, { name: 'Payments' }, olga)
    expect(await reportedSuites()).toEqual([])
    expect((await upload()).created).toBe(0)
  })

  test('the cases of a renamed suite are found after a move out of it and into it', async () => {
    await upload()
    await upload('Archive', ['old'])
    const { id } = await suiteNamed('Payments')
    await server.patch(`/test-suites/${id}`, { name: 'Billing' }, olga)
    await move('pays', archive.id)
    await move('old', id)
    expect([(await upload()).created, (await upload('Archive', ['old'])).created]).toEqual([0, 0])
    expect(await order()).toEqual({ Archive: ['pays'], Billing: ['refunds', 'old'] })
  })
})
