import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { SERVER_FLAGS, SERVER_MEMORY } from '../launch.mjs'

/** A server in a process of its own. */
export type Target = { url: string; child: ChildProcess }

/** What `count` calls took together, and the CPU time of the server meanwhile. */
export type Sample = { count: number; seconds: number; cpuSeconds: number; p99Ms: number; failures: number }

/** Starts a server process. Resolves with its URL once it is ready. `flags` are those of Node. */
export async function startTarget(
  script: string,
  args: string[] = [],
  env: object = {},
  flags: string[] = [],
): Promise<Target> {
  const child = fork(new URL(script, import.meta.url), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...SERVER_FLAGS, ...flags],
    env: { ...process.env, ...SERVER_MEMORY, ...env },
  })
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${script} ended with ${code}`)))
  const [message] = (await Promise.race([once(child, 'message'), failed])) as [{ url: string }]
  return { url: message.url, child }
}

/** The product as it is in BENCH_BEFORE, the folder of an earlier checkout with its dependencies. */
export async function startBefore(args: string[], flags: string[] = []): Promise<Target | undefined> {
  const folder = process.env['BENCH_BEFORE']
  if (!folder) return undefined
  return await startTarget(pathToFileURL(join(folder, 'scripts/bench/assay.ts')).href, args, {}, flags)
}

export async function stopTarget(target: Target | undefined): Promise<void> {
  if (!target || target.child.exitCode !== null || target.child.signalCode !== null) return
  target.child.kill('SIGTERM')
  await once(target.child, 'exit')
}

export type Load = { connections: number; requests: autocannon.Request[]; seconds?: number; expects?: 200 | 304 }

const SECONDS = 1

/** Repeats the requests at full speed. */
export async function measure(target: Target, load: Load): Promise<Sample> {
  const { connections, requests, seconds = SECONDS, expects = 200 } = load
  const cpuBefore = cpuSeconds(target)
  const result = await autocannon({ url: target.url, connections, duration: seconds, requests })
  const count = expects === 304 ? result['3xx'] : result['2xx']
  return {
    count,
    seconds: result.duration,
    cpuSeconds: cpuSeconds(target) - cpuBefore,
    p99Ms: result.latency.p99,
    failures: result['1xx'] + result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'] + result.errors - count,
  }
}

/** User and system CPU time of a process so far, from the kernel. */
export function cpuSeconds({ child }: Target): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const TICKS_PER_SECOND = 100
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

export function percentile(numbers: number[], share: number): number {
  return (
    numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN
  )
}
