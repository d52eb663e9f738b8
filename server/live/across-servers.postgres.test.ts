import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { machine, type Person, startTestServerOn, type TestServer } from '../testing/server.ts'
import { LiveWatcher, toldAll } from './testing.ts'

/* Three servers on one database: what is done through one is seen through each. */

let database: TestDatabase
let servers: TestServer[]
let here: TestServer
let olga: Person
let tess: Person
let project: { id: string; clientSecret: string }
let cases: { id: string }[]
let run: any
const watchers: LiveWatcher[] = []

beforeAll(async () => {
  database = await testDatabase({ isMigrated: true })
  servers = await Promise.all(Array.from({ length: 3 }, () => startTestServerOn(database.url)))
  here = servers[0] as TestServer
  await here.person('Ada')
  olga = await here.person('Olga')
  tess = await here.person('Tess')
})
beforeEach(async () => {
  ;({ project, cases, run } = await here.projectWithRun(olga, tess))
  await Promise.all(servers.map((server) => toldAll(here, server)))
})
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.stop()
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await database.remove()
})

/** One watcher through each server. */
async function watchAll(name: 'run' | 'runs' | 'projects', input: object, as: Person = tess): Promise<LiveWatcher[]> {
  const all = servers.map(({ url }) => new LiveWatcher(url, name, input, as))
  watchers.push(...all)
  for (const watcher of all) await watcher.until(({ messages }) => messages.length > 0)
  return all
}

const execute = (server: TestServer, place: number, actualValue = 'ok') =>
  server.execute(machine(project), cases[place]?.id as string, run.id, { actualValue })
const resultsOf = (watcher: LiveWatcher) =>
  watcher.messages.flatMap(({ type, results }) => (type === 'changed' ? results : []))
const runsIn = (watcher: LiveWatcher) => watcher.messages.flatMap(({ type, runs }) => (type === 'changed' ? runs : []))

test('what is recorded through one server is seen through each within a second, as REST tells it', async () => {
  const all = await watchAll('run', { testRunId: run.id })
  for (const [index, server] of servers.entries()) {
    const recorded = await execute(server, 0, `through ${index}`)
    for (const watcher of all) {
      await watcher.until((its) => resultsOf(its).at(-1)?.actualValue === `through ${index}`, 1_000)
      expect(resultsOf(watcher).at(-1)).toEqual(recorded)
    }
  }
})

test('so are runs that are started, completed and deleted', async () => {
  const all = await watchAll('runs', { projectId: project.id })
  const started = await here.run(olga, project.id, 'Nightly')
  const ofRun = await watchAll('run', { testRunId: started.id })
  for (const watcher of all) await watcher.until((its) => runsIn(its).some(({ id }) => id === started.id), 1_000)
  await here.post(`/test-runs/${started.id}/complete`, {}, olga)
  for (const watcher of all)
    await watcher.until(
      (its) => runsIn(its).some(({ id, status }) => id === started.id && status === 'completed'),
      1_000,
    )
  await here.delete(`/test-runs/${started.id}`, olga)
  for (const watcher of all) await watcher.until((its) => its.last('changed')?.['removed'].includes(started.id), 1_000)
  for (const watcher of ofRun) {
    await watcher.until((its) => its.isComplete, 1_000)
    expect(watcher.types.at(-1)).toBe('deleted')
  }
})

test('so is a project that has another name', async () => {
  const all = await watchAll('projects', {})
  const before = all.map(({ messages }) => messages.length)
  await here.patch(`/projects/${project.id}`, { name: 'Another name' }, olga)
  for (const [index, watcher] of all.entries()) {
    await watcher.until((its) => its.messages.length > (before[index] ?? 0), 2_000)
    expect(watcher.types.at(-1)).toBe('stale')
  }
})

test('who is removed from the project has to leave every server, and others stay', async () => {
  const [removed, others] = [
    await watchAll('run', { testRunId: run.id }),
    await watchAll('run', { testRunId: run.id }, olga),
  ]
  await here.delete(`/projects/${project.id}/members/${tess.id}`, olga)
  for (const watcher of removed) {
    await watcher.until((its) => its.error, 1_000)
    expect(watcher.error?.data?.code).toBe('NOT_FOUND')
  }
  await execute(here, 0, 'secret')
  for (const watcher of others) await watcher.until((its) => resultsOf(its).length > 0)
  expect(removed.flatMap(resultsOf)).toEqual([])
})

