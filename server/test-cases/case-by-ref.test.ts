import { beforeEach, describe, expect, test } from 'vitest'
import { expectEntity } from '../testing/entities.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')
let project: any
let testCase: any
beforeEach(async () => {
  project = await server.project(olga)
  await server.post(`/projects/${project.id}/members`, { userId: tess.id }, olga)
  const suite = await server.suite(olga, project.id)
  testCase = await server.testCase(olga, suite.id, { name: 'Pays' })
})

const byRef = (ref: string, of = project) => server.get(`/projects/${of.id}/test-cases/${ref}`, olga)
const change = (body: object, as = olga) => server.patch(`/test-cases/${testCase.id}`, body, as)

describe('a case by its ref', () => {
  test('a case by its ref is the case, in capitals or not', async () => {
    const { status, body } = await byRef('C1')
    expect(status).toBe(200)
    expectEntity('CaseDetail', body)
    expect(body).toEqual(testCase)
    expect((await byRef('c1')).body).toEqual(testCase)
  })

  test('a case by its ref is not found in another project, nor with a ref that was never given', async () => {
    const other = await server.project(olga)
    for (const answer of [await byRef('C1', other), await byRef('C2')])
      expect(answer).toMatchObject({ status: 404, body: { message: 'Test case not found' } })
  })

  test('a case by its ref is said to be deleted once it is, also when it was the last', async () => {
    await server.delete(`/test-cases/${testCase.id}`, olga)
    expect(await byRef('C1')).toMatchObject({ status: 404, body: { message: 'Test case C1 was deleted' } })
  })

  test.each(['12', 'C', 'C0', 'C01', 'C1x', 'D1', 'C1234567890'])('a case by its ref is refused as %s', async (ref) => {
    expect(await byRef(ref)).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['ref'], message: 'ref must be C and a number, such as C12' }] },
    })
  })
})

describe('a change of a case with baseRevision', () => {
  test('a change of a case with baseRevision is made when nobody has changed the case since', async () => {
    expect(await change({ name: 'Refunds', baseRevision: 1 })).toMatchObject({ status: 200, body: { revision: 2 } })
    expect(await change({ name: 'Pays', baseRevision: 2 })).toMatchObject({ status: 200, body: { revision: 3 } })
  })

  test('a change of a case with baseRevision is refused with who changed the case, and changes nothing', async () => {
    await change({ description: 'By Tess' }, tess)
    const { status, body } = await change({ name: 'Refunds', baseRevision: 1 })
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ message: 'Tess has changed this test case since you read it', code: 'CONFLICT' }),
    ])
    expect((await byRef('C1')).body).toMatchObject({ name: 'Pays', description: 'By Tess', revision: 2 })
  })

  test('one of two changes at the same time is made', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        change({ name: `Pays ${index}`, baseRevision: 1 }, index % 2 ? tess : olga),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  })

  test.each([{}, { baseRevision: null }])('is made with %j: the last writer wins', async (base) => {
    await change({ description: 'By Tess' }, tess)
    expect((await change({ name: 'Refunds', ...base })).body).toMatchObject({ name: 'Refunds', description: 'By Tess' })
  })

  test.each(['1', -1, 0.5, true])('is refused with the base %j', async (baseRevision) => {
    expect((await change({ name: 'Refunds', baseRevision })).body).toMatchObject({
      issues: [{ path: ['baseRevision'], message: 'baseRevision must be a whole number, zero or more' }],
    })
  })
})
