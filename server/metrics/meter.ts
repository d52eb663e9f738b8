import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { WriteMeter } from '../database/writer.ts'
import type { RouteNames } from './route-names.ts'

const PREFIX = 'assay_'
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The steps of a sign-in that say whether it succeeded. */
const SIGN_IN = /^\/(api\/auth\/sign-in(?!.*\/options$)|trpc\/auth\.signIn)/

/** Counts what the writer tells it, and the events of the HTTP server. */
export class Meter {
  readonly registry = new Registry()
  readonly #of = { registers: [this.registry] }
  readonly #requests = new Counter({
    ...this.#of,
    name: `${PREFIX}http_requests_total`,
    help: 'Answered requests. Several calls of the browser app may be one request',
    labelNames: ['method', 'route', 'status'],
  })
  readonly #durations = new Histogram({
    ...this.#of,
    name: `${PREFIX}http_request_duration_seconds`,
    help: 'From the head of a request to the end of its answer, without live streams',
    buckets: SECONDS,
  })
  readonly #signIns = new Counter({
    ...this.#of,
    name: `${PREFIX}sign_ins_total`,
    help: 'Answers to sign-ins: 200 succeeded, 401 failed or needs a second factor, 429 was refused',
    labelNames: ['status'],
  })
  readonly #writeWaits = new Histogram({
    ...this.#of,
    name: `${PREFIX}write_wait_seconds`,
    help: 'How long writes waited for their turn',
    buckets: SECONDS,
  })
  readonly #failedWrites = new Counter({
    ...this.#of,
    name: `${PREFIX}failed_writes_total`,
    help: 'Writes that were rolled back, refusals by a rule included',
  })
  readonly #commits = new Counter({ ...this.#of, name: `${PREFIX}commits_total`, help: 'Committed transactions' })
  readonly #writes = new Counter({ ...this.#of, name: `${PREFIX}writes_total`, help: 'Writes in these transactions' })
  readonly #results = new Counter({
    ...this.#of,
    name: `${PREFIX}results_total`,
    help: 'Recorded or otherwise changed results',
  })

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  readonly writes: WriteMeter = {
    waited: (ms) => this.#writeWaits.observe(ms / 1000),
    committed: (writes, results) => {
      this.#commits.inc()
      this.#writes.inc(writes)
      this.#results.inc(results)
    },
    failed: (writes) => this.#failedWrites.inc(writes),
  }

  watch(server: Server, names: RouteNames): void {
    server.prependListener('request', ({ method = '', url = '' }, response) => {
      const begun = performance.now()
      response.once('close', () => {
        const route = names.nameOf(method, url)
        const status = response.statusCode
        this.#requests.inc({ method, route, status })
        if (SIGN_IN.test(route)) this.#signIns.inc({ status })
        if (response.getHeader('content-type') !== 'text/event-stream')
          this.#durations.observe((performance.now() - begun) / 1000)
      })
    })
    this.#countBytes(server)
  }

  /** A value that is read at each scrape. One that cannot be read is NaN. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const gauge: Gauge = new Gauge({
      ...this.#of,
      name: PREFIX + name,
      help,
      collect: async () => gauge.set(await valueOf(read)),
    })
  }

  queues(lengths: Record<string, () => number | Promise<number>>): void {
    const gauge: Gauge<'queue'> = new Gauge({
      ...this.#of,
      name: `${PREFIX}queue_length`,
      help: 'What waits: writes and passwords of this server, deliveries and reports of all',
      labelNames: ['queue'],
      collect: async () => {
        for (const [queue, read] of Object.entries(lengths)) gauge.set({ queue }, await valueOf(read))
      },
    })
  }

  /** Sockets count their bytes; an open one is read at each scrape. */
  #countBytes(server: Server): void {
    const open = new Set<Socket>()
    const closed = { received: 0, sent: 0 }
    server.on('connection', (socket: Socket) => {
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        closed.received += socket.bytesRead
        closed.sent += socket.bytesWritten
      })
    })
    const bytes: Counter<'direction'> = new Counter({
      ...this.#of,
      name: `${PREFIX}network_bytes_total`,
      help: 'Bytes of connections to the server',
      labelNames: ['direction'],
      collect: () => {
        const sum = { ...closed }
        for (const socket of open) {
          sum.received += socket.bytesRead
          sum.sent += socket.bytesWritten
        }
        bytes.reset()
        for (const [direction, count] of Object.entries(sum)) bytes.inc({ direction }, count)
      },
    })
  }
}

async function valueOf(read: () => number | Promise<number>): Promise<number> {
  try {
    return await read()
  } catch {
    return Number.NaN
  }
}
