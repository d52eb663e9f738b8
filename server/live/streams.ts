import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '#shared/errors.ts'

/** The maximum number of open streams of one user, or of one project by its credential. */
export const STREAMS_PER_CALLER = 50
const STREAMS_MAX = 2_000

/** A refused page polls meanwhile. */
const RETRY_AFTER_SECONDS = 15

/** How long streams may take to end before their connections are closed. */
const CLOSE_MS = 500
const CHECK_MS = 10

/** `end` ends the stream in order, with an error if one is given; `cutOff` closes its connection. */
type OpenStream = { callerId: string; network: string; end: (error?: Error) => void; cutOff: () => void }

/** The open streams. When there are too many, networks get equal shares, and so do callers within one. */
export class Streams {
  readonly #max: number
  readonly #open = new Set<OpenStream>()
  readonly #evicted = new Set<OpenStream>()
  #isClosing = false

  constructor(max = STREAMS_MAX) {
    this.#max = max
  }

  get size(): number {
    return this.#open.size
  }

  /** Returns a function that removes the stream. May end a stream of a caller with more. Throws TOO_MANY_REQUESTS. */
  add(stream: OpenStream): () => void {
    if (this.#isClosing) throw new DomainError('SERVICE_UNAVAILABLE', 'The server is stopping')
    const ofCaller = [...this.#open].filter(({ callerId }) => callerId === stream.callerId)
    if (ofCaller.length >= STREAMS_PER_CALLER) throw tooMany()
    if (this.#open.size >= this.#max) this.#makeRoomFor(stream)
    this.#open.add(stream)
    return () => {
      this.#open.delete(stream)
      this.#evicted.delete(stream)
    }
  }

  /** Ends all streams, so that their readers reconnect to another server, and accepts no more. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const { end } of this.#open) end()
    for (let waited = 0; this.#open.size > 0 && waited < CLOSE_MS; waited += CHECK_MS) await pause(CHECK_MS)
    for (const { cutOff } of [...this.#open, ...this.#evicted]) cutOff()
  }

  #makeRoomFor(stream: OpenStream): void {
    const greedy = greedierThan(stream, [...this.#open], 'network') ?? this.#ofNetwork(stream.network)
    const victims = greedy[0]?.network === stream.network ? greedierThan(stream, greedy, 'callerId') : largest(greedy)
    const victim = victims?.at(-1)
    if (!victim) throw tooMany()
    this.#open.delete(victim)
    this.#evicted.add(victim)
    victim.end(tooMany())
    setTimeout(() => this.#evicted.has(victim) && victim.cutOff(), CLOSE_MS).unref()
  }

  #ofNetwork(network: string): OpenStream[] {
    return [...this.#open].filter((stream) => stream.network === network)
  }
}

/** The largest group by a property, if it has more streams than the new stream's own group would have. */
function greedierThan(stream: OpenStream, streams: OpenStream[], by: 'network' | 'callerId'): OpenStream[] | undefined {
  const groups = Map.groupBy(streams, (each) => each[by])
  const most = [...groups.values()].reduce((left, right) => (right.length > left.length ? right : left), [])
  return most.length > (groups.get(stream[by])?.length ?? 0) + 1 ? most : undefined
}

function largest(streams: OpenStream[]): OpenStream[] {
  const groups = [...Map.groupBy(streams, ({ callerId }) => callerId).values()]
  return groups.reduce((left, right) => (right.length > left.length ? right : left), [])
}

function tooMany(): DomainError {
  return new DomainError('TOO_MANY_REQUESTS', 'Too many live connections', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
