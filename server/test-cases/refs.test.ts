import { beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let suite: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  suite = await server.suite(olga, project.id)
})

const refsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `C${index + 1}`)
const inOrder = (refs: string[]) => refs.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
const report = (name: string, tests: number) =>
  `<testsuites><testsuite name="${name}">${Array.from({ length: tests }, (_, n) => `<testcase name="${n}"/>`).join('')}</testsuite></testsuites>`
const refsOfProject = async (): Promise<string[]> => {
  const { testSuites } = (await server.get(`/projects/${project.id}`, olga)).body
  return testSuites.flatMap(({ testCases }: any) => testCases.map(({ ref }: any) => ref))
}

test('refs are counted in the project, in the order in which its cases are made', async () => {
  const other = await server.suite(olga, (await server.project(olga, 'Other')).id)
  expect((await server.testCase(olga, suite.id)).ref).toBe('C1')
  expect((await server.testCase(olga, other.id)).ref).toBe('C1')
  expect((await server.testCase(olga, (await server.suite(olga, project.id)).id)).ref).toBe('C2')
  await server.upload(olga, project.id, report('Reported', 3))
  expect((await server.testCase(olga, suite.id)).ref).toBe('C6')
  expect(await refsOfProject()).toEqual(['C1', 'C6', 'C2', 'C3', 'C4', 'C5'])
})

test('a ref is not given again after its case or its suite is deleted', async () => {
  const first = await server.testCase(olga, suite.id)
  const last = await server.testCase(olga, suite.id)
  await server.delete(`/test-cases/${last.id}`, olga)
  expect((await server.testCase(olga, suite.id)).ref).toBe('C3')
  await server.delete(`/test-suites/${suite.id}`, olga)
  const next = await server.testCase(olga, (await server.suite(olga, project.id)).id)
  expect([first.ref, next.ref]).toEqual(['C1', 'C4'])
})

test('a call that is refused takes no ref', async () => {
  await server.testCase(olga, suite.id, { automationKey: 'K' })
  const { status } = await server.post(
    '/test-cases',
    { name: 'Twice', type: 'auto', testSuiteId: suite.id, automationKey: 'K' },
    olga,
  )
  expect([status, (await server.testCase(olga, suite.id)).ref]).toEqual([409, 'C2'])
})

test('cases that people and reports make at the same time never get the same ref', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      n % 3 === 0
        ? server.upload(olga, project.id, report(`Reported ${n}`, 40), { run: `run ${n}` })
        : server.post('/test-cases', { name: `Case ${n}`, type: 'auto', testSuiteId: suite.id }, olga),
    ),
  )
  expect(answers.filter(({ status }) => status >= 300)).toEqual([])
  expect(inOrder(await refsOfProject())).toEqual(refsUpTo(20 + 10 * 40))
})

test('a ref stays when everything else of a case changes, and every revision and result has it', async () => {
  await server.testCase(olga, suite.id)
  const { id } = await server.testCase(olga, suite.id)
  const run = await server.run(olga, project.id)
  const { body } = await server.patch(`/test-cases/${id}`, { name: 'New', priority: 'low', tags: ['a'] }, olga)
  const late = await server.run(olga, project.id)
  expect([body.ref, body.revision]).toEqual(['C2', 2])
  for (const { results, revision, priority, tags } of [
    { results: run.results, revision: 1, priority: 'medium', tags: [] },
    { results: late.results, revision: 2, priority: 'low', tags: ['a'] },
  ])
    expect(results[1]).toMatchObject({ ref: 'C2', testCase: { ref: 'C2', revision, priority, tags } })
})
