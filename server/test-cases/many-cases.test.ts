import { beforeAll, expect, test } from 'vitest'
import { reportOfBigSuite } from '../deletions/testing.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Bulk changes in a large suite: each takes several transactions, and other cases get their numbers later. */

const CASES = 2_300
const server = await useTestServer()
const olga = await server.person('Olga')
const { db } = server.services

let projectId: string
let big: string
let other: string
let all: string[]
let some: string[]

beforeAll(async () => {
  projectId = (await server.project(olga)).id
  await server.upload(olga, projectId, reportOfBigSuite(CASES))
  big = (await server.get(`/projects/${projectId}/overview`, olga)).body.testSuites[0].id
  other = (await server.suite(olga, projectId, 'Other')).id
  for (const name of ['A', 'B', 'C']) await server.testCase(olga, other, { name })
  all = await inOrder(big)
  some = all.filter((_, index) => index % 3 === 1)
})
/** Each test undoes its change by its end. */
async function expectAllBack(): Promise<void> {
  expect((await inOrder(big)).join() === all.join()).toBe(true)
  expect(await inOrder(other)).toHaveLength(3)
}

/** The ids of the cases of a suite. Checks that their numbers have no gaps. */
async function inOrder(suiteId: string): Promise<string[]> {
  const { testCases, testCaseCount } = (await server.get(`/test-suites/${suiteId}`, olga)).body
  expect(testCases.every(({ number }: { number: number }, index: number) => number === index + 1)).toBe(true)
  expect(testCaseCount).toBe(testCases.length)
  return testCases.map(({ id }: { id: string }) => id)
}

const change = async (body: object) => (await server.patch(`/projects/${projectId}/test-cases`, body, olga)).body
const undo = async (changeId: string) =>
  (await server.post(`/projects/${projectId}/test-cases/undo`, { changeId }, olga)).body
const remove = async (ids: string[]) =>
  (await server.post(`/projects/${projectId}/test-cases/delete`, { ids }, olga)).body
const restore = async (deletionId: string) =>
  (await server.post(`/projects/${projectId}/deletions/${deletionId}/restore`, undefined, olga)).body

const without = (ids: string[]) => all.filter((id) => !ids.includes(id))

test.each<[string, number | undefined, () => string[]]>([
  ['the first position', 1, () => [...some, ...without(some)]],
  ['position 500', 500, () => [...without(some).slice(0, 499), ...some, ...without(some).slice(499)]],
  ['the end', undefined, () => [...without(some), ...some]],
])('many cases go to %s of their suite, and back', async (_, position, expected) => {
  const { changed, changeId } = await change({ ids: some, moveTo: { testSuiteId: big, position } })
  expect(changed).toBe(some.length)
  expect((await inOrder(big)).join() === expected().join()).toBe(true)
  expect(await undo(changeId)).toEqual({ changed: some.length })
  await expectAllBack()
})

test('many cases go to another suite, and back', async () => {
  const [first = '', ...others] = await inOrder(other)
  const { changeId } = await change({ ids: some, moveTo: { testSuiteId: other, position: 2 } })
  expect((await inOrder(other)).join() === [first, ...some, ...others].join()).toBe(true)
  expect((await inOrder(big)).join() === without(some).join()).toBe(true)
  expect(await undo(changeId)).toEqual({ changed: some.length })
  await expectAllBack()
})

test('many cases get tags, lose them again, and are found by them', async () => {
  const count = async () =>
    (await server.get(`/projects/${projectId}/test-cases?q=tag:nightly&limit=1`, olga)).headers.get('x-total-count')
  const { changed, changeId } = await change({ ids: some, addTags: ['nightly'] })
  expect([changed, await count()]).toEqual([some.length, `${some.length}`])
  expect(await undo(changeId)).toEqual({ changed: some.length })
  expect(await count()).toBe('0')
})

