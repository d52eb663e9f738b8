import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hold } from '../testing/hold.ts'
import { useTestServer } from '../testing/use-server.ts'
import { CASES_AT_ONCE } from './cases-at-once.ts'
import { Trash } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let trash: Trash
beforeEach(async () => void (trash = await Trash.open(server, olga)))
afterEach(() => vi.restoreAllMocks())

const deleteSuite = async (id: string): Promise<string> =>
  (await server.delete(`/test-suites/${id}`, olga)).body.deletionId
const deleteCases = async (ids: string[]): Promise<string> => (await trash.delete(ids)).body.deletionId
const restored = async (deletionId: string) => (await trash.restore(deletionId)).body.restored
const pick = (ids: string[], ...positions: number[]) => positions.map((position) => ids[position - 1] as string)

describe('cases whose suite is there', () => {
  test('cases whose suite is there come back exactly as they were, with their history', async () => {
    const { id, cases } = await trash.suite('Cart', 'A')
    const testCase = await trash.testCase(id, 'B', {
      description: 'Text',
      preconditions: 'Signed in',
      priority: 'high',
      tags: ['smoke', 'Zahlung'],
      steps: [{ action: 'Pay', expected: 'Paid' }],
      automationKey: 'key-b',
    })
    await server.patch(`/test-cases/${testCase}`, { description: 'Another text' }, olga)
    await trash.testCase(id, 'C')
    const before = await server.get(`/projects/${trash.projectId}`, olga)
    const revisions = (await server.get(`/test-cases/${testCase}/revisions`, olga)).body
    expect(await restored(await deleteCases([...cases, testCase]))).toBe(2)
    expect((await server.get(`/projects/${trash.projectId}`, olga)).body).toEqual(before.body)
    expect((await server.get(`/test-cases/${testCase}/revisions`, olga)).body).toEqual(revisions)
    expect(await trash.list()).toEqual([])
  })

  test('cases whose suite is there come back to their numbers when the others have not changed', async () => {
    const { cases } = await trash.suite('Cart', 'A', 'B', 'C', 'D', 'E', 'F')
    const deletionId = await deleteCases(pick(cases, 1, 3, 4, 6))
    expect(await trash.shown()).toEqual(['1 Cart: 1 B, 2 E'])
    expect(await restored(deletionId)).toBe(4)
    expect(await trash.shown()).toEqual(['1 Cart: 1 A, 2 B, 3 C, 4 D, 5 E, 6 F'])
  })

  test('cases whose suite is there come back in their order when the suite has become shorter or longer', async () => {
    const { id, cases } = await trash.suite('Cart', 'A', 'B', 'C', 'D')
    const deletionId = await deleteCases(pick(cases, 2, 4))
    await deleteCases(pick(cases, 1, 3))
    expect(await restored(deletionId)).toBe(2)
    expect(await trash.shown()).toEqual(['1 Cart: 1 B, 2 D'])
    const next = await deleteCases(pick(cases, 2))
    await trash.testCase(id, 'E')
    expect(await restored(next)).toBe(1)
    expect(await trash.shown()).toEqual(['1 Cart: 1 B, 2 D, 3 E'])
  })

  test('two deletions are restored in the order of their undoing', async () => {
    const { cases } = await trash.suite('Cart', 'A', 'B', 'C', 'D')
    const first = await deleteCases(pick(cases, 1))
    const second = await deleteCases(pick(cases, 2))
    expect(await trash.shown()).toEqual(['1 Cart: 1 C, 2 D'])
    await restored(second)
    await restored(first)
    expect(await trash.shown()).toEqual(['1 Cart: 1 A, 2 B, 3 C, 4 D'])
  })

  test.each<
    [string, (suites: Record<'cart' | 'other', { id: string; cases: string[] }>) => Promise<unknown>, string[]]
  >([
    [
      'has left',
      ({ cart, other }) => server.patch(`/test-cases/${cart.cases[0]}`, { testSuiteId: other.id }, olga),
      ['1 Cart: 1 B, 2 C, 3 D, 4 E', '2 Other: 1 X, 2 Y, 3 Z, 4 A'],
    ],
    [
      'has come',
      ({ cart, other }) => server.patch(`/test-cases/${other.cases[2]}`, { testSuiteId: cart.id, position: 1 }, olga),
      ['1 Cart: 1 Z, 2 A, 3 B, 4 C, 5 D, 6 E', '2 Other: 1 X, 2 Y'],
    ],
    [
      'has left and come back',
      async ({ cart, other }) => {
        const ids = [cart.cases[0], cart.cases[1]]
        const path = `/projects/${trash.projectId}/test-cases`
        const moved = { ids, moveTo: { testSuiteId: other.id, position: 1 } }
        const { changeId } = (await server.patch(path, moved, olga)).body
        expect((await server.post(`${path}/undo`, { changeId }, olga)).body).toEqual({ changed: 2 })
      },
      ['1 Cart: 1 A, 2 B, 3 C, 4 D, 5 E', '2 Other: 1 X, 2 Y, 3 Z'],
    ],
  ])('come back between their neighbours when another case %s meanwhile', async (_, move, expected) => {
    const cart = await trash.suite('Cart', 'A', 'B', 'C', 'D', 'E')
    const other = await trash.suite('Other', 'X', 'Y', 'Z')
    const first = await deleteCases([cart.cases[2], other.cases[1]] as string[])
    const second = await deleteCases(pick(cart.cases, 4))
    await move({ cart, other })
    await restored(first)
    await restored(second)
    expect(await trash.shown()).toEqual(expected)
  })

  test('a restored case loses its automation key if another case has taken it meanwhile', async () => {
    const { id } = await trash.suite('Cart')
    const [taken, free] = [
      await trash.testCase(id, 'A', { automationKey: 'taken' }),
      await trash.testCase(id, 'B', { automationKey: 'free' }),
    ]
    const deletionId = await deleteCases([taken, free])
    const other = await trash.testCase(id, 'Other', { automationKey: 'taken' })
    expect(await restored(deletionId)).toBe(2)
    const keyOf = async (caseId: string) => (await server.get(`/test-cases/${caseId}`, olga)).body.automationKey
    expect([await keyOf(taken), await keyOf(free), await keyOf(other)]).toEqual([null, 'free', 'taken'])
  })

  test('a second restore answers 404 and changes nothing', async () => {
    const { cases } = await trash.suite('Cart', 'A', 'B')
    const deletionId = await deleteCases(pick(cases, 1))
    await restored(deletionId)
    const { status, body } = await trash.restore(deletionId)
    expect([status, body.message]).toEqual([404, 'Deletion not found'])
    expect(await trash.shown()).toEqual(['1 Cart: 1 A, 2 B'])
  })
})

