import { beforeAll, describe, expect, test } from 'vitest'
import { indexSome } from '../database/search/texts.ts'
import { useTestServer } from '../testing/use-server.ts'

/* The cases of a run: each condition of a selection, and several together. */

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')
let project: { id: string }
let suites: any[]
let cases: Record<string, any>
let earlier: any

beforeAll(async () => {
  project = await server.project(olga)
  await server.member(olga, project.id, tess)
  suites = [await server.suite(olga, project.id, 'Payments'), await server.suite(olga, project.id, 'Refunds')]
  cases = {}
  const make = async (suite: number, name: string, fields: object) =>
    void (cases[name] = await server.testCase(olga, suites[suite].id, { name, ...fields }))
  await make(0, 'card', { tags: ['Smoke'], priority: 'high' })
  await make(0, 'gift card', { tags: ['slow'], priority: 'low', type: 'auto' })
  await make(0, 'cash', { priority: 'low' })
  await make(1, 'card back', { tags: ['smoke', 'slow'], priority: 'critical', type: 'auto' })
  await make(1, 'cash back', {})
  while ((await server.services.write(null, indexSome)) > 0);
  earlier = await server.run(olga, project.id)
  const outcomes = { card: 'ok', 'gift card': 'no', cash: 'no', 'card back': 'ok' }
  for (const [name, actualValue] of Object.entries(outcomes))
    await server.execute(olga, cases[name].id, earlier.id, { actualValue, expectedValue: 'ok' })
  const assigned = earlier.results.filter(({ testCase }: any) => testCase.name.startsWith('cash'))
  const results = assigned.map(({ id }: any) => ({ resultId: id }))
  await server.patch(`/test-runs/${earlier.id}/results`, { assigneeId: tess.id, results }, olga)
})

const start = (selection: unknown) => server.post(`/test-runs/project/${project.id}`, { selection }, olga)
const count = (selection: unknown) => server.post(`/projects/${project.id}/test-cases/count`, { selection }, olga)

/** Replaces positions of suites, names of cases and the earlier run by their ids. */
const idsIn = ({ testSuiteIds, testCaseIds, fromRun, ...others }: any) => ({
  ...others,
  ...(testSuiteIds && { testSuiteIds: testSuiteIds.map((index: number) => suites[index].id) }),
  ...(testCaseIds && { testCaseIds: testCaseIds.map((name: string) => cases[name].id) }),
  ...(fromRun && { fromRun: { id: earlier.id, ...fromRun } }),
})
const tessId = () => tess.id

const ALL = ['card', 'gift card', 'cash', 'card back', 'cash back']

