import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { DomainError } from '#shared/errors.ts'
import { FairSlots } from '../limits/fair-slots.ts'

/** The maximum per row. It bounds how long other writes wait for the storing of a chunk. */
export const CHUNK_BYTES = 256 * 1024

/** A file requests a slot once it has this many bytes. Until then the rest stays in its connection. */
const START_BYTES = 32 * 1024

/** How long a file in a slot may wait for more bytes of its chunk, so that a slow client does not block others. */
const PATIENCE_MS = 100

const MB = 1024 * 1024

/** Few chunks are completed and stored at a time, so that memory does not grow with the number of uploads. */
const slots = new FairSlots({
  slots: 4,
  slotsPerCaller: 3,
  perCaller: 500,
  perRank: 1_000,
  tooManyOfOne: 'You send too many files at once. Send it again later',
  tooManyOfAll: 'Too many files arrive at once. Send it again later',
  retryAfterSeconds: 10,
})

type Given = {
  limit: number
  caller: string
}

/**
 * The bytes of a body in chunks of at most CHUNK_BYTES; a slow client's are smaller. Other clients get the slot while
 * the consumer does not ask for the next chunk. Throws PAYLOAD_TOO_LARGE above `limit`.
 */
export async function* attachmentBytes(request: IncomingMessage, given: Given): AsyncGenerator<Buffer> {
  refuseEncoding(request)
  yield* chunksOf(request, given)
}

export function refuseEncoding({ headers }: IncomingMessage): void {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send the file as it is, without a content encoding')
}

export async function* chunksOf(source: Readable, { limit, caller }: Given): AsyncGenerator<Buffer> {
  const body = new ArrivingBody(source, limit)
  try {
    for (;;) {
      while (body.length < START_BYTES && (await body.receive()));
      if (body.length === 0) return
      await slots.take(caller)
      try {
        await body.receiveChunk()
        yield body.take(CHUNK_BYTES)
      } finally {
        slots.release(caller)
      }
    }
  } finally {
    body.drain()
  }
}

class ArrivingBody {
  length = 0
  readonly #source: Readable
  readonly #limit: number
  readonly #parts: AsyncIterator<Buffer>
  #arrived: Buffer[] = []
  #size = 0
  #next: Promise<boolean> | undefined

  constructor(source: Readable, limit: number) {
    this.#source = source
    this.#limit = limit
    // A refused file must not close the connection: the client still waits for the answer.
    this.#parts = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  }

  async receive(): Promise<boolean> {
    this.#next ??= this.#receive().finally(() => (this.#next = undefined))
    return await this.#next
  }

  async receiveChunk(): Promise<void> {
    const done = new AbortController()
    const patience = wait(PATIENCE_MS, false, { signal: done.signal }).catch(() => false)
    try {
      while (this.length < CHUNK_BYTES && (await Promise.race([this.receive(), patience])));
    } finally {
      done.abort()
    }
  }

  take(most: number): Buffer {
    const bytes = Buffer.concat(this.#arrived)
    const rest = bytes.subarray(most)
    this.#arrived = rest.length > 0 ? [rest] : []
    this.length = rest.length
    return bytes.subarray(0, most)
  }

  /** Drops the rest: the connection serves the client's next request only after this one was read to its end. */
  drain(): void {
    this.#next?.catch(() => {})
    void Promise.resolve(this.#parts.return?.()).then(
      () => this.#source.resume(),
      () => {},
    )
  }

  async #receive(): Promise<boolean> {
    const { done, value } = await this.#parts.next()
    if (done) return false
    this.#size += value.length
    if (this.#size > this.#limit)
      throw new DomainError('PAYLOAD_TOO_LARGE', `The attachment is larger than ${Math.round(this.#limit / MB)} MB`)
    this.#arrived.push(value)
    this.length += value.length
    // Many small buffers cost more memory than their bytes.
    if (this.#arrived.length > SMALL_PARTS) this.#arrived = [Buffer.concat(this.#arrived)]
    return true
  }
}

const SMALL_PARTS = 32
