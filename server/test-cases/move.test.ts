import { beforeEach, describe, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

/* Positions of single cases. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let suite: { id: string }
let other: { id: string }
let made: Record<string, string>
beforeEach(async () => {
  project = await server.project(olga)
  suite = await server.suite(olga, project.id)
  other = await server.suite(olga, project.id, 'Other')
  made = {}
  for (const name of 'ABCD') made[name] = (await server.testCase(olga, suite.id, { name })).id
  for (const name of 'XY') made[name] = (await server.testCase(olga, other.id, { name })).id
})

const move = (name: string, change: object) => server.patch(`/test-cases/${made[name]}`, change, olga)
const countTo = ({ length }: unknown[]) => Array.from({ length }, (_, index) => index + 1)
/** The names of the cases of each suite. Checks their numbers. */
async function order(): Promise<string[]> {
  const suites = (await server.get(`/test-suites/project/${project.id}`, olga)).body as any[]
  for (const { testCases } of suites) expect(testCases.map(({ number }: any) => number)).toEqual(countTo(testCases))
  return suites.map(({ testCases }) => testCases.map(({ name }: any) => name).join(''))
}

describe('moving a case', () => {
  test.each([
    ['C', 1, ['CABD', 'XY']],
    ['A', 3, ['BCAD', 'XY']],
    ['A', 4, ['BCDA', 'XY']],
    ['B', 2, ['ABCD', 'XY']],
    ['B', 1_000_000_000_000, ['ACDB', 'XY']],
  ])('%s to position %i moves the others up', async (name, position, after) => {
    const { status, body } = await move(name, { position })
    expect([status, body.number, body.revision]).toEqual([200, Math.min(position, 4), 1])
    expect(await order()).toEqual(after)
    expect((await server.get(`/test-cases/${made[name]}`, olga)).body).toEqual(body)
  })

  test.each([
    [undefined, 3, ['ACD', 'XYB']],
    [1, 1, ['ACD', 'BXY']],
    [2, 2, ['ACD', 'XBY']],
    [9, 3, ['ACD', 'XYB']],
  ])('moving a case to another suite at position %j adds one revision', async (position, number, after) => {
    const { status, body } = await move('B', { testSuiteId: other.id, position, name: 'B' })
    expect([status, body.testSuiteId, body.number, body.revision]).toEqual([200, other.id, number, 2])
    expect(await order()).toEqual(after)
    const revisions = (await server.get(`/test-cases/${made['B']}/revisions`, olga)).body
    expect(revisions.map((item: any) => [item.revision, item.testSuiteId])).toEqual([
      [2, other.id],
      [1, suite.id],
    ])
  })

  test('moving a case to another suite with new content adds one revision, and to its own suite none', async () => {
    const { body } = await move('B', { testSuiteId: other.id, name: 'N', priority: 'high' })
    expect([body.name, body.priority, body.revision, body.updatedBy.id]).toEqual(['N', 'high', 2, olga.id])
    expect((await move('B', { testSuiteId: other.id })).body).toEqual(body)
    expect(await order()).toEqual(['ACD', 'XYN'])
  })

  test('moving a case to an unknown suite or one of another project answers 404', async () => {
    const foreign = await server.suite(olga, (await server.project(olga)).id)
    for (const testSuiteId of ['unknown', '\0', foreign.id]) {
      const { status, body } = await move('B', { testSuiteId, name: 'N' })
      expect([status, body.message]).toEqual([404, 'Test suite not found'])
    }
    expect(await order()).toEqual(['ABCD', 'XY'])
  })

  test.each([
    [{ position: 0 }, 'position', 'position must be a whole number, 1 or more'],
    [{ position: -3 }, 'position', 'position must be a whole number, 1 or more'],
    [{ position: 1.5 }, 'position', 'position must be a whole number, 1 or more'],
    [{ position: '1' }, 'position', 'position must be a whole number, 1 or more'],
    [{ testSuiteId: 5 }, 'testSuiteId', 'testSuiteId must be text'],
  ])('moving a case with %j is refused and names the field', async (change, field, message) => {
    const { status, body } = await move('B', { name: 'N', ...change })
    expect([status, body.issues]).toEqual([400, [{ path: [field], message }]])
    expect(await order()).toEqual(['ABCD', 'XY'])
  })

  test('moving a case is refused when the case has changed since it was read', async () => {
    const { headers } = await server.get(`/test-cases/${made['B']}`, olga)
    await move('A', { position: 4 })
    const { status } = await server.call('PATCH', `/test-cases/${made['B']}`, {
      as: olga,
      body: { position: 4 },
      headers: { 'If-Match': headers.get('etag') as string },
    })
    expect([status, await order()]).toEqual([412, ['BCDA', 'XY']])
  })
})
