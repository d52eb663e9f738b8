import { beforeEach, describe, expect, test } from 'vitest'
import { expectEntities, expectEntity } from '../testing/entities.ts'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')
let project: { id: string; clientSecret: string }
let testCase: any
beforeEach(async () => {
  project = await server.project(olga)
  await server.member(olga, project.id, tess)
  const suite = await server.suite(olga, project.id)
  testCase = await server.testCase(olga, suite.id, { name: 'First', steps: [{ action: 'Pay' }], tags: ['Smoke'] })
})

const path = () => `/test-cases/${testCase.id}`
const edit = async (change: object, as: any = olga) => (await server.patch(path(), change, as)).body
const revisions = async () => (await server.get(`${path()}/revisions`, olga)).body
const restore = (revision: string | number, as: any = olga) =>
  server.post(`${path()}/revisions/${revision}/restore`, undefined, as)

describe('the revisions of a case', () => {
  test('the revisions of a case say what it was, who changed it and when, newest first', async () => {
    const second = await edit({ name: 'Second', steps: [], tags: null, priority: 'high' }, tess)
    const third = await edit({ preconditions: 'Signed in' }, machine(project))
    const list = await revisions()
    expectEntities('Revision', list)
    expect(list).toMatchObject([
      { revision: 3, name: 'Second', preconditions: 'Signed in', changedAt: third.updatedAt, changedBy: null },
      {
        revision: 2,
        name: 'Second',
        preconditions: null,
        steps: [],
        tags: [],
        priority: 'high',
        changedAt: second.updatedAt,
        changedBy: { id: tess.id, name: 'Tess' },
      },
      {
        revision: 1,
        name: 'First',
        steps: [{ action: 'Pay', expected: '' }],
        tags: ['Smoke'],
        priority: 'medium',
        changedAt: testCase.createdAt,
        changedBy: { id: olga.id, name: 'Olga' },
        testSuiteId: testCase.testSuiteId,
      },
    ])
  })

  test('the revisions of a case are read page by page', async () => {
    for (let n = 0; n < 4; n += 1) await edit({ name: `Name ${n}` })
    const all = await revisions()
    expect(all.map(({ revision }: any) => revision)).toEqual([5, 4, 3, 2, 1])
    expect((await server.parts(`${path()}/revisions?limit=2`, olga)).flat()).toEqual(all)
    const { headers, body } = await server.get(`${path()}/revisions?limit=2&offset=1`, olga)
    expect([headers.get('x-total-count'), body]).toEqual(['5', all.slice(1, 3)])
    expect((await server.get(`${path()}/revisions?offset=9`, olga)).headers.get('x-total-count')).toBe('5')
  })

  test('the revisions of a case can be read after the case was deleted', async () => {
    const before = await revisions()
    await server.delete(path(), olga)
    expect(await revisions()).toEqual(before)
  })

  test.each(['unknown', "'", '%00'])('of a case with the id %s are not found', async (id) => {
    const { status, body } = await server.get(`/test-cases/${id}/revisions`, olga)
    expect([status, body.message]).toEqual([404, 'Test case not found'])
  })

  test('the revisions of a case are not found by a stranger', async () => {
    const lena = await server.person(`Lena${project.id}`)
    expect((await server.get(`${path()}/revisions`, lena)).status).toBe(404)
  })
})

describe('restoring a revision', () => {
  test('restoring a revision adds one with its content, and keeps place, ref and automation key', async () => {
    const changed = await edit({
      name: 'Second',
      description: 'd',
      preconditions: 'p',
      steps: [{ action: 'Refund' }],
      expectedValueType: 'number',
      expectedValue: 5,
      priority: 'critical',
      tags: ['nightly'],
      automationKey: 'K1',
    })
    const { status, body, headers } = await restore(1, tess)
    expect(status).toBe(200)
    expectEntity('CaseDetail', body)
    expect(body).toEqual({
      ...testCase,
      automationKey: 'K1',
      revision: 3,
      updatedAt: body.updatedAt,
      updatedBy: { id: tess.id, name: 'Tess' },
    })
    expect((await server.get(path(), olga)).body).toEqual(body)
    expect(headers.get('etag')).toBe((await server.get(path(), olga)).headers.get('etag'))
    expect((await revisions()).map(({ revision, name }: any) => [revision, name])).toEqual([
      [3, 'First'],
      [2, 'Second'],
      [1, 'First'],
    ])
    const again = await restore(2, machine(project))
    expect(again.body).toEqual({ ...changed, revision: 4, updatedAt: again.body.updatedAt, updatedBy: null })
  })

  test('restoring a revision of the content it has changes nothing', async () => {
    const { body } = await restore(1)
    expect(body).toEqual(testCase)
    expect(await revisions()).toHaveLength(1)
  })

  test.each([2, 0, -1, '1.5', 'x', '1e0', 99999999999])('%s, which it does not have, is refused', async (revision) => {
    const { status, body } = await restore(revision)
    if (revision === 2) expect([status, body.message]).toEqual([404, 'Revision not found'])
    else expect([status, body.issues[0].path]).toEqual([400, ['revision']])
    expect(await revisions()).toHaveLength(1)
  })

  test('restoring a revision of an automated case is refused, because its automation says what it is', async () => {
    const { body } = await server.post(
      '/test-cases',
      { name: 'Auto', type: 'auto', testSuiteId: testCase.testSuiteId },
      olga,
    )
    testCase = body
    await edit({ name: 'Changed' })
    const answer = await restore(1)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'The content of an automated test case comes from its automation',
    ])
    expect(await revisions()).toHaveLength(2)
  })

  test('restoring a revision leaves runs as they are', async () => {
    const before = await server.run(olga, project.id)
    await edit({ name: 'Second' })
    await restore(1)
    expect((await server.get(`/test-runs/${before.id}`, olga)).body.results[0].testCase).toMatchObject({
      ref: testCase.ref,
      revision: 1,
      name: 'First',
    })
  })
})
