import type { TRPCClientError } from '@trpc/client'
import type { Unsubscribable } from '@trpc/server/observable'
import type { AppRouter } from '../../../server/router.ts'
import { codeOf } from '../errors.ts'
import type { LiveClient } from './live-client.ts'

/** What tRPC tells of a subscription. */
type Observer<M> = {
  onData: (event: { id: string; data: M }) => void
  onConnectionStateChange: (state: { state: string; error: TRPCClientError<AppRouter> | null }) => void
  onError: (error: TRPCClientError<AppRouter>) => void
  onComplete: () => void
}

/** Begins to watch, behind the message with this id if there is one. */
export type Watch<M> = (client: LiveClient, lastEventId: string | null, observer: Observer<M>) => Unsubscribable

type Handlers<M> = {
  onMessage: (message: M, id: string) => void
  /** Whether the connection stands. */
  onOpen: (isOpen: boolean) => void
  /** The server does not let one watch, or not any more: nothing is tried again. */
  onRefused: (code: string) => void
}

const FIRST_RETRY_MS = 400
const RETRY_MAX_MS = 8_000
const FINAL = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST'])

/** A stream of the server that is looked for again whenever it is lost; what came meanwhile is told then. */
export class LiveStream<M> {
  readonly #watch: Watch<M>
  readonly #handlers: Handlers<M>
  #lastEventId: string | null
  #failures = 0
  /** Counts the connections: what an earlier one still tells is not heard. */
  #connection = 0
  #subscription: Unsubscribable | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  /** There is nothing more to be told. */
  #isOver = false

  constructor(watch: Watch<M>, lastEventId: string | null, handlers: Handlers<M>) {
    this.#watch = watch
    this.#lastEventId = lastEventId
    this.#handlers = handlers
    void this.#connect()
  }

  /** Does not wait any longer before it tries again. */
  retryNow(): void {
    if (this.#retry !== undefined) this.renew()
  }

  /** Connects anew, since the connection may be dead without a sign of it. */
  renew(): void {
    if (this.#isOver) return
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
    this.#connection += 1
    const connection = this.#connection
    const ifPresent =
      <A extends unknown[]>(take: (...values: A) => void) =>
      (...values: A) => {
        if (connection === this.#connection) take(...values)
      }
    const lose = ifPresent(() => this.#lose())
    const client = await import('./live-client.ts').then(({ liveClient }) => liveClient, lose)
    if (!client || connection !== this.#connection) return
    this.#subscription = this.#watch(client, this.#lastEventId, {
      onData: ifPresent(({ id, data }) => {
        this.#failures = 0
        this.#lastEventId = id
        this.#handlers.onMessage(data, id)
      }),
      onConnectionStateChange: ifPresent(({ state, error }) => {
        if (state === 'pending') this.#handlers.onOpen(true)
        else if (error) this.#lose()
      }),
      onError: ifPresent((error) => this.#refuse(codeOf(error))),
      onComplete: ifPresent(() => this.#end()),
    })
  }

  #refuse(code: string | undefined): void {
    if (code === undefined || !FINAL.has(code)) return this.#lose()
    this.#end()
    this.#handlers.onOpen(false)
    this.#handlers.onRefused(code)
  }

  #end(): void {
    this.#isOver = true
    this.close()
  }

  #lose(): void {
    this.close()
    this.#handlers.onOpen(false)
    const longest = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, RETRY_MAX_MS)
    this.#failures += 1
    // Many browsers lose a server at the same moment; they are not to come back in one.
    this.#retry = setTimeout(() => void this.#connect(), longest * (0.5 + Math.random() / 2))
  }
}
