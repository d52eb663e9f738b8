import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '#shared/errors.ts'

/** The largest number of open streams of one user, or of one project by its credential. */
export const STREAMS_PER_CALLER = 50
const STREAMS_MAX = 2_000

/** How long streams may take to end when the server stops; then their connections are closed. */
const CLOSE_MS = 500
const CHECK_MS = 10

/** `end` ends the stream in order, `cutOff` closes its connection. */
export type OpenStream = { callerId: string; end: () => void; cutOff: () => void }

/** The open streams of this process. */
export class Streams {
  readonly #open = new Set<OpenStream>()
  #isClosing = false

  /** Returns a function that removes the stream. Throws TOO_MANY_REQUESTS. */
  add(stream: OpenStream): () => void {
    if (this.#isClosing) throw new DomainError('SERVICE_UNAVAILABLE', 'The server is stopping')
    const ofCaller = [...this.#open].filter(({ callerId }) => callerId === stream.callerId)
    if (ofCaller.length >= STREAMS_PER_CALLER || this.#open.size >= STREAMS_MAX)
      throw new DomainError('TOO_MANY_REQUESTS', 'Too many live connections')
    this.#open.add(stream)
    return () => this.#open.delete(stream)
  }

  /** Ends all streams, so that their readers reconnect to another server, and accepts no more. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const { end } of this.#open) end()
    for (let waited = 0; this.#open.size > 0 && waited < CLOSE_MS; waited += CHECK_MS) await pause(CHECK_MS)
    for (const { cutOff } of this.#open) cutOff()
  }
}
