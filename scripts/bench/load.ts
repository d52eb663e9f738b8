import { once } from 'node:events'
import { Agent, request as send } from 'node:http'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import autocannon from 'autocannon'
import { percentile, type Sample, total } from './figures.ts'
import { newFolder, type Server, stopwatch } from './servers.ts'

/* Loads on servers. */

export type Request = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

type Load = { connections: number; requests: Request[] }
type Repeated = Load & { seconds?: number; expects?: '2xx' | '3xx' }

/** Repeats the requests at full speed. */
export async function repeat(server: Server, { seconds = 1, expects = '2xx', ...load }: Repeated): Promise<Sample> {
  const passed = stopwatch(server)
  const result = await autocannon({ url: server.url, duration: seconds, ...load })
  const { cpuMs } = passed()
  const all = result['1xx'] + result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'] + result.errors
  const count = result[expects]
  return { count, ms: result.duration * 1_000, cpuMs, p99Ms: result.latency.p99, failures: all - count }
}

/** Tags of earlier answers. */
const seen = new Set<string>()

/** Sends each request once. A read whose answer has been seen before has failed: it is no first read. */
export async function sendOnce(server: Server, { connections, requests }: Load): Promise<Sample> {
  const left = requests.values()
  const times: number[] = []
  let failures = 0
  const caller = async () => {
    for (const request of left) {
      const start = performance.now()
      const { status, tag } = await exchange(server.url, request).catch(() => ({ status: Infinity, tag: undefined }))
      times.push(performance.now() - start)
      const read = request.method === 'GET' && tag ? `${server.url} ${JSON.stringify(request)} ${tag}` : undefined
      if (status > 201 || (read && seen.has(read))) failures++
      if (read) seen.add(read)
    }
  }
  const passed = stopwatch(server)
  await Promise.all(Array.from({ length: connections }, caller))
  return { ...passed(), count: requests.length, p99Ms: percentile(times, 0.99), failures }
}

/** `change` changes what each of the requests reads. */
export type Readable = { requests: Request[]; change: () => Promise<unknown> }

/** Reads all, `passes` times. Changes are made before each pass, outside the measured time. */
export async function firstReads(
  server: Server,
  { requests, change, passes, connections }: Readable & { passes: number; connections: number },
): Promise<Sample> {
  const samples: Sample[] = []
  for (let pass = 0; pass < passes; pass++) {
    await change()
    samples.push(await sendOnce(server, { requests, connections }))
  }
  return total(samples)
}

/** What one call takes. */
export async function sampleOf(server: Server, call: () => Promise<unknown>): Promise<Sample> {
  const passed = stopwatch(server)
  await call()
  return { ...passed(), count: 1, p99Ms: 0, failures: 0 }
}

/** Milliseconds. */
export async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}

/** Makes calls one after the other. */
export async function timesOf(count: number, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  while (times.length < count) times.push(await timeOf(call))
  return times
}

/** To set up a connection takes time, too. */
const agent = new Agent({ keepAlive: true })

/** Sends a request and drops the answer's body. */
export async function exchange(url: string, { path, body, ...options }: Request) {
  return await new Promise<{ status: number; tag: string | undefined }>((resolve, reject) => {
    send(`${url}${path}`, { ...options, agent }, (response) => {
      const { statusCode: status = 0, headers } = response
      response
        .on('end', () => resolve({ status, tag: headers.etag }))
        .on('error', reject)
        .resume()
    })
      .on('error', reject)
      .end(body)
  })
}

/** What is repeated in a thread of its own. */
export type Caller = { url: string; request: Request } | { file: string }

/** How long the work took, and how long another caller waited meanwhile, each time. Milliseconds. */
type Waits = { tookMs: number; times: number[]; longestMs: number; p99Ms: number }

/** Does some work while another caller sends a request again and again. */
export async function waitsDuring({ url }: Server, request: Request, work: () => Promise<unknown>): Promise<Waits> {
  return await waitsOf({ url, request }, work)
}

/** Does some work while a file on the same disk is written and synced again and again, 8 kB each time. */
export async function syncsDuring(work: () => Promise<unknown>): Promise<Waits> {
  return await waitsOf({ file: join(newFolder(), 'pages') }, work)
}

async function waitsOf(workerData: Caller, work: () => Promise<unknown>): Promise<Waits> {
  const caller = new Worker(new URL('./caller.ts', import.meta.url), { workerData })
  try {
    await once(caller, 'message')
    const ended = once(caller, 'message') as Promise<[number[]]>
    // `ended` fails if a call fails.
    const tookMs = await timeOf(() => Promise.race([work(), ended]))
    caller.postMessage('stop')
    const [times] = await ended
    return { tookMs, times, longestMs: Math.max(...times), p99Ms: percentile(times, 0.99) }
  } finally {
    await caller.terminate()
  }
}
