import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ServerToKill, serverToKill } from '../testing/kill.ts'
import { reportOfBigSuite } from './testing.ts'

/* Large writes take several transactions. After kill -9 in the middle of one, all of it is done or nothing. */

const CASES = 6_000

let server: ServerToKill
let projectId: string
let suiteId: string
beforeEach(async () => {
  server = await serverToKill()
  projectId = (await server.call('POST', '/projects', { name: 'P' })).body.id
  await server.upload(projectId, reportOfBigSuite(CASES))
  suiteId = (await server.call('GET', `/projects/${projectId}/overview`)).body.testSuites[0].id
})
afterEach(() => server.remove())

/** Begins a call and kills the server when it has come to a stage; `isDone` says whether its work after the answer is. */
async function killDuring(
  [method, path, body]: [method: string, path: string, body?: unknown],
  isStage: () => Promise<boolean>,
  isDone = async () => true,
) {
  const answered = server.call(method, path, body).catch(() => undefined)
  const work = answered.then(async () => await expect.poll(isDone).toBe(true))
  // After a kill it is never done.
  work.catch(() => undefined)
  expect(await server.killAt(isStage, work)).toBe(true)
  await server.restart()
}

type Counted = 'test_cases' | 'deleted_test_cases' | 'test_results' | 'test_runs' | 'projects' | 'case_journeys'

const count = async (table: Counted) =>
  (
    await server.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

const isPartOf = (part: number, all: number) => part > 0 && part < all
const numbers = async () =>
  (await server.db.selectFrom('test_cases').select('number').orderBy('number').execute()).map(({ number }) => number)
const ONE_TO_ALL = Array.from({ length: CASES }, (_, index) => index + 1).join()

test('a suite goes to the trash and comes back whole', async () => {
  const isMoving = async () => isPartOf(await count('deleted_test_cases'), CASES)
  const isMoved = async () => (await count('deleted_test_cases')) === CASES
  await killDuring(['DELETE', `/test-suites/${suiteId}`], isMoving, isMoved)
  await expect.poll(() => count('deleted_test_cases')).toBe(CASES)
  expect(await count('test_cases')).toBe(0)
  const [deletion] = (await server.call('GET', `/projects/${projectId}/deletions`)).body
  expect(deletion.testCaseCount).toBe(CASES)
  await killDuring(['POST', `/projects/${projectId}/deletions/${deletion.id}/restore`], isMoving)
  await expect.poll(() => count('deleted_test_cases')).toBe(0)
  await expect.poll(async () => (await server.call('GET', `/test-suites/${suiteId}`)).status).toBe(200)
  expect((await numbers()).join() === ONE_TO_ALL).toBe(true)
})

test('a case that moves far arrives, and positions have no gaps', async () => {
  const [{ id }] = (await server.call('GET', `/projects/${projectId}/test-cases?limit=1`)).body
  await killDuring(['PATCH', `/test-cases/${id}`, { position: CASES }], async () => (await count('case_journeys')) > 0)
  await expect.poll(() => count('case_journeys')).toBe(0)
  expect((await server.call('GET', `/test-cases/${id}`)).body.number).toBe(CASES)
  expect((await numbers()).join() === ONE_TO_ALL).toBe(true)
})

test('a run that is being started is nowhere, and a deleted run and project are gone', async () => {
  const isStarting = async () => isPartOf((await count('test_results')) - CASES, CASES)
  await killDuring(['POST', `/test-runs/project/${projectId}`, {}], isStarting)
  const runs = (await server.call('GET', `/test-runs/project/${projectId}`)).body
  expect(runs.map(({ summary }: any) => summary.total)).toEqual([CASES])
  // As if time had passed: of several servers, another one could still be starting it.
  await server.db.updateTable('test_runs').set({ remove_after: '2000' }).where('remove_after', 'is not', null).execute()
  const isRemoving = async () => isPartOf(await count('test_results'), CASES)
  await killDuring(['DELETE', `/test-runs/${runs[0].id}`], isRemoving, async () => (await count('test_results')) === 0)
  expect((await server.call('GET', `/test-runs/${runs[0].id}`)).status).toBe(404)
  await expect.poll(() => count('test_results')).toBe(0)
  await expect.poll(() => count('test_runs')).toBe(0)
  await killDuring(
    ['DELETE', `/projects/${projectId}`],
    async () => isPartOf(await count('test_cases'), CASES),
    async () => (await count('projects')) === 0,
  )
  expect((await server.call('GET', `/projects/${projectId}`)).status).toBe(404)
  await expect.poll(() => count('projects')).toBe(0)
})