describe('a deleted suite', () => {
  test('a deleted suite comes back to its place with its id, description and cases', async () => {
    await trash.suite('Cart', 'A')
    const { id } = await trash.suite('Login', 'B', 'C')
    await server.patch(`/test-suites/${id}`, { description: 'Who may enter' }, olga)
    await trash.suite('Pay', 'D')
    const before = (await server.get(`/projects/${trash.projectId}`, olga)).body
    expect(await restored(await deleteSuite(id))).toBe(2)
    expect((await server.get(`/projects/${trash.projectId}`, olga)).body).toEqual(before)
  })

  test('a deleted suite without cases comes back and counts as no case', async () => {
    const { id } = await trash.suite('Empty')
    expect(await restored(await deleteSuite(id))).toBe(0)
    expect(await trash.shown()).toEqual(['1 Empty: '])
  })

  test('a deleted suite comes back beside an older suite of its name', async () => {
    const first = await trash.suite('Cart', 'A')
    await trash.suite('Cart', 'B')
    expect(await restored(await deleteSuite(first.id))).toBe(1)
    expect(await trash.shown()).toEqual(['1 Cart: 1 A', '2 Cart: 1 B'])
  })

  test('a deleted suite gives its cases to a suite of its name that was made since, as a move', async () => {
    const { id, cases } = await trash.suite('Cart', 'A', 'B')
    const deletionId = await deleteSuite(id)
    const made = await trash.suite('Cart', 'C')
    expect(await restored(deletionId)).toBe(2)
    expect(await trash.shown()).toEqual(['1 Cart: 1 C, 2 A, 3 B'])
    const { body } = await server.get(`/test-cases/${cases[0]}`, olga)
    expect([body.testSuiteId, body.revision]).toEqual([made.id, 2])
    const { body: revisions } = await server.get(`/test-cases/${cases[0]}/revisions`, olga)
    expect(revisions.map(({ testSuiteId }: any) => testSuiteId)).toEqual([made.id, id])
    expect(revisions[0].changedBy.name).toBe('Olga')
    const run = await server.run(olga, trash.projectId)
    expect(run.results.map(({ testCase }: any) => [testCase.name, testCase.testSuite.name])).toEqual([
      ['C', 'Cart'],
      ['A', 'Cart'],
      ['B', 'Cart'],
    ])
  })

  test('a deleted suite is made again for a case that was deleted before it, and then takes its other cases back around it', async () => {
    await trash.suite('First')
    const { id, cases } = await trash.suite('Cart', 'A', 'B', 'C')
    await server.patch(`/test-suites/${id}`, { description: 'What is bought' }, olga)
    const ofCase = await deleteCases(pick(cases, 2))
    const ofSuite = await deleteSuite(id)
    expect(await restored(ofCase)).toBe(1)
    expect(await trash.shown()).toEqual(['1 First: ', '2 Cart: 1 B'])
    expect((await server.get(`/test-suites/${id}`, olga)).body.description).toBe('What is bought')
    expect((await trash.list()).map(({ testSuites, testCaseCount }: any) => [testSuites, testCaseCount])).toEqual([
      [[], 2],
    ])
    expect(await restored(ofSuite)).toBe(2)
    const [, shown] = await trash.shown()
    expect(shown).toBe('2 Cart: 1 A, 2 B, 3 C')
  })

  test('several lost suites are made again at their places', async () => {
    const suites = [await trash.suite('A', 'a'), await trash.suite('B', 'b'), await trash.suite('C', 'c')]
    const deletionId = await deleteCases(suites.flatMap(({ cases }) => cases))
    for (const { id } of suites.slice(0, 2)) await deleteSuite(id)
    expect(await restored(deletionId)).toBe(3)
    expect((await trash.shown()).toSorted()).toEqual(['1 A: 1 a', '2 B: 1 b', '3 C: 1 c'])
  })

  test('cases of two lost suites of one name join the new one in order', async () => {
    const [first, second] = [await trash.suite('Cart', 'A', 'B'), await trash.suite('Cart', 'C', 'D')]
    const deletionId = await deleteCases([...first.cases, ...second.cases])
    for (const { id } of [first, second]) await deleteSuite(id)
    await trash.suite('Cart', 'E')
    expect(await restored(deletionId)).toBe(4)
    const [shown] = await trash.shown()
    expect(['1 Cart: 1 E, 2 A, 3 B, 4 C, 5 D', '1 Cart: 1 E, 2 C, 3 D, 4 A, 5 B']).toContain(shown)
  })
})

