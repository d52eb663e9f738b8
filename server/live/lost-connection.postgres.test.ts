import pg from 'pg'
import { type Logger, pino } from 'pino'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabases } from '../database/databases.ts'
import { LISTEN_TIMES, listenPostgres } from '../database/postgres-listener.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { machine, startTestServerOn, type TestServer } from '../testing/server.ts'
import { breakableProxy, LiveWatcher, allPublished } from './testing.ts'

/* The connection over which a server listens to its peers. */

let database: TestDatabase
let admin: pg.Client
let logged: { level: number; msg: string }[]
let log: Logger
const closing: (() => unknown)[] = []

beforeEach(async () => {
  database = await testDatabase({ isMigrated: true })
  admin = new pg.Client(database.url)
  await admin.connect()
  logged = []
  log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await admin.end()
  await database.remove()
})

async function start(...args: Parameters<typeof startTestServerOn>): Promise<TestServer> {
  const server = await startTestServerOn(...args)
  closing.push(server.close)
  return server
}

async function makeRun(here: TestServer, there: TestServer) {
  const olga = await here.person('Olga')
  const project = await here.project(olga)
  const suite = await here.suite(olga, project.id)
  const cases = await Promise.all(
    Array.from({ length: 5 }, (_, index) => here.testCase(olga, suite.id, { name: `Case ${index}` })),
  )
  const run = await here.run(olga, project.id)
  await allPublished(here, there)
  const watcher = new LiveWatcher(there.url, 'project', { projectId: project.id, testRunId: run.id }, olga)
  closing.push(watcher.stop)
  await watcher.until(({ types }) => types.includes('run'))
  return { olga, project, cases, run, watcher }
}

/** Ends the listening connections of the servers, once all of them listen. */
async function endListeners(servers = 1): Promise<number> {
  const listening = `from pg_stat_activity
    where datname = current_database() and query ~ '^(listen|select pg_listening)' and pid <> pg_backend_pid()`
  await expect
    .poll(async () => (await admin.query(`select 1 ${listening}`)).rowCount, { timeout: 30_000 })
    .toBe(servers)
  const { rowCount } = await admin.query(`select pg_terminate_backend(pid) ${listening}`)
  return rowCount ?? 0
}

const states = (watcher: LiveWatcher) => watcher.types.filter((type) => type === 'run').length
const lastRunOf = (watcher: LiveWatcher) => watcher.messages.findLast(({ run }) => run)?.['run']
const warnings = () => logged.filter(({ level, msg }) => level === 40 && msg.includes('was lost')).length
const returns = () =>
  logged.filter(({ level, msg }) => level === 30 && msg.includes('listening to other servers again')).length

/** The view of a page that reads results after each state of the run, and takes changed results from messages. */
function shownBy(watcher: LiveWatcher, read: any[]): any[] {
  const state = watcher.types.lastIndexOf('run')
  const later = watcher.messages.slice(state + 1).flatMap(({ results = [] }) => results)
  return read.map((result) => later.findLast(({ id }) => id === result.id) ?? result)
}

test('listening connections that end during recording are restored, and nothing is missed', async () => {
  const [here, there] = [await start(database.url, {}, { log }), await start(database.url, {}, { log })]
  const { olga, project, cases, run, watcher } = await makeRun(here, there)
  let ended = 0
  for (let count = 0; count < 100; count++) {
    await here.execute(machine(project), cases[count % 5].id, run.id, { actualValue: `${count}` })
    if (count % 30 === 15) ended += await endListeners(2)
  }
  expect(ended).toBe(6)
  await expect.poll(() => [warnings(), returns()], { timeout: 30_000 }).toEqual([ended, ended])
  await here.execute(machine(project), cases[0].id, run.id, { actualValue: 'ok' })
  const { results } = (await here.get(`/test-runs/${run.id}`, olga)).body
  const { summary } = (await here.get(`/test-runs/${run.id}/overview`, olga)).body
  expect(summary).toMatchObject({ passed: 1, failed: 4 })
  await watcher.until((its) => lastRunOf(its)?.summary.passed === 1)
  expect(states(watcher)).toBeGreaterThan(1)
  expect(shownBy(watcher, results)).toEqual(results)
  expect(lastRunOf(watcher).summary).toEqual(summary)
})

