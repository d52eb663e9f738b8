import { beforeEach, expect, test } from 'vitest'
import { searchText } from '#shared/test-cases/search-text.ts'
import { keepSearchableById, makeTexts } from '../../database/search/texts.ts'
import { largeReport } from '../../test-reports/testing.ts'
import { useTestServer } from '../../testing/use-server.ts'

/* The texts of many cases are made before the write that changes the cases. */

const server = await useTestServer()
const olga = await server.person('Olga')
const { db, write } = server.services
let project: { id: string }
let testCase: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  testCase = await server.testCase(olga, suite.id, {
    name: 'A',
    type: 'auto',
    expectedValueType: null,
    expectedValue: null,
  })
})

const find = async (q: string) =>
  (await server.get(`/projects/${project.id}/test-cases?q=${q}`, olga)).body.map(({ id }: any) => id)
const edit = async (change: object) => await server.patch(`/test-cases/${testCase.id}`, change, olga)
const make = async (revisions: number) =>
  await makeTexts(db, [testCase.id], (row) => ({ ...row, name: 'early', revision: row.revision + revisions }))

test('a text of the revision that a case has is used', async () => {
  const texts = await make(1)
  await edit({ tags: ['x'] })
  await write({ project: project.id }, async (trx) => await keepSearchableById(trx, [testCase.id], texts))
  expect(await find('early')).toEqual([testCase.id])
})

test('a text of another revision or automation key is not used', async () => {
  for (const change of [{ tags: ['x'] }, { automationKey: 'key.of.a' }]) {
    const texts = await make('tags' in change ? 2 : 0)
    await edit(change)
    await write({ project: project.id }, async (trx) => await keepSearchableById(trx, [testCase.id], texts))
    expect(await find('early')).toEqual([])
  }
  expect(await find('key.of.a')).toEqual([testCase.id])
})

test('many cases are found by their new tags and no longer by the old ones', async () => {
  await server.upload(olga, project.id, largeReport(250))
  const { body } = await server.get(`/projects/${project.id}`, olga)
  const ids = body.testSuites.flatMap(({ testCases }: any) => testCases.map(({ id }: any) => id))
  const change = async (input: object) =>
    (await server.patch(`/projects/${project.id}/test-cases`, { ids, ...input }, olga)).body.changed
  expect(await change({ addTags: ['smoke'] })).toBe(251)
  expect((await find('smoke')).toSorted()).toEqual(ids.toSorted())
  expect(await change({ removeTags: ['smoke'], addTags: ['slow'], set: { priority: 'high' } })).toBe(251)
  expect([(await find('smoke')).length, (await find('slow')).length]).toEqual([0, 251])
  const { changeId } = (await server.patch(`/projects/${project.id}/test-cases`, { ids, addTags: ['late'] }, olga)).body
  expect(await find('late')).toHaveLength(251)
  await server.post(`/projects/${project.id}/test-cases/undo`, { changeId }, olga)
  expect([(await find('late')).length, (await find('slow')).length]).toEqual([0, 251])
})

test('many copies and many cases that come back have the texts that they would get one by one', async () => {
  await server.upload(olga, project.id, largeReport(250))
  const read = async () =>
    (await server.get(`/projects/${project.id}`, olga)).body.testSuites.flatMap(({ testCases }: any) => testCases)
  const expectTexts = async () => {
    const cases: any[] = await read()
    const rows = await db
      .selectFrom('test_case_search')
      .select(['test_case_id', 'text'])
      .where('project_id', '=', project.id)
      .execute()
    expect(new Map(rows.map((row) => [row.test_case_id, row.text]))).toEqual(
      new Map(cases.map((each) => [each.id, searchText(each)])),
    )
    return cases
  }
  const ids = (await read()).map(({ id }: any) => id)
  const target = await server.suite(olga, project.id)
  const copy = () => server.post(`/projects/${project.id}/test-cases/copy`, { ids, testSuiteId: target.id }, olga)
  // Each of them takes refs that the others expected.
  for (const { status } of await Promise.all([copy(), copy(), copy()])) expect(status).toBe(201)
  expect(await expectTexts()).toHaveLength(4 * 251)
  const { body } = await server.post(`/projects/${project.id}/test-cases/delete`, { ids }, olga)
  await server.post(`/projects/${project.id}/deletions/${body.deletionId}/restore`, undefined, olga)
  expect(await expectTexts()).toHaveLength(4 * 251)
})
