import { beforeEach, expect, test } from 'vitest'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* How tests of a report find their test cases. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let harness: Caller
beforeEach(async () => {
  project = await server.project(olga)
  harness = machine(project)
})

const upload = async (cases: string, suite = 'Payments') =>
  (
    await server.upload(
      harness,
      project.id,
      `<testsuites><testsuite name="${suite}">${cases}</testsuite></testsuites>`,
      { run: 'b1' },
    )
  ).body
const cases = async () => {
  const suites = (await server.get(`/test-suites/project/${project.id}`, harness)).body as any[]
  return suites.flatMap((suite) =>
    suite.testCases.map(({ name, automationKey, number }: any) => [suite.name, number, name, automationKey]),
  )
}

test('a test matches a case by suite and case name, and the case keeps its content', async () => {
  const suite = await server.suite(olga, project.id, 'Payments')
  const known = await server.testCase(olga, suite.id, { name: 'pays', description: 'By card' })
  const { created, matched, testRun } = await upload('<testcase name="pays"/><testcase name="refunds"/>')
  expect([created, matched]).toEqual([1, 1])
  expect(await cases()).toEqual([
    ['Payments', 1, 'pays', null],
    ['Payments', 2, 'refunds', null],
  ])
  const { results } = (await server.get(`/test-runs/${testRun.id}`, harness)).body
  expect(results[0].testCase).toMatchObject({
    id: known.id,
    type: 'manual',
    description: 'By card',
    expectedValue: 'ok',
  })
})

test('a test matches the first of several cases with its name', async () => {
  const suite = await server.suite(olga, project.id, 'Payments')
  const first = await server.testCase(olga, suite.id, { name: 'pays' })
  await server.testCase(olga, suite.id, { name: 'pays' })
  const { testRun } = await upload('<testcase name="pays"/>')
  const { results } = (await server.get(`/test-runs/${testRun.id}`, harness)).body
  expect(results.map(({ testCase }: any) => testCase.id)).toEqual([first.id])
})

test('a test matches a case by automation key in any suite and under any name', async () => {
  const suite = await server.suite(olga, project.id, 'Elsewhere')
  await server.testCase(olga, suite.id, { name: 'Login works', automationKey: 'C12' })
  const { created, matched } = await upload('<testcase name="[C12] logs in"/>')
  expect([created, matched, await cases()]).toEqual([0, 1, [['Elsewhere', 1, 'Login works', 'C12']]])
})

test('a new case gets the key from the report and matches by it after it was renamed', async () => {
  await upload('<testcase name="logs in"><properties><property name="test_id" value="AUTH-1"/></properties></testcase>')
  expect(await cases()).toEqual([['Payments', 1, 'logs in', 'AUTH-1']])
  const { created } = await upload(
    '<testcase name="signs in"><properties><property name="test_id" value="AUTH-1"/></properties></testcase>',
    'Auth',
  )
  expect(created).toBe(0)
})

test('a test with an unknown key matches by name only a case without a key', async () => {
  const suite = await server.suite(olga, project.id, 'Payments')
  await server.testCase(olga, suite.id, { name: 'pays [C1]' })
  expect((await upload('<testcase name="pays [C1]"/>')).matched).toBe(1)
  await server.testCase(olga, suite.id, { name: 'refunds [C2]', automationKey: 'C99' })
  expect((await upload('<testcase name="refunds [C2]"/>')).created).toBe(1)
})

test('a test with several keys is recorded for the case of each key', async () => {
  const answer = await upload('<testcase name="C200_C201_pays"><failure/></testcase>')
  expect(answer).toMatchObject({ read: 2, created: 2, recorded: 2, testRun: { summary: { total: 2, failed: 2 } } })
  expect(await cases()).toEqual([
    ['Payments', 1, 'C200_C201_pays', 'C200'],
    ['Payments', 2, 'C200_C201_pays', 'C201'],
  ])
})