test('changes during a lost listening connection are read as soon as it is restored', async () => {
  const here = await start(database.url)
  const there = await start(database.url, {}, { log, times: { retryMs: 10_000 } })
  const { project, cases, run, watcher } = await makeRun(here, there)
  const before = watcher.messages.length
  await endListeners(2)
  await expect.poll(warnings).toBe(1)
  await here.execute(machine(project), cases[0].id, run.id, { actualValue: 'ok' })
  expect(returns()).toBe(0)
  await watcher.until((its) => states(its) > 1, 30_000)
  expect(watcher.last('run')?.['run'].summary).toMatchObject({ passed: 1 })
  expect(watcher.types.slice(before).filter((type) => type === 'results')).toEqual([])
})

test('a listening connection that died silently is noticed', async () => {
  const here = await start(database.url)
  const proxy = await breakableProxy(database.url)
  closing.push(proxy.close)
  const url = new URL(database.url)
  url.port = new URL(proxy.url).port
  const open = async () => ({
    ...(await openDatabases({ postgres: database.url })),
    listen: listenPostgres.bind(undefined, url.href),
  })
  // A healthy connection has this long to answer, too.
  const there = await start(database.url, {}, { log, open, times: { checkMs: 300, answerMs: 5_000 } })
  const { project, cases, run, watcher } = await makeRun(here, there)
  await wait(500)
  expect(warnings()).toBe(0)
  proxy.clog()
  await here.execute(machine(project), cases[0].id, run.id, { actualValue: 'ok' })
  await watcher.until((its) => states(its) > 1, 30_000)
  expect([watcher.last('run')?.['run'].summary.passed, warnings(), returns()]).toEqual([1, 1, 1])
})

test('by default a dead listening connection is noticed within 15 seconds', () => {
  expect(LISTEN_TIMES.checkMs + LISTEN_TIMES.answerMs).toBeLessThan(15_000)
})

test('a restored connection listens to all channels', async () => {
  const hear: string[] = []
  const [missed, times] = [Promise.withResolvers<void>(), { ...LISTEN_TIMES, checkMs: 100, retryMs: 10 }]
  const listening = await listenPostgres(database.url, {
    channels: ['one', 'two'],
    onMessage: (_, payload) => hear.push(payload),
    onReconnect: missed.resolve,
    log,
    times,
  })
  closing.push(listening.close)
  await admin.query(`select pg_notify('two', 'before')`)
  await expect.poll(() => hear).toEqual(['before'])
  await endListeners()
  await missed.promise
  await admin.query(`select pg_notify('two', 'after')`)
  await expect.poll(() => hear).toEqual(['before', 'after'])
})

test('a server that stops while it reconnects leaves no connection open', async () => {
  const server = await start(database.url, {}, { log, times: { retryMs: 60_000 } })
  await endListeners()
  await expect.poll(warnings).toBe(1)
  const begun = performance.now()
  await server.close()
  closing.pop()
  // Waiting for the next try would take half a minute or more.
  expect(performance.now() - begun).toBeLessThan(8_000)
  const others = async () =>
    (
      await admin.query(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    ).rowCount
  await expect.poll(others).toBe(0)
})

test('a server that cannot listen fails to start with one line that hides the password', async () => {
  const listening = { channels: ['one'], onMessage: () => {}, onReconnect: () => {}, log, times: LISTEN_TIMES }
  const failed = listenPostgres('postgres://assay:secret@127.0.0.1:1/assay', listening)
  await expect(failed).rejects.toThrow(
    'DATABASE_URL: cannot listen at postgres://assay:…@127.0.0.1:1/assay: connect ECONNREFUSED 127.0.0.1:1',
  )
})
