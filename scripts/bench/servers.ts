import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createDatabase } from '#server/testing/database.ts'
import { ServerProcess } from '#server/testing/process.ts'
import { SERVER_FLAGS, SERVER_MEMORY } from '../launch.mjs'
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
export type Engine = 'sqlite' | 'postgres'

const ends: (() => unknown)[] = []

/** Runs `end` at the end of the part. */
export const atEnd = (end: () => unknown) => void ends.push(end)

/** Ends what was started, the last first. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}

/** The product, on a new database unless one is given. `flags` are those of Node. */
export async function startAssay(
  database?: string,
  flags: string[] = [],
  env: Record<string, string> = {},
): Promise<Server> {
  return await start(fileURLToPath(new URL('../../server/index.ts', import.meta.url)), database, { flags, env })
}

/** The product in BENCH_BEFORE, an earlier checkout with its dependencies. */
export async function startBefore(flags: string[] = []): Promise<Server | undefined> {
  const { BENCH_BEFORE: checkout } = process.env
  return checkout ? await start(join(checkout, 'server/index.ts'), undefined, { flags }) : undefined
}

/** The bare server, on a SQLite database of the product. */
export async function startBare(database: string, userId: string): Promise<Server> {
  return await start(fileURLToPath(new URL('./bare.ts', import.meta.url)), database, { env: { USER_ID: userId } })
}

type Options = { env?: Record<string, string>; flags?: string[] }

async function start(entry: string, given: string | undefined, { env, flags = [] }: Options): Promise<Server> {
  const database = given ?? (await newDatabase())
  const settings = { DATABASE_URL: database, JWT_SECRET: 'for benchmarks only, 32 characters', NODE_ENV: 'production' }
  const server = new ServerProcess({ ...SERVER_MEMORY, ...settings, ...env }, [...SERVER_FLAGS, ...flags], entry)
  const kill = () => server.kill('SIGKILL')
  atEnd(kill)
  const stop = () => server.kill('SIGTERM')
  return { url: await server.ready(), pid: server.child.pid as number, database, kill, stop }
}

/** Returns the `DATABASE_URL` of an empty database. BENCH_POSTGRES=1 changes the default. PostgreSQL is durable. */
export async function newDatabase(
  engine: Engine = process.env['BENCH_POSTGRES'] ? 'postgres' : 'sqlite',
): Promise<string> {
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

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  return folder
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
