import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as send } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { cpuSeconds, type Request, type Server } from './servers.ts'
import { type Bar, type Figure, ms } from './table.ts'

/* Loads on servers, and what they are compared with. */

/** What `count` calls took together, and the CPU time of the server meanwhile. */
export type Sample = { count: number; seconds: number; cpuSeconds: number; p99Ms: number; failures: number }

type Load = { connections: number; requests: Request[]; seconds?: number; expects?: 200 | 304 }

/** Repeats the requests at full speed. */
export async function repeat(server: Server, { connections, requests, seconds = 1, expects = 200 }: Load) {
  const cpuBefore = cpuSeconds(server)
  const result = await autocannon({ url: server.url, connections, duration: seconds, requests })
  const count = expects === 304 ? result['3xx'] : result['2xx']
  const all = result['1xx'] + result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'] + result.errors
  const cpu = cpuSeconds(server) - cpuBefore
  return { count, seconds: result.duration, cpuSeconds: cpu, p99Ms: result.latency.p99, failures: all - count }
}

/** Measures some calls that are made here. `work` returns the time of each in milliseconds, if there are many. */
export async function timed(work: () => Promise<number[] | void>, cpu: () => number): Promise<Sample> {
  const [start, cpuBefore] = [performance.now(), cpu()]
  const times = (await work()) ?? [performance.now() - start]
  const seconds = (performance.now() - start) / 1_000
  return { count: times.length, seconds, cpuSeconds: cpu() - cpuBefore, p99Ms: percentile(times, 0.99), failures: 0 }
}

/** Makes calls one after the other. Returns the time of each in milliseconds. */
export async function timesOf(count: number, call: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    await call(index)
    times.push(performance.now() - start)
  }
  return times
}

/** Agents by server: its connections' set-up takes time, too. */
const agents = new Map<string, Agent>()
/** Tags of earlier answers: a first read must not have one of them. */
const seen = new Set<string>()

/** Sends each request once, `connections` at a time. With `isFirst`, an answer whose tag was seen before has failed. */
export async function sendOnce(server: Server, requests: Request[], connections: number, isFirst = true) {
  const agent = agents.get(server.url) ?? new Agent({ keepAlive: true })
  agents.set(server.url, agent)
  const left = requests.values()
  let failures = 0
  const sample = await timed(
    async () => {
      const caller = async () => {
        const times: number[] = []
        for (const request of left) {
          const start = performance.now()
          const { status, tag } = await exchange(server.url, request, agent)
          times.push(performance.now() - start)
          const key = `${JSON.stringify(request)} ${tag}`
          if (status !== 200 || (isFirst && tag !== undefined && seen.has(key))) failures++
          if (tag !== undefined) seen.add(key)
        }
        return times
      }
      return (await Promise.all(Array.from({ length: connections }, caller))).flat()
    },
    () => cpuSeconds(server),
  )
  return { ...sample, failures }
}

/** Sends a request and drops the answer's body. */
export async function exchange(url: string, { path, body, ...options }: Request, agent?: Agent) {
  return await new Promise<{ status: number | undefined; tag: string | undefined }>((resolve, reject) => {
    send(`${url}${path}`, { ...options, ...(agent && { agent }) }, (response) => {
      const { statusCode: status, headers } = response
      response
        .on('end', () => resolve({ status, tag: headers.etag }))
        .on('error', reject)
        .resume()
    })
      .on('error', reject)
      .end(body)
  })
}

export function total(samples: Sample[]): Sample {
  const sum = (field: keyof Sample) => samples.reduce((all, sample) => all + sample[field], 0)
  const [count, seconds, cpu] = [sum('count'), sum('seconds'), sum('cpuSeconds')]
  return {
    count,
    seconds,
    cpuSeconds: cpu,
    p99Ms: Math.max(...samples.map(({ p99Ms }) => p99Ms)),
    failures: sum('failures'),
  }
}

export function percentile(numbers: number[], share: number): number {
  const at = Math.min(numbers.length - 1, Math.floor(numbers.length * share))
  return numbers.toSorted((a, b) => a - b)[at] ?? Number.NaN
}