test('many cases go to the trash and come back between the same neighbours', async () => {
  const { deleted, deletionId } = await remove(some)
  expect(deleted).toBe(some.length)
  expect((await inOrder(big)).join() === without(some).join()).toBe(true)
  expect(await restore(deletionId)).toEqual({ restored: some.length })
  await expectAllBack()
})

test('writes of another project are answered between the transactions of acts on many cases', async () => {
  const copies = await server.suite(olga, projectId, 'Copied')
  const elsewhere = (await server.project(olga)).id
  const { id } = await server.testCase(olga, (await server.suite(olga, elsewhere, 'Small')).id, { name: 'Case' })
  /** Writes as long as an act is under way. In one transaction with it, or before and after it, come two at most. */
  const during = async (act: Promise<any>) => {
    let [answered, isOver] = [0, false]
    const over = act.finally(() => (isOver = true))
    for (; !isOver; answered += isOver ? 0 : 1)
      expect((await server.patch(`/test-cases/${id}`, { description: `Text ${answered}` }, olga)).status).toBe(200)
    expect(answered).toBeGreaterThan(2)
    return await over
  }
  const { changeId } = await during(change({ ids: some, addTags: ['nightly'], moveTo: { testSuiteId: other } }))
  await during(undo(changeId))
  const { deletionId } = await during(remove(some))
  await during(restore(deletionId))
  await during(server.post(`/projects/${projectId}/test-cases/copy`, { ids: some, testSuiteId: copies.id }, olga))
  await during(server.post(`/test-runs/project/${projectId}`, {}, olga))
  await server.delete(`/test-suites/${copies.id}`, olga)
  await expectAllBack()
})

test('copies of many cases go to the end of a suite, in the order of the ids', async () => {
  const suite = await server.suite(olga, projectId, 'Copies')
  const ids = some.toReversed()
  const { status, body } = await server.post(
    `/projects/${projectId}/test-cases/copy`,
    { ids, testSuiteId: suite.id },
    olga,
  )
  expect(status).toBe(201)
  const names = new Map(
    (await server.get(`/test-suites/${big}`, olga)).body.testCases.map((each: any) => [each.id, each.name]),
  )
  expect(body.map(({ name }: any) => name)).toEqual(ids.map((id) => names.get(id)))
  expect((await inOrder(suite.id)).join() === body.map(({ id }: any) => id).join()).toBe(true)
})

test('a run that starts before the numbers have followed an act waits for them', async () => {
  // As the first write of an act leaves a large suite, whose server was then killed.
  await server.services.write({ project: projectId }, async (trx) => {
    await trx.updateTable('test_cases').set({ number: CASES }).where('test_suite_id', '=', big).execute()
    await trx.insertInto('unnumbered_suites').values({ test_suite_id: big, rank: '' }).execute()
  })
  const { body } = await server.post(`/test-runs/project/${projectId}`, {}, olga)
  const ofBig = body.results.map(({ testCase }: any) => testCase).filter((each: any) => each.testSuiteId === big)
  expect(ofBig.map(({ id }: any) => id).join() === all.join()).toBe(true)
  await expectAllBack()
})

test('acts of several callers at the same time lose no case and leave no gap', async () => {
  const others = await inOrder(other)
  const part = (from: number) => all.filter((_, index) => index % 5 === from)
  const [deleted, moved, tagged] = await Promise.all([
    remove(part(0)),
    change({ ids: part(1), moveTo: { testSuiteId: other, position: 1 } }),
    change({ ids: part(2), addTags: ['nightly'] }),
    server.patch(`/test-cases/${all[3]}`, { position: CASES }, olga),
  ])
  expect(new Set(await inOrder(other))).toEqual(new Set([...part(1), ...others]))
  await restore(deleted.deletionId)
  await undo(moved.changeId)
  await undo(tagged.changeId)
  await server.patch(`/test-cases/${all[3]}`, { position: 4 }, olga)
  expect(await db.selectFrom('unnumbered_suites').selectAll().execute()).toEqual([])
  await expectAllBack()
})
