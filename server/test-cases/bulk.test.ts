import { beforeEach, describe, expect, test } from 'vitest'
import { machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Changes of many cases by one call. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let payments: { id: string }
let refunds: { id: string }
let cases: any[]
beforeEach(async () => {
  project = await server.project(olga)
  payments = await server.suite(olga, project.id, 'Payments')
  refunds = await server.suite(olga, project.id, 'Refunds')
  cases = []
  for (const name of ['A', 'B', 'C', 'D', 'E']) cases.push(await server.testCase(olga, payments.id, { name }))
  for (const name of ['X', 'Y']) cases.push(await server.testCase(olga, refunds.id, { name }))
})

const idsOf = (names: string) =>
  Array.from(names, (name) => cases.find((testCase) => testCase.name === name).id as string)
const change = (body: object, as = olga) => server.patch(`/projects/${project.id}/test-cases`, body, as)
const read = async () => (await server.get(`/test-suites/project/${project.id}`, olga)).body
async function order(): Promise<string[]> {
  const suites = (await read()) as any[]
  for (const { testCases, testCaseCount } of suites) {
    expect(testCases.map(({ number }: any) => number)).toEqual(testCases.map((_: unknown, index: number) => index + 1))
    expect(testCaseCount).toBe(testCases.length)
  }
  return suites.map(({ testCases }) => testCases.map(({ name }: any) => name).join(''))
}
const current = async (name: string) => (await server.get(`/test-cases/${idsOf(name)[0]}`, olga)).body
const revisions = async (name: string) => (await server.get(`/test-cases/${idsOf(name)[0]}/revisions`, olga)).body
const auto = async (change: object = {}) => {
  const made = await server.testCase(olga, payments.id, {
    name: 'Z',
    type: 'auto',
    expectedValueType: null,
    expectedValue: null,
    ...change,
  })
  cases.push(made)
  return made
}

describe('many cases', () => {
  test('many cases get fields and tags, each with one revision by the caller', async () => {
    await server.patch(`/test-cases/${idsOf('B')[0]}`, { tags: ['Slow', 'old'] }, olga)
    const { status, body } = await change({
      ids: idsOf('AB'),
      set: { priority: 'critical', preconditions: ' A full cart ' },
      addTags: ['smoke', 'SLOW'],
      removeTags: ['OLD'],
    })
    expect([status, body.changed]).toEqual([200, 2])
    expect(await current('A')).toMatchObject({
      priority: 'critical',
      preconditions: 'A full cart',
      tags: ['smoke', 'SLOW'],
      revision: 2,
      updatedBy: { id: olga.id, name: 'Olga' },
    })
    expect(await current('B')).toMatchObject({ tags: ['Slow', 'smoke'], revision: 3 })
    expect(await current('C')).toEqual(cases[2])
    const [latest, first] = await revisions('A')
    expect([latest.priority, latest.changedBy, first.priority]).toEqual([
      'critical',
      { id: olga.id, name: 'Olga' },
      'medium',
    ])
  })

  test('cases that a change leaves as they are get no revision and are not counted', async () => {
    await server.patch(`/test-cases/${idsOf('A')[0]}`, { priority: 'high', tags: ['Smoke'] }, olga)
    const { body } = await change({ ids: idsOf('ABA'), set: { priority: 'high' }, addTags: ['smoke'] })
    expect(body.changed).toBe(1)
    expect([(await current('A')).revision, (await current('B')).revision]).toEqual([2, 2])
    expect((await change({ ids: idsOf('AB') })).body.changed).toBe(0)
  })

  test('many cases of a project are changed by its credential, and then by nobody', async () => {
    expect((await change({ ids: idsOf('A'), set: { priority: 'low' } }, machine(project) as Person)).status).toBe(200)
    expect((await current('A')).updatedBy).toBeNull()
  })

  test('many cases become automated, and manual again when they have an expected value or steps', async () => {
    const steps = await server.testCase(olga, payments.id, {
      name: 'S',
      expectedValueType: null,
      expectedValue: null,
      steps: [{ action: 'Pay' }],
    })
    cases.push(steps)
    expect((await change({ ids: idsOf('AS'), set: { type: 'automated' } })).body.changed).toBe(2)
    expect((await current('A')).type).toBe('auto')
    expect((await change({ ids: idsOf('AS'), set: { type: 'manual', preconditions: 'p' } })).body.changed).toBe(2)
    expect(await current('S')).toMatchObject({ type: 'manual', preconditions: 'p', revision: 3 })
  })

  test('many cases that are automated get preconditions, as by the PATCH of one', async () => {
    await auto()
    expect((await change({ ids: idsOf('AZ'), set: { preconditions: 'p' } })).body.changed).toBe(2)
    expect(await current('Z')).toMatchObject({ type: 'auto', preconditions: 'p', revision: 2 })
    const { body } = await server.patch(`/test-cases/${idsOf('Z')[0]}`, { preconditions: 'q' }, olga)
    expect(body).toMatchObject({ preconditions: 'q', revision: 3 })
  })

  test('many cases that are automated get a place, tags and a priority', async () => {
    await auto()
    const body = { ids: idsOf('Z'), set: { priority: 'low' }, addTags: ['t'], moveTo: { testSuiteId: refunds.id } }
    expect((await change(body)).body.changed).toBe(1)
    expect(await current('Z')).toMatchObject({
      priority: 'low',
      tags: ['t'],
      testSuiteId: refunds.id,
      number: 3,
      revision: 2,
    })
  })
})

describe('cases are moved together', () => {
  test.each([
    ['DB', 'refunds', undefined, ['ACE', 'XYDB']],
    ['DB', 'refunds', 1, ['ACE', 'DBXY']],
    ['BD', 'refunds', 2, ['ACE', 'XBDY']],
    ['DB', 'refunds', 3, ['ACE', 'XYDB']],
    ['DBD', 'refunds', 99, ['ACE', 'XYDB']],
    ['EDCBA', 'refunds', 1, ['', 'EDCBAXY']],
    ['YA', 'refunds', 1, ['BCDE', 'YAX']],
    ['XCA', 'payments', 2, ['BXCADE', 'Y']],
    ['DB', 'payments', 1, ['DBACE', 'XY']],
    ['AB', 'payments', 4, ['CDEAB', 'XY']],
    ['AC', 'payments', undefined, ['BDEAC', 'XY']],
    ['AB', 'payments', 1, ['ABCDE', 'XY']],
  ])('%s to %s at position %j', async (names, suite, position, after) => {
    const before = await order()
    const testSuiteId = (suite === 'refunds' ? refunds : payments).id
    const { body } = await change({ ids: idsOf(names), moveTo: { testSuiteId, position } })
    expect(await order()).toEqual(after)
    const isSame = JSON.stringify(before) === JSON.stringify(after)
    expect(body.changed === 0).toBe(isSame)
    const undone = await server.post(`/projects/${project.id}/test-cases/undo`, { changeId: body.changeId }, olga)
    expect([undone.status, undone.body]).toEqual([200, { changed: body.changed }])
    expect(await order()).toEqual(before)
  })

  test('cases are moved together with one revision for a new suite and none for a new place in the suite', async () => {
    const { body } = await change({
      ids: idsOf('AX'),
      addTags: ['t'],
      moveTo: { testSuiteId: refunds.id, position: 1 },
    })
    expect(body.changed).toBe(2)
    expect(await order()).toEqual(['BCDE', 'AXY'])
    expect((await change({ ids: idsOf('XY'), moveTo: { testSuiteId: refunds.id, position: 1 } })).body.changed).toBe(2)
    expect([(await current('A')).revision, (await current('X')).revision, (await current('Y')).revision]).toEqual([
      2, 2, 1,
    ])
    expect((await revisions('A')).map(({ testSuiteId }: any) => testSuiteId)).toEqual([refunds.id, payments.id])
  })
})

describe('a change of many cases is refused whole', () => {
  const both = { set: { priority: 'high' }, addTags: ['t'] }

  test('a bulk change is refused whole for an unknown, a deleted and a foreign case, which it names', async () => {
    const foreign = await server.testCase(olga, (await server.suite(olga, (await server.project(olga)).id)).id)
    await server.delete(`/test-cases/${idsOf('E')[0]}`, olga)
    const before = await read()
    for (const id of ['unknown', '\0', foreign.id, ...idsOf('E')]) {
      const { status, body } = await change({ ids: [...idsOf('AB'), id], ...both, moveTo: { testSuiteId: refunds.id } })
      expect([status, body.message, body.issues[0].path]).toEqual([404, `Test case ${id} not found`, ['ids', 2]])
    }
    expect(await read()).toEqual(before)
  })

  test('a change of many cases is refused whole for an unknown suite and one of another project', async () => {
    const foreign = await server.suite(olga, (await server.project(olga)).id)
    const before = await read()
    for (const testSuiteId of ['unknown', foreign.id]) {
      const { status, body } = await change({ ids: idsOf('AB'), ...both, moveTo: { testSuiteId } })
      expect([status, body.message]).toEqual([404, 'Test suite not found'])
    }
    expect(await read()).toEqual(before)
  })

  test('a change of many cases is refused whole for a case that would have more than 20 tags, by its ref', async () => {
    const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`)
    await server.patch(`/test-cases/${idsOf('B')[0]}`, { tags }, olga)
    const { status, body } = await change({ ids: idsOf('AB'), ...both, moveTo: { testSuiteId: refunds.id } })
    expect([status, body.message]).toEqual([400, 'C2: A test case may have at most 20 tags'])
    expect([await order(), (await current('A')).tags]).toEqual([['ABCDE', 'XY'], []])
    expect((await change({ ids: idsOf('B'), addTags: ['t'], removeTags: ['TAG 7'] })).status).toBe(200)
  })

  test('a bulk change to manual is refused for a case without a value, by its ref', async () => {
    const { ref } = await auto()
    const { status, body } = await change({ ids: idsOf('AZ'), set: { type: 'manual', priority: 'low' } })
    expect([status, body.message]).toEqual([400, `${ref}: Expected value type is required`])
    expect((await current('A')).priority).toBe('medium')
  })

  test.each([
    [{ ids: [] }, ['ids']],
    [{ ids: undefined }, ['ids']],
    [{ ids: 'all' }, ['ids']],
    [{ ids: [5] }, ['ids', 0]],
    [{ ids: Array(5_001).fill('x') }, ['ids']],
    [{ set: { priority: 'urgent' } }, ['set', 'priority']],
    [{ set: { type: 'other' } }, ['set', 'type']],
    [{ set: { preconditions: 5 } }, ['set', 'preconditions']],
    [{ addTags: 't' }, ['addTags']],
    [{ addTags: [''] }, ['addTags', 0]],
    [{ removeTags: [5] }, ['removeTags', 0]],
    [{ moveTo: {} }, ['moveTo', 'testSuiteId']],
    [{ moveTo: 'there' }, ['moveTo']],
    [{ moveTo: { testSuiteId: 'x', position: 0 } }, ['moveTo', 'position']],
    [{ moveTo: { testSuiteId: 'x', position: -1 } }, ['moveTo', 'position']],
  ])('a change of many cases is refused whole for %j, and names the field', async (body, path) => {
    const answer = await change({ ids: idsOf('A'), set: { priority: 'low' }, ...body })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
    expect((await current('A')).priority).toBe('medium')
  })
})
