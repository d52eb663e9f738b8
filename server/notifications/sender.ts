import { Worker } from 'node:worker_threads'
import type { AddressRange } from '../address-range.ts'
import type { OutgoingRequest, Received } from './send-request.ts'
import type { Sent } from './sender-worker.ts'

const IDLE_MS = 60_000

type Waiting = { resolve: (received: Received) => void; reject: (reason: unknown) => void }

/**
 * Sends requests from a thread: thousands of deliveries would hold up the calls. It begins with the first request, and
 * ends after a minute without one.
 */
export class Sender {
  readonly #allow: readonly AddressRange[]
  readonly #waiting = new Map<number, Waiting>()
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #last = 0

  constructor(allow: readonly AddressRange[]) {
    this.#allow = allow
  }

  /** As `sendRequest`. Throws the reason of `signal` when it aborts. */
  async send(request: OutgoingRequest, signal: AbortSignal): Promise<Received> {
    signal.throwIfAborted()
    clearTimeout(this.#idle)
    this.#thread ??= this.#begin()
    const id = ++this.#last
    const { promise, resolve, reject } = Promise.withResolvers<Received>()
    const stop = () => reject(signal.reason)
    this.#waiting.set(id, { resolve, reject })
    signal.addEventListener('abort', stop)
    this.#thread.postMessage({ id, request })
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', stop)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  #begin(): Worker {
    const thread = new Worker(new URL('./sender-worker.ts', import.meta.url), { workerData: this.#allow })
    thread.unref()
    thread.on('message', ({ id, received, error }: Sent) => {
      if (received) this.#waiting.get(id)?.resolve(received)
      else this.#waiting.get(id)?.reject(new Error(error))
    })
    thread.on('error', (error) => {
      this.#thread = undefined
      for (const { reject } of this.#waiting.values()) reject(error)
    })
    return thread
  }
}