describe('runs and reports between a deletion and its undoing', () => {
  test('a run of before shows the case throughout, and one that started without it takes its result afterwards', async () => {
    const { cases } = await trash.suite('Cart', 'A', 'B')
    const run = await server.run(olga, trash.projectId)
    await server.execute(olga, cases[0] as string, run.id, { actualValue: 'ok' })
    const before = (await server.get(`/test-runs/${run.id}`, olga)).body
    const deletionId = await deleteCases(pick(cases, 1))
    expect((await server.get(`/test-runs/${run.id}`, olga)).body.results).toEqual(before.results)
    const between = await server.run(olga, trash.projectId)
    expect(between.results).toHaveLength(1)
    await restored(deletionId)
    expect((await server.get(`/test-runs/${run.id}`, olga)).body.results).toEqual(before.results)
    const results = (await server.get(`/test-cases/${cases[0]}/results`, olga)).body
    expect(results.map(({ testRun }: any) => testRun.id)).toEqual([run.id])
    await server.execute(olga, cases[0] as string, between.id, { actualValue: 'ok' })
    expect((await server.get(`/test-runs/${between.id}`, olga)).body.summary).toMatchObject({ total: 2, passed: 1 })
  })

  test('a report that names a deleted case makes a new one, which keeps the automation key', async () => {
    const report =
      '<testsuite name="Cart"><testcase name="A" classname="cart"><properties>' +
      '<property name="test_id" value="K"/></properties></testcase></testsuite>'
    const { body: first } = await server.upload(olga, trash.projectId, report)
    const [result] = (await server.get(`/test-runs/${first.testRun.id}`, olga)).body.results
    const deletionId = await deleteCases([result.testCase.id])
    await server.upload(olga, trash.projectId, report)
    expect(await restored(deletionId)).toBe(1)
    const { testCases } = (await server.get(`/projects/${trash.projectId}`, olga)).body.testSuites[0]
    expect(testCases).toHaveLength(2)
    const keys = testCases.map(({ id, automationKey }: any) => [id === result.testCase.id, automationKey])
    const kept = keys.filter(([, key]: any) => key !== null)
    expect(kept.every(([isOld]: any) => !isOld)).toBe(true)
    const third = await server.upload(olga, trash.projectId, report)
    expect(third.body.created).toBe(0)
  })
})

test('of two servers that restore a deletion at once, one does', async () => {
  const { cases } = await trash.suite('Cart', 'A', 'B', 'C')
  const deletionId = await deleteCases(pick(cases, 1, 3))
  const answers = await Promise.all(Array.from({ length: 6 }, () => trash.restore(deletionId)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404])
  expect(await trash.shown()).toEqual(['1 Cart: 1 A, 2 B, 3 C'])
})

test('cases whose suite is deleted while they are restored stay in the trash, and come back with it', async () => {
  const { id } = await server.suite(olga, trash.projectId, 'Cart')
  const names = Array.from({ length: 2 * CASES_AT_ONCE }, (_, index) => ({ name: `N${index}` }))
  const deletionId = await deleteCases((await server.testCases(olga, id, names)).map((testCase) => testCase.id))
  const steps = server.all.map((services) => hold(services, 'writeLater'))
  const answer = trash.restore(deletionId)
  await Promise.race(steps.map(({ reached }) => reached))
  const ofSuite = await deleteSuite(id)
  for (const step of steps) step.end()
  expect((await answer).status).toBe(200)
  expect((await trash.list()).map(({ testCaseCount }) => testCaseCount)).toEqual([CASES_AT_ONCE, CASES_AT_ONCE])
  expect([await restored(ofSuite), await restored(deletionId)]).toEqual([CASES_AT_ONCE, CASES_AT_ONCE])
  const { body } = await server.get(`/test-suites/${id}`, olga)
  expect(body.testCases.map(({ name }: { name: string }) => name)).toEqual(names.map(({ name }) => name))
})