test.each([0, 500])(
  'different tests that share a key give the most severe result, with %d tests between them',
  async (between) => {
    const browser = (name: string, cases: string) => `<testsuite name="${name}">${cases}</testsuite>`
    const others = Array.from({ length: between }, (_, index) => `<testcase name="other ${index}"/>`).join('')
    const [passed, failed] = [
      '<testcase name="[C1] pays"/>',
      '<testcase name="[C1] pays"><failure message="no"/></testcase>',
    ]
    for (const [run, cases] of [
      ['better later', browser('a', failed) + browser('o', others) + browser('b', passed)],
      ['worse later', browser('a', passed) + browser('o', others) + browser('b', failed)],
    ] as const) {
      const { body } = await server.upload(harness, project.id, `<testsuites>${cases}</testsuites>`, { run })
      expect(body).toMatchObject({
        recorded: 1 + between,
        attempts: 1,
        testRun: { summary: { failed: 1, passed: between, flaky: 0 } },
      })
      const { results } = (await server.get(`/test-runs/${body.testRun.id}`, harness)).body
      const result = results.find(({ testCase }: any) => testCase.name === '[C1] pays')
      expect(result).toMatchObject({ status: 'failed', errorMessage: 'no', attempts: 2, flaky: false })
      const attempts = (await server.get(`/test-runs/result/${result.id}/attempts`, olga)).body
      expect(attempts.map(({ number, status }: any) => [number, status])).toEqual(
        run === 'better later'
          ? [
              [1, 'failed'],
              [2, 'passed'],
            ]
          : [
              [1, 'passed'],
              [2, 'failed'],
            ],
      )
    }
  },
)

test('tests that share a key with an earlier, more severe test are kept as attempts', async () => {
  const browser = (name: string, cases: string) => `<testsuite name="${name}">${cases}</testsuite>`
  const others = Array.from({ length: 500 }, (_, index) => `<testcase name="other ${index}"/>`).join('')
  const [passed, failed] = ['<testcase name="[C1] pays"/>', '<testcase name="[C1] pays"><failure/></testcase>']
  const cases = browser('a', failed) + browser('o', others) + browser('b', passed) + browser('c', passed)
  const { body } = await server.upload(harness, project.id, `<testsuites>${cases}</testsuites>`)
  expect(body).toMatchObject({ recorded: 501, attempts: 2, testRun: { summary: { failed: 1, passed: 500 } } })
  const { results } = (await server.get(`/test-runs/${body.testRun.id}`, harness)).body
  const result = results.find(({ testCase }: any) => testCase.name === '[C1] pays')
  expect(result).toMatchObject({ status: 'failed', attempts: 3 })
  const attempts = (await server.get(`/test-runs/result/${result.id}/attempts`, olga)).body
  expect(attempts.map(({ status }: any) => status)).toEqual(['failed', 'passed', 'passed'])
})

test('nested suites are joined to one name, and shortened names stay distinct', async () => {
  const long = 'x'.repeat(300)
  await upload('<testsuite name="cards"><testcase name="pays"/></testsuite>')
  await upload(`<testcase name="${long}1"/><testcase name="${long}2"/>`, long)
  const [[nested], [suite, , one], [, , two]] = (await cases()) as [string[], string[], string[]]
  expect(nested).toBe('Payments › cards')
  expect([suite?.length, one?.length, one === two]).toEqual([255, 255, false])
})

test('an automation key is unique in a project and can be removed', async () => {
  const suite = await server.suite(olga, project.id)
  const [first, second] = [
    await server.testCase(olga, suite.id, { automationKey: 'K' }),
    await server.testCase(olga, suite.id),
  ]
  expect([first.automationKey, second.automationKey]).toEqual(['K', null])
  const taken = { status: 409, body: { message: 'Another test case of this project has this automation key' } }
  expect(await server.patch(`/test-cases/${second.id}`, { automationKey: 'K' }, olga)).toMatchObject(taken)
  expect(
    await server.post('/test-cases', { name: 'New', testSuiteId: suite.id, type: 'auto', automationKey: 'K' }, olga),
  ).toMatchObject(taken)
  expect((await server.patch(`/test-cases/${first.id}`, { automationKey: '' }, olga)).body.automationKey).toBeNull()
  expect((await server.patch(`/test-cases/${second.id}`, { automationKey: ' K ' }, olga)).body.automationKey).toBe('K')
  const elsewhere = await server.suite(olga, (await server.project(olga)).id)
  expect((await server.testCase(olga, elsewhere.id, { automationKey: 'K' })).automationKey).toBe('K')
})
