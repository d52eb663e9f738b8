import { setTimeout as wait } from 'node:timers/promises'
import { DomainError } from '#shared/errors.ts'

/** Streams that one user, or one project by its credential, may have open at a time. */
export const STREAMS_PER_CALLER = 50
const STREAMS_MAX = 2_000

/** How long streams get to end by themselves when the server stops; one whose reader does not read cannot. */
const PATIENCE_MS = 500
const CHECK_MS = 10

/** An open stream: `end` lets it end in order, `cutOff` closes its connection. */
export type Stream = { end: (reason: Error) => void; cutOff: () => void }

/** The streams that are open. */
export class Streams {
  readonly #open = new Set<Stream>()
  readonly #perCaller = new Map<string, number>()
  #isClosing = false

  /** Throws TOO_MANY_REQUESTS. The answer is to be called when the stream has ended. */
  add(callerId: string, stream: Stream): () => void {
    const count = this.#perCaller.get(callerId) ?? 0
    if (this.#isClosing) throw new DomainError('SERVICE_UNAVAILABLE', 'The server is stopping')
    if (count >= STREAMS_PER_CALLER || this.#open.size >= STREAMS_MAX)
      throw new DomainError('TOO_MANY_REQUESTS', 'Too many pages are open that show changes as they happen')
    this.#open.add(stream)
    this.#perCaller.set(callerId, count + 1)
    return () => this.#remove(callerId, stream)
  }

  /** Ends all streams so that their readers look for another server, and takes no more. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const { end } of this.#open) end(new Interrupted())
    for (let waited = 0; this.#open.size > 0 && waited < PATIENCE_MS; waited += CHECK_MS) await wait(CHECK_MS)
    for (const { cutOff } of this.#open) cutOff()
  }

  #remove(callerId: string, stream: Stream): void {
    this.#open.delete(stream)
    const left = (this.#perCaller.get(callerId) ?? 0) - 1
    if (left > 0) this.#perCaller.set(callerId, left)
    else this.#perCaller.delete(callerId)
  }
}

/** tRPC takes an error of this name for a connection that was lost, after which a client comes back. */
export class Interrupted extends Error {
  override readonly name = 'AbortError'
}