export const median = (numbers: number[]) => percentile(numbers, 0.5)

export type Take = () => Promise<Sample>
export type Rival = { name: string; take: Take | undefined; bar?: Bar | undefined }
type Comparison = {
  work: string
  /** `rate`: more is better. `time`: less is better. */
  unit: 'rate' | 'time'
  rounds: number
  assay: Take
  /** One line of the table for each that is given. */
  against: Rival[]
}

/**
 * Measures Assay and what it is compared with in turn; every other round in reverse order. The first round is a
 * warm-up. The ratio is the median of the rounds' ratios; CPU times are summed, because the kernel counts them in
 * steps.
 */
export async function compare({ work, unit, rounds, assay, against }: Comparison): Promise<Figure[]> {
  const sides = [assay, ...against.map(({ take }) => take)]
  const samples: Sample[][] = sides.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    const inTurn = [...sides.entries()]
    for (const [side, take] of round % 2 === 0 ? inTurn : inTurn.toReversed()) {
      const sample = await take?.()
      if (sample && round > 0) samples[side]?.push(sample)
    }
  }
  const [ours = [], ...others] = samples
  return against.flatMap(({ name, bar }, index): Figure[] => {
    const theirs = others[index] ?? []
    if (theirs.length === 0) return []
    const ratios = ours.map((sample, round) => perSecond(sample) / perSecond(theirs[round] as Sample))
    const cpu = cpuMicroseconds(theirs) / cpuMicroseconds(ours)
    const [value, valueByCpu] = [median(ratios), cpu].map((more) => (unit === 'rate' ? more : 1 / more)) as [
      number,
      number,
    ]
    const cells = { assay: cell(ours, unit), beside: `${name}: ${cell(theirs, unit)}` }
    return [{ work, ...cells, value, valueByCpu, ...(bar && { bar }) }]
  })
}

const perSecond = ({ count, seconds }: Sample) => count / seconds

function cpuMicroseconds(samples: Sample[]): number {
  const { cpuSeconds: cpu, count } = total(samples)
  return (cpu / count) * 1e6
}

function cell(samples: Sample[], unit: 'rate' | 'time'): string {
  const { failures } = total(samples)
  const [rate, cpu] = [median(samples.map(perSecond)), cpuMicroseconds(samples)]
  const p99 = ms(median(samples.map(({ p99Ms }) => p99Ms)))
  const parts = [
    unit === 'rate' ? `${Math.round(rate).toLocaleString('en')}/s, p99 ${p99}` : ms(1_000 / rate),
    cpu < 9_950 ? `${cpu.toFixed(0)} µs CPU` : `${ms(cpu / 1_000)} CPU`,
    ...(failures > 0 ? [`${failures} FAILED`] : []),
  ]
  return parts.join(', ')
}

const PAUSE_MS = 2

/** Does some work, and returns how long another caller, in a process of its own, waited meanwhile, in milliseconds. */
export async function waitsDuring({ url }: Server, request: Request, work: () => Promise<unknown>): Promise<number[]> {
  const child = fork(fileURLToPath(import.meta.url), [url, JSON.stringify(request)])
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The other caller got no answer')))
  failed.catch(() => {})
  const answer = () => Promise.race([once(child, 'message') as Promise<[number[]]>, failed])
  try {
    await answer()
    child.send('start')
    await Promise.race([work(), failed])
    const times = answer()
    child.send('stop')
    return (await times)[0]
  } finally {
    child.kill('SIGKILL')
  }
}

async function callUntilStopped(url: string, request: Request): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const call = async () => {
    const { status } = await exchange(url, request, agent)
    if (status !== 200 && status !== 201) throw new Error(`${request.path} answered ${status}`)
  }
  await timesOf(20, call)
  process.send?.('ready')
  await once(process, 'message')
  const over = new AbortController()
  process.once('message', () => over.abort())
  const times: number[] = []
  while (!over.signal.aborted) {
    times.push(...(await timesOf(1, call)))
    await wait(PAUSE_MS)
  }
  process.send?.(times)
}

const [url, request] = process.argv.slice(2)
if (import.meta.main && url && request) await callUntilStopped(url, JSON.parse(request) as Request)
