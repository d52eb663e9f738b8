import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#server/testing/process.ts'
import { postgresBinaries } from './binaries.ts'

const NOBODY = 65_534
const START_MS = 30_000

/** Shutdown modes: `fast` closes all connections, `immediate` is like a crash. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** A PostgreSQL cluster on a free port. `url` has no database name. */
export type Cluster = { url: string; restart: (how: keyof typeof SIGNALS) => Promise<void>; stop: () => Promise<void> }

/** Starts a cluster. Without `isDurable` it does not sync to disk, which is faster. */
export async function startCluster({ isDurable = false } = {}): Promise<Cluster> {
  const bin = postgresBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'assay-postgres-'))
  const user = await unprivileged(folder)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'assay', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...user, cwd: folder },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr.toString()}`)
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    `port=${port}`,
    'max_connections=300',
    ...(isDurable ? [] : ['fsync=off']),
  ]
  const url = `postgres://assay@127.0.0.1:${port}`
  const start = async () => {
    child = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let log = ''
    child.stderr?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-2_000)))
    await answers(url, child, () => log)
  }
  let child: ChildProcess | undefined
  const end = () => void child?.kill('SIGQUIT')
  process.once('exit', end)
  await start()
  const restart = async (how: keyof typeof SIGNALS) => {
    await ended(child, SIGNALS[how])
    await start()
  }
  const stop = async () => {
    process.off('exit', end)
    await ended(child, 'SIGINT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  return { url, restart, stop }
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  await new Promise((resolve) => child?.once('exit', resolve) && child.kill(signal))
}

/** PostgreSQL refuses to run as root. */
async function unprivileged(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  chownSync(folder, NOBODY, NOBODY)
  return { uid: statSync(folder).uid, gid: statSync(folder).gid }
}

async function answers(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (const deadline = Date.now() + START_MS; ;) {
    const client = new pg.Client(`${url}/postgres`)
    try {
      await client.connect()
      return
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`PostgreSQL did not start: ${log()}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 100))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
