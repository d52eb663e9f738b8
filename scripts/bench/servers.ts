import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { readConfig } from '#server/config.ts'
import { type Databases, openDatabases } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { createDatabase } from '#server/testing/database.ts'
import { ServerProcess } from '#server/testing/process.ts'
import { root } from '../launch.mjs'
import { type Cluster, startCluster } from '../postgres/cluster.ts'

/* Servers in processes of their own, and their databases. What a part of the benchmarks starts ends with the part. */

/** `database` is its `DATABASE_URL`. */
export type Server = {
  url: string
  pid: number
  database: string
  kill: () => Promise<unknown>
  /** Ends in order, which keeps compiled modules for the next start. */
  stop: () => Promise<unknown>
}
export type Engine = keyof typeof ENGINES
export const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const DEFAULT_ENGINE: Engine = process.env['BENCH_POSTGRES'] ? 'postgres' : 'sqlite'

const ends: (() => unknown)[] = []

/** Runs `end` at the end of the part. */
export const atEnd = (end: () => unknown) => void ends.push(end)

/** Ends what was started, the last first. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}

/** `flags` are those of Node. */
type Options = { flags?: string[]; env?: Record<string, string> }
/** Starts a server on a new database, unless one is given. */
export type Start = (database?: string, options?: Options) => Promise<Server>

const starting =
  (checkout: string, entry = 'server/index.ts'): Start =>
  async (given, { flags = [], env } = {}) => {
    const database = given ?? (await newDatabase())
    const { SERVER_FLAGS, SERVER_MEMORY } = await launcherOf(checkout)
    const settings = { DATABASE_URL: database, JWT_SECRET: 'for benchmarks only, 32 characters' }
    const environment = { ...SERVER_MEMORY, ...settings, ...env }
    const server = new ServerProcess(environment, {
      flags: [...SERVER_FLAGS, ...flags],
      entry: join(checkout, entry),
    })
    const kill = () => server.kill('SIGKILL')
    atEnd(kill)
    const stop = () => server.kill('SIGTERM')
    return { url: await server.ready(), pid: server.child.pid as number, database, kill, stop }
  }

const launcherOf = async (checkout: string): Promise<typeof import('../launch.mjs')> =>
  await import(pathToFileURL(join(checkout, 'scripts/launch.mjs')).href)

const { BENCH_BEFORE } = process.env
const before = BENCH_BEFORE && resolve(BENCH_BEFORE)

export const startAssay = starting(root)
/** The product of BENCH_BEFORE, an earlier checkout with its dependencies. */
export const startBefore = before ? starting(before) : undefined
/** The bare server, on a SQLite database of the product. */
export const startBare = starting(root, 'scripts/bench/bare.ts')

/** Builds the browser app of both versions. */
export async function build(): Promise<void> {
  for (const checkout of [root, before ?? root]) (await launcherOf(checkout)).ensureBuilt()
}

/** Returns the `DATABASE_URL` of an empty database. BENCH_POSTGRES=1 changes the default. PostgreSQL is durable. */
export async function newDatabase(engine = DEFAULT_ENGINE): Promise<string> {
  if (engine === 'sqlite') return `file:${join(newFolder(), 'assay.db')}`
  cluster ??= startCluster({ isDurable: true }).then((started) => {
    atEnd(() => {
      cluster = undefined
      return started.stop()
    })
    return started
  })
  return await createDatabase((await cluster).url)
}

let cluster: Promise<Cluster> | undefined

/** Of a SQLite database, as it is now. */
export async function copyOf(server: Server): Promise<string> {
  const database = await newDatabase('sqlite')
  const file = openSqlite(fileOf(server), { queryOnly: true })
  await file.backup(fileOf({ database }))
  file.close()
  return database
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Opened beside the server, until the end of the part. */
export async function openDatabaseOf({ database }: Server): Promise<Databases> {
  const opened = await openDatabases(readConfig({ DATABASE_URL: database }).DATABASE_URL)
  atEnd(() => opened.close())
  return opened
}

export const fileOf = ({ database }: { database: string }) => database.slice('file:'.length)

/** Measures from now on: the time, and the CPU time of a server, in ms. */
export function stopwatch(server: Server): () => { ms: number; cpuMs: number } {
  const [cpuBefore, start] = [cpuOf(server), performance.now()]
  return () => ({ ms: performance.now() - start, cpuMs: cpuOf(server) - cpuBefore })
}

/** Waits until the server takes less than this share of a core: it works in the background, too. */
export async function untilIdle(server: Server, share = 0.1): Promise<void> {
  while ((await shareOfCpu(server, 500)) > share);
}

export async function shareOfCpu(server: Server, forMs: number): Promise<number> {
  const passed = stopwatch(server)
  await wait(forMs)
  return passed().cpuMs / forMs
}

/** Of all cores, while nothing is measured. More is another's work. */
export const QUIET_SHARE = 0.1

/** Waits until the machine is quiet: PostgreSQL analyzes its tables in the background, too. */
export async function untilQuiet(): Promise<void> {
  while ((await shareOfCores()) > QUIET_SHARE);
}

/** The busy share of all cores in the next second. */
export async function shareOfCores(): Promise<number> {
  const idleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0)
  const [before, begun] = [idleMs(), performance.now()]
  await wait(1_000)
  return Math.max(0, 1 - (idleMs() - before) / ((performance.now() - begun) * cpus().length))
}

/** User and system CPU time so far, in ms: the kernel counts in steps of 10 ms. */
function cpuOf({ pid }: Server): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Memory of a server in MiB, from the kernel. */
export function memoryOf({ pid }: Server, field: 'VmRSS' | 'VmHWM' | 'RssFile' | 'RssAnon'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}
