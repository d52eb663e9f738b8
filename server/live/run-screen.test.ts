import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '../testing/server.ts'
import { breakableWay, LiveWatcher } from './testing.ts'

/* The list of runs and one run, over one connection. */

let server: TestServer
let olga: Person
let project: { id: string }
let run: any
let way: Awaited<ReturnType<typeof breakableWay>>
let watcher: LiveWatcher

beforeEach(async () => {
  server = await startTestServer()
  olga = await server.person('Olga')
  project = await server.project(olga)
  await server.testCase(olga, (await server.suite(olga, project.id)).id)
  run = await server.run(olga, project.id)
  way = await breakableWay(server.url)
  watcher = new LiveWatcher(way.url, 'runScreen', { projectId: project.id, testRunId: run.id }, olga)
  await watcher.until((its) => of(its, 'list').length > 0 && of(its, 'run').length > 1)
})
afterEach(async () => {
  watcher.stop()
  way.close()
  await server.close()
})

const of = (its: LiveWatcher, part: 'list' | 'run'): any[] => its.messages.flatMap((message) => message[part] ?? [])
const typesOf = (part: 'list' | 'run') => of(watcher, part).map(({ type }) => type)
const set = (actualValue: string) => server.patch(`/test-runs/result/${run.results[0].id}`, { actualValue }, olga)

describe('those who have the screen of runs open', () => {
  test('are told of both', async () => {
    expect([typesOf('list'), typesOf('run')]).toEqual([['ready'], ['state', 'viewers']])
    const next = await server.run(olga, project.id)
    await set('ok')
    await watcher.until((its) => of(its, 'run').at(-1)?.results?.[0]?.actualValue === 'ok', 1_000)
    await watcher.until(
      (its) =>
        of(its, 'list')
          .flatMap(({ runs = [] }) => runs)
          .some(({ id }) => id === next.id),
      1_000,
    )
  })

  test('get of each what they missed while the connection was lost', async () => {
    way.shut()
    const next = await server.run(olga, project.id)
    await set('ok')
    way.open()
    await watcher.until((its) => of(its, 'run').length > 2 && of(its, 'list').length > 1, 10_000)
    expect([typesOf('list'), typesOf('run').filter((type) => type !== 'viewers')]).toEqual([
      ['ready', 'changed'],
      ['state', 'changed'],
    ])
    expect(
      of(watcher, 'list')
        .at(-1)
        .runs.map(({ id }: { id: string }) => id),
    ).toContain(next.id)
  })

  test('still hear of the list when the run is gone, and nothing more once the project is', async () => {
    await server.delete(`/test-runs/${run.id}`, olga)
    await watcher.until((its) => of(its, 'run').at(-1)?.type === 'deleted', 1_000)
    await watcher.until((its) => of(its, 'list').at(-1)?.removed?.includes(run.id), 1_000)
    await server.delete(`/projects/${project.id}`, olga)
    await watcher.until((its) => its.isComplete, 1_000)
    expect(typesOf('list').at(-1)).toBe('deleted')
  })

  test('are viewers of the run until they leave', async () => {
    const { viewers } = server.services.live
    expect(viewers.of(run.id)).toEqual([{ id: olga.id, name: 'Olga' }])
    watcher.stop()
    await expect.poll(() => viewers.of(run.id)).toEqual([])
  })
})
