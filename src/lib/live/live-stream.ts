import type { TRPCClientError } from '@trpc/client'
import type { Unsubscribable } from '@trpc/server/observable'
import type { AppRouter } from '../../../server/router.ts'
import { codeOf } from '../errors.ts'
import type { LiveClient } from './live-client.ts'

/** The callbacks of a tRPC subscription. */
type Observer<M> = {
  onData: (message: M) => void
  onConnectionStateChange: (state: { state: string; error: TRPCClientError<AppRouter> | null }) => void
  onError: (error: TRPCClientError<AppRouter>) => void
}

export type Subscribe<M> = (client: LiveClient, observer: Observer<M>) => Unsubscribable

type Handlers<M> = {
  onMessage: (message: M) => void
  onOpen: (isOpen: boolean) => void
  /** The server denies access. There is no retry. */
  onRefused: (code: string) => void
}

const FIRST_RETRY_MS = 400
const RETRY_MAX_MS = 8_000
const FINAL = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST'])

/** A stream that reconnects with back-off. The server sends the full state after each reconnect. */
export class LiveStream<M> {
  readonly #subscribe: Subscribe<M>
  readonly #handlers: Handlers<M>
  #failures = 0
  /** Numbers connections, to ignore callbacks of an earlier one. */
  #connection = 0
  #subscription: Unsubscribable | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #isRefused = false

  constructor(subscribe: Subscribe<M>, handlers: Handlers<M>) {
    this.#subscribe = subscribe
    this.#handlers = handlers
    void this.#connect()
  }

  /** Skips the rest of the back-off. */
  retryNow(): void {
    if (this.#retry !== undefined) this.reconnect()
  }

  /** Replaces the connection, which may be dead without an error. */
  reconnect(): void {
    if (this.#isRefused) return
    this.close()
    void this.#connect()
  }

  close(): void {
    this.#connection += 1
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#subscription?.unsubscribe()
  }

  async #connect(): Promise<void> {
    this.#retry = undefined
    const connection = ++this.#connection
    const isCurrent = () => connection === this.#connection
    const client = await import('./live-client.ts').then(
      ({ liveClient }) => liveClient,
      () => undefined,
    )
    if (!isCurrent()) return
    if (!client) return this.#retryLater()
    this.#subscription = this.#subscribe(client, {
      onData: (message) => {
        if (!isCurrent()) return
        this.#failures = 0
        this.#handlers.onMessage(message)
      },
      onConnectionStateChange: ({ state, error }) => {
        if (!isCurrent()) return
        if (state === 'pending') this.#handlers.onOpen(true)
        else if (error) this.#retryLater()
      },
      onError: (error) => {
        if (isCurrent()) this.#onError(codeOf(error))
      },
    })
  }

  #onError(code: string | undefined): void {
    if (code === undefined || !FINAL.has(code)) return this.#retryLater()
    this.#isRefused = true
    this.close()
    this.#handlers.onOpen(false)
    this.#handlers.onRefused(code)
  }

  #retryLater(): void {
    this.close()
    this.#handlers.onOpen(false)
    const delay = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, RETRY_MAX_MS)
    this.#failures += 1
    // Jitter, because all pages lose a server at the same moment.
    this.#retry = setTimeout(() => void this.#connect(), delay * (0.5 + Math.random() / 2))
  }
}
