import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countRows } from '../database/count-rows.ts'
import { type ServerToKill, serverToKill } from '../testing/kill.ts'
import { reportOfBigSuite } from './testing.ts'

/* Large writes take several transactions. After kill -9 in the middle of one, either all of it is done or nothing. */

const CASES = 4_500
const LOOK_MS = 10

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

/** Begins a call and kills the server at a stage. `isDone`: whether the work after the answer is done. */
async function killDuring(
  [method, path, body]: [method: string, path: string, body?: unknown],
  isStage: () => Promise<boolean>,
  isDone = async () => true,
) {
  const killed = new AbortController()
  const untilDone = async () => {
    while (!killed.signal.aborted && !(await isDone())) await pause(LOOK_MS)
  }
  const work = server
    .call(method, path, body)
    .catch(() => undefined)
    .then(untilDone)
  expect(await server.killAt(isStage, work)).toBe(true)
  killed.abort()
  await work
  await server.restart()
}

type Counted = 'test_cases' | 'deleted_test_cases' | 'test_results' | 'test_runs' | 'projects' | 'unnumbered_suites'

const count = async (table: Counted) => await countRows(server.db.selectFrom(table))

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

const pending = async (table: 'case_changes' | 'deletions') =>
  (await server.db.selectFrom(table).select('id').where('pending', 'is not', null).execute()).length

test('an act on many cases is done whole', async () => {
  const cases = server.db.selectFrom('test_cases')
  const every = (await cases.select('id').orderBy('number').execute()).map(({ id }) => id)
  const ids = every.filter((_, index) => index % 2 === 0)
  const acts = `/projects/${projectId}/test-cases`
  const other = (await server.call('POST', '/test-suites', { name: 'Other', projectId })).body.id
  const countOf = async (id: string) => (await server.call('GET', `/test-suites/${id}`)).body.testCases.length
  const isChanging = async () => (await pending('case_changes')) > 0
  const idle = async () => {
    await expect.poll(isChanging).toBe(false)
    await expect.poll(() => count('unnumbered_suites')).toBe(0)
    return [await countOf(suiteId), await countOf(other)]
  }

  await killDuring(['PATCH', acts, { ids, addTags: ['nightly'], moveTo: { testSuiteId: other } }], isChanging)
  expect(await idle()).toEqual([CASES - ids.length, ids.length])
  expect(await cases.select('id').where('tags', 'is not', null).execute()).toHaveLength(ids.length)
  const { id: changeId } = await server.db.selectFrom('case_changes').select('id').executeTakeFirstOrThrow()
  await killDuring(['POST', `${acts}/undo`, { changeId }], isChanging)
  expect(await idle()).toEqual([CASES, 0])
  await killDuring(['POST', `${acts}/copy`, { ids, testSuiteId: other }], isChanging)
  expect(await idle()).toEqual([CASES, ids.length])

  await killDuring(['POST', `${acts}/delete`, { ids }], async () => (await pending('deletions')) > 0)
  await expect.poll(() => count('deleted_test_cases')).toBe(ids.length)
  const [deletion] = (await server.call('GET', `/projects/${projectId}/deletions`)).body
  const isRestoring = async () => isPartOf(await count('deleted_test_cases'), ids.length)
  await killDuring(['POST', `/projects/${projectId}/deletions/${deletion.id}/restore`], isRestoring)
  await expect.poll(() => count('deleted_test_cases')).toBe(0)
  expect(await idle()).toEqual([CASES, ids.length])
  const order = await cases.select(['id', 'number']).where('test_suite_id', '=', suiteId).orderBy('number').execute()
  expect(order.map(({ number }) => number).join() === ONE_TO_ALL).toBe(true)
  expect(order.map(({ id }) => id).join() === every.join()).toBe(true)
})

test('a case that moves far arrives, and positions have no gaps', async () => {
  const [{ id }] = (await server.call('GET', `/projects/${projectId}/test-cases?limit=1`)).body
  await killDuring(
    ['PATCH', `/test-cases/${id}`, { position: CASES }],
    async () => (await count('unnumbered_suites')) > 0,
  )
  await expect.poll(() => count('unnumbered_suites')).toBe(0)
  expect((await server.call('GET', `/test-cases/${id}`)).body.number).toBe(CASES)
  expect((await numbers()).join() === ONE_TO_ALL).toBe(true)
})

test('a run that is being started is nowhere, and a deleted run and project are gone', async () => {
  const isStarting = async () => isPartOf((await count('test_results')) - CASES, CASES)
  await killDuring(['POST', `/test-runs/project/${projectId}`, {}], isStarting)
  const runs = (await server.call('GET', `/test-runs/project/${projectId}`)).body
  expect(runs.map(({ summary }: any) => summary.total)).toEqual([CASES])
  // As if time had passed: another server could still be starting the run.
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
