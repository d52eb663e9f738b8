import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { machine, type Person, startTestServerOn, type TestServer } from '../testing/server.ts'
import { LiveWatcher, allPublished, largeReport } from './testing.ts'

/* Three servers on one database: changes made through one reach the streams of all. */

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
  await Promise.all(servers.map((server) => allPublished(here, server)))
})
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.stop()
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await database.remove()
})

async function watchAll(testRunId: string | null, as: Person = tess): Promise<LiveWatcher[]> {
  const all = servers.map(({ url }) => new LiveWatcher(url, 'project', { projectId: project.id, testRunId }, as))
  watchers.push(...all)
  for (const watcher of all) await watcher.until(({ types }) => types.includes(testRunId ? 'run' : 'runs'))
  return all
}

const execute = (server: TestServer, index: number, actualValue = 'ok') =>
  server.execute(machine(project), cases[index]?.id as string, run.id, { actualValue })
const resultsOf = (watcher: LiveWatcher) => watcher.messages.flatMap(({ results = [] }) => results)
const runsIn = (watcher: LiveWatcher): any[] => watcher.last('runs')?.['runs'] ?? []

test('results recorded through one server reach the streams of all within a second, as REST returns them', async () => {
  const all = await watchAll(run.id)
  for (const [index, server] of servers.entries()) {
    const recorded = await execute(server, 0, `through ${index}`)
    for (const watcher of all) {
      await watcher.until((its) => resultsOf(its).at(-1)?.actualValue === `through ${index}`, 10_000)
      expect(resultsOf(watcher).at(-1)).toEqual(recorded)
    }
  }
})

test('started, completed and deleted runs reach the streams of all servers', async () => {
  const all = await watchAll(null)
  const started = await here.run(olga, project.id, 'Nightly')
  const ofRun = await watchAll(started.id)
  for (const watcher of all) await watcher.until((its) => runsIn(its).some(({ id }) => id === started.id), 10_000)
  await here.post(`/test-runs/${started.id}/complete`, {}, olga)
  for (const watcher of all)
    await watcher.until(
      (its) => runsIn(its).some(({ id, status }) => id === started.id && status === 'completed'),
      10_000,
    )
  await here.delete(`/test-runs/${started.id}`, olga)
  for (const watcher of all) await watcher.until((its) => !runsIn(its).some(({ id }) => id === started.id), 10_000)
  for (const watcher of ofRun) await watcher.until((its) => its.last('run deleted'), 10_000)
  expect([...all, ...ofRun].map(({ error }) => error)).toEqual(Array.from({ length: 6 }))
})

test('a renamed project reaches the project lists of all servers', async () => {
  const all = servers.map(({ url }) => new LiveWatcher(url, 'projects', undefined, tess))
  watchers.push(...all)
  for (const watcher of all) await watcher.until(({ messages }) => messages.length > 0)
  const before = all.map(({ messages }) => messages.length)
  await here.patch(`/projects/${project.id}`, { name: 'Another name' }, olga)
  for (const [index, watcher] of all.entries())
    await watcher.until((its) => its.messages.length > (before[index] ?? 0), 10_000)
  expect(new Set(all.flatMap(({ types }) => types))).toEqual(new Set(['projects']))
})

test('a removed member loses the streams of all servers, and others keep theirs', async () => {
  const [removed, others] = [await watchAll(run.id), await watchAll(run.id, olga)]
  await here.delete(`/projects/${project.id}/members/${tess.id}`, olga)
  for (const watcher of removed) {
    await watcher.until((its) => its.error, 10_000)
    expect(watcher.error?.data?.code).toBe('NOT_FOUND')
  }
  await execute(here, 0, 'secret')
  for (const watcher of others) await watcher.until((its) => resultsOf(its).length > 0)
  expect(removed.flatMap(resultsOf)).toEqual([])
})

test('a write that was refused or rolled back is not announced', async () => {
  const payloads: string[] = []
  const client = new pg.Client(database.url)
  client.on('notification', ({ payload = '' }) => payloads.push(payload))
  await client.connect()
  await client.query('listen assay_live')
  const results = [
    { testCaseId: cases[0]?.id, actualValue: 'ok' },
    { testCaseId: 'unknown', actualValue: 'ok' },
  ]
  expect((await here.post(`/test-runs/${run.id}/results`, { results }, machine(project))).status).toBe(404)
  await execute(here, 1)
  await expect.poll(() => payloads.join()).toContain(run.results[1].id)
  await client.end()
  expect(payloads.join()).not.toContain(run.results[0].id)
})

test('a report of 10,000 results sends few messages on all servers, and the last is the final state', async () => {
  const { body } = await here.post(`/test-runs/project/${project.id}`, { key: 'build-1' }, olga)
  const all = await watchAll(body.id)
  const start = performance.now()
  await here.upload(machine(project), project.id, largeReport(), { run: 'build-1', complete: 'true' })
  const { suites: _, ...last } = (await here.get(`/test-runs/${body.id}/overview`, tess)).body
  expect(last.summary).toMatchObject({ total: 10_002, passed: 10_000 })
  for (const watcher of all) {
    await watcher.until((its) => its.messages.findLast(({ run }) => run)?.['run'].status === 'completed')
    const seconds = (performance.now() - start) / 1_000
    expect(watcher.types.length).toBeLessThanOrEqual(seconds * 6 + 8)
    expect(watcher.messages.findLast(({ run }) => run)?.['run']).toMatchObject({ summary: last.summary })
  }
})

test('results recorded through all servers at once all reach every stream', async () => {
  const all = await watchAll(run.id)
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

test('foreign payloads on the channel are ignored', async () => {
  const all = await watchAll(run.id)
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
    '[{"kind":"viewer","server":"x","viewer":1}]',
  ]
  for (const payload of junk) await client.query('select pg_notify($1, $2)', ['assay_live', payload])
  await client.end()
  await execute(here, 0)
  for (const watcher of all) {
    await watcher.until((its) => resultsOf(its).length > 0, 10_000)
    expect(watcher.types.filter((type) => type === 'run')).toHaveLength(1)
  }
})
