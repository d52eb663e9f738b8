import { expect, test } from 'vitest'
import type { Db } from '../database/databases.ts'
import { useTestServer } from '../testing/use-server.ts'
import { during, reportOfBigSuite, Trash } from './testing.ts'

/* A suite of more than 1,000 cases is hidden while its cases are moved in short writes. */

const CASES = 1_100
const server = await useTestServer()
const olga = await server.person('Olga')
const { db } = server.services

/** A suite 'Big' with many automated cases, between the suites 'First' and 'Last'. */
async function open() {
  const trash = await Trash.open(server, olga)
  await trash.suite('First', 'A')
  expect((await server.upload(olga, trash.projectId, reportOfBigSuite(CASES))).status).toBeLessThan(300)
  await trash.suite('Last', 'Z')
  const { body } = await server.get(`/projects/${trash.projectId}`, olga)
  const big = body.testSuites.find(({ name }: any) => name === 'Big')
  return { trash, big, cases: big.testCases as any[] }
}

const suitesOf = async (trash: Trash) =>
  (await server.get(`/projects/${trash.projectId}/overview`, olga)).body.testSuites.map(
    ({ number, name, testCaseCount }: any) => `${number} ${name} ${testCaseCount}`,
  )

const casesOf = async (id: string) => (await server.get(`/test-suites/${id}`, olga)).body.testCases

/** The first difference between two long lists: printing all of them would take minutes. */
function firstChange(after: any[], before: any[]) {
  const index = before.findIndex((item, at) => JSON.stringify(item) !== JSON.stringify(after[at]))
  return index === -1 && after.length === before.length ? null : { after: after[index], before: before[index] }
}

const inTrash = async (suiteId: string) =>
  (await db.selectFrom('deleted_test_cases').select('id').where('test_suite_id', '=', suiteId).execute()).length

test('a large suite is gone at once with all its cases, and comes back as it was', async () => {
  const { trash, big, cases } = await open()
  const { deletionId } = (await server.delete(`/test-suites/${big.id}`, olga)).body
  expect(await suitesOf(trash)).toEqual(['1 First 1', '2 Last 1'])
  for (const path of [`/test-suites/${big.id}`, `/test-cases/${cases[0].id}`, `/test-cases/${cases.at(-1).id}`])
    expect((await server.get(path, olga)).status).toBe(404)
  const found = await server.get(`/projects/${trash.projectId}/test-cases?q=Case`, olga)
  expect(found.body.length).toBe(0)
  const [listed] = await trash.list()
  expect([listed.id, listed.testCaseCount, listed.testSuites[0].testCaseCount]).toEqual([deletionId, CASES, CASES])
  await expect.poll(() => inTrash(big.id)).toBe(CASES)
  expect((await trash.restore(deletionId)).body).toEqual({ restored: CASES })
  expect(await suitesOf(trash)).toEqual(['1 First 1', `2 Big ${CASES}`, '3 Last 1'])
  expect(firstChange(await casesOf(big.id), cases)).toEqual(null)
  expect(await trash.list()).toEqual([])
  const again = await server.get(`/projects/${trash.projectId}/test-cases?q=Case&limit=2`, olga)
  expect(again.headers.get('x-total-count')).toBe(String(CASES))
})

test('a large suite is restored at once after its deletion, and cases deleted before go back to their places', async () => {
  const { trash, big, cases } = await open()
  const earlier = (await trash.delete([cases[500].id, cases[501].id, cases[0].id])).body.deletionId
  const { deletionId } = (await server.delete(`/test-suites/${big.id}`, olga)).body
  expect((await trash.restore(deletionId)).body).toEqual({ restored: CASES - 3 })
  expect((await trash.restore(earlier)).body).toEqual({ restored: 3 })
  const places = (list: any[]) => list.map(({ id, number }) => ({ id, number }))
  expect(firstChange(places(await casesOf(big.id)), places(cases))).toEqual(null)
})

test('a large suite is restored in several transactions and hidden until the last', async () => {
  const { trash, big } = await open()
  const { deletionId } = (await server.delete(`/test-suites/${big.id}`, olga)).body
  const counts = new Set<number>()
  // A write takes turns with the transactions of the restore, however busy the machine is.
  const look = async (trx: Db) => {
    const cases = await trx.selectFrom('test_cases').select('id').where('test_suite_id', '=', big.id).execute()
    counts.add(cases.length)
    if (cases.length < CASES) expect((await server.get(`/test-suites/${big.id}`, olga)).status).toBe(404)
  }
  const looked = () => server.services.write({ project: trash.projectId }, look)
  const { body } = await during(trash.restore(deletionId), looked)
  expect(body).toEqual({ restored: CASES })
  // Each count is from another transaction.
  expect(counts.size).toBeGreaterThan(1)
})

test('a report that names the keys of a suite on its way to the trash gets new cases', async () => {
  const { trash, big, cases } = await open()
  await server.delete(`/test-suites/${big.id}`, olga)
  const report = `<testsuite name="Big"><testcase classname="Big" name="Case 1099"/></testsuite>`
  expect((await server.upload(olga, trash.projectId, report)).status).toBeLessThan(300)
  const { body } = await server.get(`/projects/${trash.projectId}/test-cases?q=1099`, olga)
  expect(body.map(({ id }: any) => id)).not.toContain(cases[1099].id)
  expect(body).toHaveLength(1)
})

test.each([
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
])(
  'cases and suites come back between their neighbours when deletions are undone in the order %i %i %i',
  async (...order) => {
    const trash = await Trash.open(server, olga)
    const { cases } = await trash.suite('S1', 'A', 'B', 'C', 'D', 'E')
    const suites = [await trash.suite('S2', 'x'), await trash.suite('S3', 'y'), await trash.suite('S4', 'z')]
    await trash.suite('S5')
    const before = await trash.shown()
    const ofCases: string[] = []
    for (const index of [1, 2, 3]) ofCases.push((await trash.delete([cases[index]])).body.deletionId)
    const ofSuites: string[] = []
    for (const { id } of suites) ofSuites.push((await server.delete(`/test-suites/${id}`, olga)).body.deletionId)
    for (const index of order)
      for (const deletions of [ofCases, ofSuites])
        expect((await trash.restore(deletions[index] as string)).status).toBe(200)
    expect(await trash.shown()).toEqual(before)
  },
)
