import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '../testing/server.ts'
import { allPublished, breakableProxy, LiveWatcher } from './testing.ts'

/* The list of runs, the open run and its viewers over one connection. */

let server: TestServer
let olga: Person
let project: { id: string }
let run: any
let proxy: Awaited<ReturnType<typeof breakableProxy>>
let watcher: LiveWatcher

const STATES = ['run', 'runs', 'viewers']

beforeEach(async () => {
  server = await startTestServer()
  olga = await server.person('Olga')
  project = await server.project(olga)
  await server.testCase(olga, (await server.suite(olga, project.id)).id)
  run = await server.run(olga, project.id)
  await allPublished(server, server)
  proxy = await breakableProxy(server.url)
  watcher = open(run.id)
  await watcher.until(({ types }) => STATES.every((type) => types.includes(type)))
})
afterEach(async () => {
  watcher.stop()
  proxy.close()
  await server.close()
})

const open = (testRunId: string) => new LiveWatcher(proxy.url, 'project', { projectId: project.id, testRunId }, olga)
const set = (actualValue: string) => server.patch(`/test-runs/result/${run.results[0].id}`, { actualValue }, olga)
const listed = (its: LiveWatcher): string[] => its.last('runs')?.['runs'].map(({ id }: { id: string }) => id)

test('a stream starts with the state of the list, the run and its viewers, and follows each', async () => {
  // The version of the run follows after some seconds.
  const types = watcher.types.filter((type) => type !== 'settled')
  expect(types.toSorted()).toEqual(STATES)
  const next = await server.run(olga, project.id)
  await set('ok')
  await watcher.until((its) => its.last('results')?.['results'][0].actualValue === 'ok', 10_000)
  await watcher.until((its) => listed(its).includes(next.id), 10_000)
})

test('after a lost connection the state of list and run includes what was missed', async () => {
  proxy.shut()
  const next = await server.run(olga, project.id)
  await set('ok')
  proxy.open()
  await watcher.until((its) => its.types.filter((type) => type === 'run').length === 2, 10_000)
  await watcher.until((its) => listed(its).includes(next.id))
  expect(watcher.last('run')?.['run'].summary.pending).toBe(0)
})

test('the list goes on when the open run is deleted, and access ends with the project', async () => {
  await server.delete(`/test-runs/${run.id}`, olga)
  await watcher.until((its) => its.last('run deleted'), 10_000)
  await watcher.until((its) => !listed(its).includes(run.id), 10_000)
  await server.delete(`/projects/${project.id}`, olga)
  await watcher.until((its) => its.error, 10_000)
  expect(watcher.error?.data?.code).toBe('NOT_FOUND')
})

test('a run of another project is not found, even one the user may read', async () => {
  const other = await server.project(olga)
  const otherRun = await server.run(olga, other.id)
  watcher.stop()
  watcher = open(otherRun.id)
  await watcher.until((its) => its.last('run deleted'))
  expect(watcher.types).not.toContain('run')
})

test('a run of another project shows its viewers to nobody outside, and does not count them', async () => {
  const tess = await server.person('Tess')
  const other = await server.project(tess)
  const otherRun = await server.run(tess, other.id)
  const inside = new LiveWatcher(proxy.url, 'project', { projectId: other.id, testRunId: otherRun.id }, tess)
  await inside.until((its) => its.last('viewers'))
  watcher.stop()
  watcher = open(otherRun.id)
  await watcher.until((its) => its.last('runs') && its.last('run deleted'))
  const uma = await server.person('Uma')
  await server.member(tess, other.id, uma)
  const another = new LiveWatcher(proxy.url, 'project', { projectId: other.id, testRunId: otherRun.id }, uma)
  await inside.until((its) => its.last('viewers')?.['viewers'].length === 2)
  // A later message on the connection. No message about viewers may come before it.
  const next = await server.run(olga, project.id)
  await watcher.until((its) => listed(its).includes(next.id))
  expect(watcher.types).not.toContain('viewers')
  const viewers = [tess, uma].map(({ id, name }) => ({ id, name }))
  expect(server.services.live.viewers.of(otherRun.id)).toEqual(viewers)
  another.stop()
  inside.stop()
})

test('the user views the run until the stream ends', async () => {
  const { viewers } = server.services.live
  expect(viewers.of(run.id)).toEqual([{ id: olga.id, name: 'Olga' }])
  watcher.stop()
  await expect.poll(() => viewers.of(run.id)).toEqual([])
})
