import { Agent, request as send } from 'node:http'
import { cpuSeconds, percentile, type Sample, type Target } from './load.ts'

/* Each request once: for reads that are only a first time as long as nothing has read the same before. */

export type Read = { path: string; headers: Record<string, string>; method?: 'POST' | 'PUT'; body?: string }

/** Agents by target, because a server counts its connections' set-up too. */
const agents = new Map<string, Agent>()

/** Tags of earlier answers: a first read must not have one of them. */
const seen = new Set<string>()

/**
 * Sends each request once, `connections` at a time, and drops the answers. With `isFirst`, an answer whose tag was seen
 * before counts as failed.
 */
export async function pass(target: Target, reads: Read[], { connections = 1, isFirst = false } = {}): Promise<Sample> {
  const agent = agents.get(target.url) ?? new Agent({ keepAlive: true })
  agents.set(target.url, agent)
  const waiting = reads.values()
  const times: number[] = []
  let failures = 0
  const caller = async () => {
    for (const read of waiting) {
      const start = performance.now()
      const { status, tag } = await exchange(target.url, read, agent)
      times.push(performance.now() - start)
      const key = `${JSON.stringify(read)} ${tag}`
      if (status !== 200 || (isFirst && tag !== undefined && seen.has(key))) failures++
      if (tag !== undefined) seen.add(key)
    }
  }
  const [start, cpuBefore] = [performance.now(), cpuSeconds(target)]
  await Promise.all(Array.from({ length: connections }, caller))
  return {
    count: reads.length,
    seconds: (performance.now() - start) / 1_000,
    cpuSeconds: cpuSeconds(target) - cpuBefore,
    p99Ms: percentile(times, 0.99),
    failures,
  }
}

/** Sends a request and drops the answer's body. */
export async function exchange(url: string, { path, body, ...options }: Read, agent?: Agent) {
  return await new Promise<{ status: number | undefined; tag: string | undefined }>((resolve, reject) => {
    send(`${url}${path}`, { ...options, ...(agent && { agent }) }, (response) => {
      response
        .on('end', () => resolve({ status: response.statusCode, tag: response.headers.etag }))
        .on('error', reject)
        .resume()
    })
      .on('error', reject)
      .end(body)
  })
}

/** Adds samples up. */
export function total(samples: Sample[]): Sample {
  const sum = (of: (sample: Sample) => number) => samples.reduce((all, sample) => all + of(sample), 0)
  return {
    count: sum(({ count }) => count),
    seconds: sum(({ seconds }) => seconds),
    cpuSeconds: sum(({ cpuSeconds: cpu }) => cpu),
    p99Ms: Math.max(...samples.map(({ p99Ms }) => p99Ms)),
    failures: sum(({ failures }) => failures),
  }
}
