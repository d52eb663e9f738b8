import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { SERVER_FLAGS } from '../launch.mjs'

/** Starts a server process. Resolves with its URL once it is ready. */
export type Target = { url: string; child: ChildProcess }

export async function startTarget(script: string, args: string[] = []): Promise<Target> {
  const child = fork(new URL(script, import.meta.url), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: SERVER_FLAGS,
  })
  const [message] = (await once(child, 'message')) as [{ url: string }]
  return { url: message.url, child }
}

export async function stopTarget({ child }: Target): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export type Load = { url: string; connections: number; seconds: number; requests: autocannon.Request[] }
export type Measured = { perSecond: number; p50Ms: number; p99Ms: number; cpuUsPerRequest: number; failures: number }

/** Loads a target at full speed after a warm-up. */
export async function measure(target: Target, { url, connections, seconds, requests }: Load): Promise<Measured> {
  await autocannon({ url, connections, duration: 1, requests })
  const cpuBefore = cpuSeconds(target)
  const result = await autocannon({ url, connections, duration: seconds, requests })
  const cpuUs = (cpuSeconds(target) - cpuBefore) * 1e6
  const count = result['2xx']
  return {
    perSecond: Math.round(count / result.duration),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuUsPerRequest: Math.round(cpuUs / count),
    failures: result.non2xx + result.errors,
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
