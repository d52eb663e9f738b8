import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCluster } from '../../scripts/postgres/cluster.ts'
import { createDatabase, testDatabase } from '../testing/database.ts'
import { Load } from '../testing/load.ts'
import { ServerProcess } from '../testing/process.ts'
import { type Proxy, startProxy } from '../testing/proxy.ts'

/* Three server processes on one PostgreSQL, behind a proxy. Each acknowledged write must be stored exactly once. */

const SERVERS = 3
const CHECK_MS = 50
/** Several health checks: afterwards the proxy sends requests to all three servers. */
const SETTLE_MS = 300

let servers: ServerProcess[]
let proxy: Proxy | undefined
beforeEach(() => {
  servers = []
  proxy = undefined
})
afterEach(async () => {
  await proxy?.close()
  await Promise.all(servers.map((server) => server.kill('SIGKILL')))
})

async function startServers(database: string, environment: Record<string, string> = {}): Promise<string[]> {
  for (let index = 0; index < SERVERS; index++) servers.push(startServer(database, environment))
  return await Promise.all(servers.map((server) => server.ready()))
}

function startServer(DATABASE_URL: string, environment: Record<string, string> = {}): ServerProcess {
  return new ServerProcess({
    DATABASE_URL,
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'loopback',
    STOP_DELAY_SECONDS: '1',
    ...environment,
  })
}

async function deadlocks(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('select deadlocks::int from pg_stat_database where datname = current_database()')
  await client.end()
  return rows[0].deadlocks
}

/** Logged errors, except those about a lost database. A background job may lose it during a commit, as a request may. */
const unexpected = (log: string) =>
  log.split('\n').filter((line) => line !== '' && !/"status":50[23]|does not answer|The database went away/.test(line))

test(
  'servers that are stopped and killed in turn under load lose no acknowledged write, and a stop fails no request',
  { timeout: 300_000 },
  async () => {
    const database = await testDatabase()
    // The proxy sends requests to a stopping server until it has noticed.
    const urls = await startServers(database.url, { STOP_DELAY_SECONDS: '3' })
    proxy = await startProxy(urls, { checkEveryMs: CHECK_MS })
    const load = new Load(proxy.url)
    await load.start(3)
    const logs: string[] = []
    for (const signal of ['SIGTERM', 'SIGKILL'] as const)
      for (const [index, url] of urls.entries()) {
        await wait(SETTLE_MS)
        const before = load.failures
        const code = await servers[index]?.kill(signal)
        logs.push(servers[index]?.err ?? '')
        if (signal === 'SIGTERM') expect([code, load.failures - before]).toEqual([0, 0])
        servers[index] = startServer(database.url, { PORT: new URL(url).port })
        await servers[index].ready()
      }
    await wait(SETTLE_MS)
    await load.stop()
    await load.verify()
    expect([...logs, ...servers.map(({ err }) => err)].flatMap(unexpected)).toEqual([])
    await Promise.all(servers.map((server) => server.kill('SIGTERM')))
    expect(await deadlocks(database.url)).toBe(0)
    await database.remove()
  },
)

test(
  'servers survive a restart of PostgreSQL: they answer 503 meanwhile and then recover',
  { timeout: 300_000 },
  async () => {
    const cluster = await startCluster()
    const urls = await startServers(await createDatabase(cluster.url))
    proxy = await startProxy(urls)
    const load = new Load(proxy.url)
    await load.start(2)
    for (const mode of ['fast', 'immediate'] as const) {
      await wait(SETTLE_MS)
      await cluster.restart(mode)
      const before = load.done
      await expect.poll(() => load.done).toBeGreaterThan(before + 50)
      expect(load.failures).toBeGreaterThan(0)
    }
    await load.stop()
    await load.verify()
    expect(servers.map(({ child }) => child.exitCode)).toEqual([null, null, null])
    expect(servers.map(({ err }) => err).flatMap(unexpected)).toEqual([])
    await Promise.all(servers.map((server) => server.kill('SIGTERM')))
    await cluster.stop()
  },
)