describe('a selection', () => {
  test.each<[string, () => object, string[]]>([
    ['of nothing in particular', () => ({}), ALL],
    ['with all conditions null', () => ({ testSuiteIds: null, tags: null, types: null, q: null, fromRun: null }), ALL],
    ['without words', () => ({ q: ' ' }), ALL],
    ['of a suite', () => ({ testSuiteIds: [1] }), ['card back', 'cash back']],
    ['of suites in any order', () => ({ testSuiteIds: [1, 0, 1] }), ALL],
    ['of cases', () => ({ testCaseIds: ['cash back', 'card', 'card'] }), ['card', 'cash back']],
    ['of a tag', () => ({ tags: ['SMOKE'] }), ['card', 'card back']],
    ['of one of some tags', () => ({ tags: ['slow', 'smoke'] }), ['card', 'gift card', 'card back']],
    ['of priorities', () => ({ priorities: ['low', 'critical'] }), ['gift card', 'cash', 'card back']],
    ['of a type', () => ({ types: ['automated'] }), ['gift card', 'card back']],
    ['of words', () => ({ q: 'CARD' }), ['card', 'gift card', 'card back']],
    ['of quoted words', () => ({ q: '"card back"' }), ['card back']],
    ['of a ref', () => ({ q: 'c3' }), ['cash']],
    ['of the failed of a run', () => ({ fromRun: { statuses: ['failed', 'error'] } }), ['gift card', 'cash']],
    ['of the pending of a run', () => ({ fromRun: { statuses: ['pending'] } }), ['cash back']],
    ['of all of a run', () => ({ fromRun: {} }), ALL],
    ['of a person in a run', () => ({ fromRun: { assigneeId: tessId() } }), ['cash', 'cash back']],
    ['of a person and a status', () => ({ fromRun: { assigneeId: tessId(), statuses: ['failed'] } }), ['cash']],
    ['of a suite and a tag', () => ({ testSuiteIds: [0], tags: ['smoke'] }), ['card']],
    ['of cases and words', () => ({ testCaseIds: ['card', 'cash'], q: 'cash' }), ['cash']],
    ['of cases and a run', () => ({ testCaseIds: ['card', 'cash'], fromRun: { statuses: ['passed'] } }), ['card']],
    [
      'of everything at once',
      () => ({
        testSuiteIds: [0, 1],
        testCaseIds: ['card back', 'cash back', 'gift card'],
        tags: ['slow'],
        priorities: ['critical', 'low'],
        types: ['auto'],
        q: 'card',
        fromRun: { statuses: ['passed', 'pending'] },
      }),
      ['card back'],
    ],
  ])('%s is counted, and has its cases in the order of the project', async (_, make, names) => {
    const selection = idsIn(make())
    expect([(await count(selection)).status, (await count(selection)).body]).toEqual([200, { count: names.length }])
    const { status, body } = await start(selection)
    expect([status, body.results.map(({ testCase }: any) => testCase.name)]).toEqual([201, names])
    expect(body.summary).toMatchObject({ total: names.length, pending: names.length })
  })

  test.each<[string, () => object]>([
    ['a tag that no case has', () => ({ tags: ['smok'] })],
    ['conditions that no case fulfils together', () => ({ testSuiteIds: [1], priorities: ['low'] })],
    ['statuses that the run has not', () => ({ fromRun: { statuses: ['skipped'] } })],
    ['a person who has none in the run', () => ({ fromRun: { assigneeId: olga.id } })],
  ])('a selection of %s counts none and starts no run', async (_, make) => {
    const selection = idsIn(make())
    expect((await count(selection)).body).toEqual({ count: 0 })
    const { status, body } = await start(selection)
    expect([status, body.message, body.issues[0].path]).toEqual([400, 'No test case is selected', ['selection']])
  })

  test('a selection of a run leaves out the cases that were deleted since', async () => {
    const doomed = await server.testCase(olga, suites[0].id, { name: 'doomed' })
    const { body: run } = await start({ testCaseIds: [doomed.id, cases['card'].id] })
    await server.delete(`/test-cases/${doomed.id}`, olga)
    const { body } = await start({ fromRun: { id: run.id, statuses: ['pending'] } })
    expect(body.results.map(({ testCase }: any) => testCase.name)).toEqual(['card'])
    await server.delete(`/test-runs/${run.id}`, olga)
    expect((await start({ fromRun: { id: run.id } })).body.message).toBe('Test run not found')
  })
})

describe('a selection is refused, by a start and by a count,', () => {
  test.each<[string, () => object, number, (string | number)[]]>([
    ['for no suites', () => ({ testSuiteIds: [] }), 400, ['testSuiteIds']],
    ['for no tags', () => ({ tags: [] }), 400, ['tags']],
    ['for no statuses', () => ({ fromRun: { id: earlier.id, statuses: [] } }), 400, ['fromRun', 'statuses']],
    ['for tags that are no list', () => ({ tags: 'smoke' }), 400, ['tags']],
    ['for a tag that is no text', () => ({ tags: [5] }), 400, ['tags', 0]],
    ['for an unknown priority', () => ({ priorities: ['urgent'] }), 400, ['priorities', 0]],
    ['for an unknown type', () => ({ types: ['other'] }), 400, ['types', 0]],
    [
      'for an unknown status',
      () => ({ fromRun: { id: earlier.id, statuses: ['x'] } }),
      400,
      ['fromRun', 'statuses', 0],
    ],
    ['for a run without an id', () => ({ fromRun: {} }), 400, ['fromRun', 'id']],
    ['for a run that is no object', () => ({ fromRun: 'x' }), 400, ['fromRun']],
    ['for a word with NUL', () => ({ q: '\0' }), 400, ['q']],
    ['for an unknown suite', () => ({ testSuiteIds: [suites[0].id, 'x'] }), 404, ['testSuiteIds', 1]],
    ['for an unknown case', () => ({ testCaseIds: ['x'], tags: ['smoke'] }), 404, ['testCaseIds', 0]],
    ['for an unknown run', () => ({ fromRun: { id: 'x' } }), 404, ['fromRun', 'id']],
  ])('%s, and names the field', async (_, make, expected, path) => {
    for (const answer of [await start(make()), await count(make())])
      expect([answer.status, answer.body.issues[0].path]).toEqual([expected, ['selection', ...path]])
  })

  test('a selection is refused, by a start and by a count, for a suite and a run of another project', async () => {
    const other = await server.project(olga)
    const suite = await server.suite(olga, other.id)
    const run = await server.run(olga, other.id)
    for (const [selection, field] of [
      [{ testSuiteIds: [suite.id] }, 'testSuiteIds'],
      [{ fromRun: { id: run.id } }, 'fromRun'],
    ] as const) {
      const { status, body } = await count(selection)
      expect([status, body.issues[0].path[1]]).toEqual([404, field])
    }
  })
})