test('nothing is said of a write that was refused or rolled back', async () => {
  const said: string[] = []
  const client = new pg.Client(database.url)
  client.on('notification', ({ payload = '' }) => said.push(payload))
  await client.connect()
  await client.query('listen assay_changes')
  const results = [
    { testCaseId: cases[0]?.id, actualValue: 'ok' },
    { testCaseId: 'unknown', actualValue: 'ok' },
  ]
  expect((await here.post(`/test-runs/${run.id}/results`, { results }, machine(project))).status).toBe(404)
  await execute(here, 1)
  await expect.poll(() => said.join()).toContain(run.results[1].id)
  await client.end()
  expect(said.join()).not.toContain(run.results[0].id)
})

test('a report of 10,000 results makes few messages on another server, and the last one is right', async () => {
  const report = `<testsuites>${Array.from({ length: 100 }, (_, suite) => `<testsuite name="Suite ${suite}">${Array.from({ length: 100 }, (_, index) => `<testcase name="case ${index}"/>`).join('')}</testsuite>`).join('')}</testsuites>`
  const { body } = await here.post(`/test-runs/project/${project.id}`, { key: 'build-1' }, olga)
  const all = await watchAll('run', { testRunId: body.id })
  const start = performance.now()
  await here.upload(machine(project), project.id, report, { run: 'build-1', complete: 'true' })
  const { suites: _, ...last } = (await here.get(`/test-runs/${body.id}/overview`, tess)).body
  expect(last.summary).toMatchObject({ total: 10_002, passed: 10_000 })
  for (const watcher of all) {
    await watcher.until((its) => its.messages.findLast(({ run: its }) => its)?.['run'].status === 'completed')
    const seconds = (performance.now() - start) / 1_000
    expect(watcher.types.length).toBeLessThanOrEqual(seconds * 3 + 4)
    expect(watcher.last('stale')?.['run']).toMatchObject({ summary: last.summary })
  }
})

test('what is recorded in one run through all servers at once is told to the last result', async () => {
  const all = await watchAll('run', { testRunId: run.id })
  await Promise.all(
    servers.map(async (server, index) => {
      for (let count = 0; count < 40; count++) await execute(server, count % 2, `${index} ${count}`)
    }),
  )
  const results = (await here.get(`/test-runs/${run.id}`, olga)).body.results
  for (const watcher of all)
    for (const result of results) {
      await watcher.until((its) => resultsOf(its).findLast(({ id }) => id === result.id)?.attempts === 60)
      expect(resultsOf(watcher).findLast(({ id }) => id === result.id).actualValue).toBe(result.actualValue)
    }
})

test('a watcher that comes from another server is told to read again', async () => {
  const lastEventId = here.services.live.ids.write(here.services.live.ids.next())
  const [, there] = await watchAll('run', { testRunId: run.id, lastEventId })
  expect(there?.messages[0]).toMatchObject({ type: 'stale', run: { summary: { total: 2 } } })
})

test('what is not a message of a server is ignored', async () => {
  const all = await watchAll('run', { testRunId: run.id })
  const client = new pg.Client(database.url)
  await client.connect()
  const results = { kind: 'results', testRunId: run.id, resultIds: 'all' }
  const junk = [
    '',
    'junk',
    'null',
    '{}',
    '[null]',
    '[{"kind":"run"}]',
    '[{"kind":"unknown"}]',
    JSON.stringify([results]),
    '\u{1F600}'.repeat(1_900),
    '{"kind":"viewers","server":"x","part":0,"viewers":[[1,2]]}',
  ]
  for (const channel of ['assay_changes', 'assay_servers'])
    for (const payload of junk) await client.query('select pg_notify($1, $2)', [channel, payload])
  await client.end()
  await execute(here, 0)
  for (const watcher of all) {
    await watcher.until((its) => resultsOf(its).length > 0, 1_000)
    expect(watcher.types).not.toContain('stale')
  }
})
