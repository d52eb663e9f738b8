import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase } from '#server/testing/database.ts'
import { startCluster } from '../postgres/cluster.ts'
import { apiOf, type Call } from '../seed/api.ts'
import type { Figure } from './figure.ts'
import { percentile, startBefore, startTarget, stopTarget, type Target } from './load.ts'
import { inFolder, readWith } from './place.ts'
import { waitsDuring } from './probe.ts'
import { makeProject, type Project } from './project.ts'

/*
 * How long another caller waits while a server is attacked, and how much memory the attack takes.
 * BENCH_HEAP_MB limits the heap of the server, BENCH_POSTGRES=1 gives it a PostgreSQL database.
 */

/** A server under attack, with a project of `size`. */
export type Victim = { url: string; call: Call; token: string; project: Project; databaseUrl: string }

export type Attack = {
  name: string
  /** How much the memory may grow. */
  growthMib: number
  size?: { suites: number; casesPerSuite: number }
  /** Makes what the attack needs, and returns the attack. It ends when all of its answers have come. */
  prepare: (victim: Victim) => Promise<() => Promise<unknown>>
}

export const LONGEST_WAIT_MS = 150
const IDLE_MS = 3_000
/** A server that is stopped for longer has lost. */
const PATIENCE_MS = 120_000
const MIB = 1024

/** Attacks a new server. With BENCH_BEFORE, the folder of another version, that one is attacked in the same run. */
export async function underAttack(attack: Attack): Promise<Figure[]> {
  const before =
    process.env['BENCH_BEFORE'] === undefined ? undefined : await attempt(() => attackNew(attack, startBefore))
  const ours = await attackNew(attack, startOurs)
  const earlier = typeof before === 'string' ? before : before && `${waitText(before)}; ${memoryText(before)}`
  return [
    {
      work: `longest wait of another caller: ${attack.name}`,
      assay: waitText(ours),
      ...(earlier && { beside: `before: ${earlier}` }),
      value: ours.longestMs - ours.idleMs,
      bar: { atMost: LONGEST_WAIT_MS, unit: 'ms above idle' },
    },
    {
      work: `memory: ${attack.name}`,
      assay: memoryText(ours),
      value: ours.grownMib,
      bar: { atMost: attack.growthMib, unit: 'MiB' },
    },
  ]
}

type Damage = { idleMs: number; longestMs: number; p99Ms: number; residentMib: number; grownMib: number }

const waitText = ({ longestMs, p99Ms, idleMs }: Damage) =>
  `${longestMs.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms (${idleMs.toFixed(0)} ms idle)`
const memoryText = ({ residentMib, grownMib }: Damage) =>
  `${grownMib.toFixed(0)} MiB more than ${residentMib.toFixed(0)} MiB`

/** What went wrong, as a text, because an earlier version may die of the attack. */
async function attempt<T>(work: () => Promise<T>): Promise<T | string> {
  return await work().catch((error: Error) => error.message.split('\n')[0] ?? 'failed')
}

type Start = (args: string[], flags: string[]) => Promise<Target | undefined>

async function attackNew({ size = { suites: 1, casesPerSuite: 100 }, prepare }: Attack, start: Start): Promise<Damage> {
  return await onServer(size, start, async (victim, target) => {
    const { url, token, call } = victim
    const attack = await prepare(victim)
    const read = readWith(token)('/projects')
    const idle = await waitsDuring(url, read, () => new Promise((resolve) => setTimeout(resolve, IDLE_MS)))
    const residentMib = startPeak(target)
    const waits = await waitsDuring(url, read, () => Promise.race([attack(), outOfPatience()]))
    const grownMib = peakOf(target) - residentMib
    await call('GET', '/health')
    const [idleMs, longestMs] = [percentile(idle, 1), percentile(waits, 1)]
    return { idleMs, longestMs, p99Ms: percentile(waits, 0.99), residentMib, grownMib }
  })
}

export const startOurs: Start = async (args, flags) => await startTarget('./assay.ts', args, {}, flags)

/** Does some work with a new server and a project. */
export async function onServer<T>(
  size: { suites: number; casesPerSuite: number },
  start: Start,
  work: (victim: Victim, target: Target) => Promise<T>,
): Promise<T> {
  return await onDatabase(async (databaseUrl) => {
    const heap = process.env['BENCH_HEAP_MB']
    const target = await start([databaseUrl], heap ? [`--max-old-space-size=${heap}`] : [])
    if (!target) throw new Error('The server did not start')
    try {
      const { token, ...project } = await makeProject(target.url, size)
      return await work({ url: target.url, call: apiOf(target.url, token), token, project, databaseUrl }, target)
    } finally {
      target.child.kill('SIGKILL')
      await stopTarget(target)
    }
  })
}

async function outOfPatience(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())
  throw new Error(`The attack did not end within ${PATIENCE_MS / 1_000} s`)
}

async function onDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  if (!process.env['BENCH_POSTGRES']) return await inFolder((folder) => work(`file:${join(folder, 'assay.db')}`))
  const cluster = await startCluster()
  try {
    return await work(await createDatabase(cluster.url, { name: 'assay' }))
  } finally {
    await cluster.stop()
  }
}

/** Resident memory in MiB. The kernel counts the peak from here on. */
function startPeak({ child }: Target): number {
  writeFileSync(`/proc/${child.pid}/clear_refs`, '5')
  return memoryOf(child.pid, 'VmRSS')
}

const peakOf = ({ child }: Target) => memoryOf(child.pid, 'VmHWM')

function memoryOf(pid: number | undefined, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / MIB
}
