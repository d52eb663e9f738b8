import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { ServerProcess } from '../testing/process.ts'
import { machine, type Person, startTestServerOn, type TestServer } from '../testing/server.ts'
import { LiveWatcher } from './testing.ts'

/* Viewers of a run across servers, and servers that stop or die. */

let database: TestDatabase
let here: TestServer
let olga: Person
let tess: Person
let project: { id: string; clientSecret: string }
let run: any
const closing: (() => unknown)[] = []

/** More than two heartbeats: on a busy machine one may be late. */
const SILENCE_MS = 12_000

beforeEach(async () => {
  database = await testDatabase({ isMigrated: true })
  here = await start({ silenceMs: SILENCE_MS })
  olga = await here.person('Olga')
  tess = await here.person('Tess')
  project = await here.project(olga)
  await here.member(olga, project.id, tess)
  await here.testCase(olga, (await here.suite(olga, project.id)).id)
  run = await here.run(olga, project.id)
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await database.remove()
})

async function start(times = {}): Promise<TestServer> {
  const server = await startTestServerOn(database.url, {}, { times })
  closing.push(server.close)
  return server
}

async function watch({ url }: { url: string }, as: Person): Promise<LiveWatcher> {
  const watcher = new LiveWatcher(url, 'project', { projectId: project.id, testRunId: run.id }, as)
  closing.push(watcher.stop)
  await watcher.until(({ types }) => types.includes('viewers') && types.includes('run'))
  return watcher
}

const states = (watcher: LiveWatcher) => watcher.types.filter((type) => type === 'run').length
const namesIn = (watcher: LiveWatcher) =>
  watcher
    .last('viewers')
    ?.['viewers'].map(({ name }: { name: string }) => name)
    .join()

test('viewers through all servers are named once each as they come and go', async () => {
  const there = await start()
  const [first, second] = [await watch(here, olga), await watch(there, tess)]
  const both = [first, second]
  for (const watcher of both) await watcher.until((its) => namesIn(its) === 'Olga,Tess', 10_000)
  const again = await watch(there, olga)
  first.stop()
  await second.until(() => here.services.live.viewers.local().length === 0)
  await wait(1_500)
  expect([namesIn(second), namesIn(again)]).toEqual(['Olga,Tess', 'Olga,Tess'])
  again.stop()
  await second.until((its) => namesIn(its) === 'Tess', 10_000)
})

test('a server that starts learns the viewers of the others at once', async () => {
  await watch(here, olga)
  const there = await start({ heartbeatMs: 60_000 })
  const watcher = await watch(there, tess)
  await watcher.until((its) => namesIn(its) === 'Olga,Tess', 10_000)
  expect(watcher.last('viewers')).toEqual({
    type: 'viewers',
    viewers: [olga, tess].map(({ id, name }) => ({ id, name })),
    count: 2,
  })
})

test('many viewers of many runs reach the other server, and leave it again', async () => {
  const there = await start()
  const runIds = Array.from({ length: 30 }, (_, index) => `run ${index}`)
  const leave = runIds.flatMap((id) =>
    Array.from({ length: 20 }, (_, index) =>
      here.services.live.viewers.enter(id, { id: `user ${index}`, name: `User ${index} `.padEnd(100, '世') }),
    ),
  )
  const { viewers } = there.services.live
  await expect.poll(() => runIds.map((id) => viewers.of(id).length), { timeout: 20_000 }).toEqual(runIds.map(() => 20))
  for (const step of leave.slice(20)) step()
  await expect
    .poll(() => runIds.map((id) => viewers.of(id).length), { timeout: 20_000 })
    .toEqual([20, ...runIds.slice(1).map(() => 0)])
  for (const step of leave.slice(0, 20)) step()
})

test('the viewers of a server that stops are removed at once, and no stream gets its state again', async () => {
  const there = await start()
  const watcher = await watch(here, olga)
  await watch(there, tess)
  await watcher.until((its) => namesIn(its) === 'Olga,Tess', 10_000)
  await there.close()
  await watcher.until((its) => namesIn(its) === 'Olga', 10_000)
  // A stopped server that is taken for a lost one would cause a second state.
  await wait(SILENCE_MS + 1_000)
  expect(states(watcher)).toBe(1)
})

test('after a server was killed its viewers are removed, and streams get the state again', async () => {
  const process = new ServerProcess({ DATABASE_URL: database.url, JWT_SECRET: 'a secret for tests only, 32 long' })
  closing.push(() => process.kill('SIGKILL'))
  const there = { url: await process.ready() }
  const watcher = await watch(here, olga)
  await watch(there, tess)
  await watcher.until((its) => namesIn(its) === 'Olga,Tess', 10_000)
  await wait(SILENCE_MS + 1_000)
  expect([namesIn(watcher), states(watcher)]).toEqual(['Olga,Tess', 1])
  await here.services.write(
    null,
    async (db) =>
      void (await db.updateTable('test_runs').set({ passed: 1, pending: 0 }).where('id', '=', run.id).execute()),
  )
  await process.kill('SIGKILL')
  await watcher.until((its) => namesIn(its) === 'Olga', 30_000)
  await watcher.until((its) => states(its) === 2, 10_000)
  expect(watcher.last('run')?.['run'].summary).toMatchObject({ passed: 1 })
})

test('a result recorded just before its server was killed reaches the streams of another', async () => {
  const process = new ServerProcess({ DATABASE_URL: database.url, JWT_SECRET: 'a secret for tests only, 32 long' })
  closing.push(() => process.kill('SIGKILL'))
  const url = await process.ready()
  const watcher = await watch(here, olga)
  const answer = await fetch(`${url}/api/test-cases/${run.results[0].testCase.id}/execute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: machine(project).authorization },
    body: JSON.stringify({ testRunId: run.id, actualValue: 'ok' }),
  })
  await process.kill('SIGKILL')
  expect(answer.status).toBe(201)
  await watcher.until((its) => its.messages.findLast(({ run }) => run)?.['run'].summary.passed === 1, 30_000)
})
