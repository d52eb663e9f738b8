import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Bytes } from './json.ts'

const MEGABYTE = 1024 * 1024
const TOTAL_BYTES = 16 * MEGABYTE
/** A run of 10,000 results has about 9 MB. */
const ANSWER_BYTES = 12 * MEGABYTE
/** The memory that a small answer may hold: Node allocates small buffers from blocks of this size. */
const BLOCK_BYTES = 8 * 1024

export type Built = {
  bytes: Bytes
  /** Whether the bytes belong to the version in the key, not to a later one. Only then they are kept. */
  isExact: boolean
}

/** The cached answers of this process. A key includes the version of its content, so no entry becomes stale. */
export class AnswerCache {
  readonly #kept = new LRUCache<string, Bytes>({
    maxSize: TOTAL_BYTES,
    maxEntrySize: ANSWER_BYTES,
    sizeCalculation: sizeOf,
  })
  readonly #building = new Map<string, Promise<Built>>()

  /** Returns the answer that is kept, or builds it. Concurrent calls share one build. */
  async get(key: string, build: () => Promise<Built>): Promise<Built> {
    const bytes = this.#kept.get(key)
    if (bytes) return { bytes, isExact: true }
    const building = this.#building.get(key) ?? this.#build(key, build)
    return await building
  }

  async gzip(key: string, { bytes, isExact }: Built): Promise<Bytes> {
    const compress = async () => [await buffer(Readable.from(bytes, { objectMode: true }).pipe(createGzip()))]
    if (!isExact) return await compress()
    return (await this.get(`gzip ${key}`, async () => ({ bytes: await compress(), isExact }))).bytes
  }

  #build(key: string, build: () => Promise<Built>): Promise<Built> {
    const building = build()
      .then((built) => {
        if (built.isExact) this.#kept.set(key, built.bytes)
        return built
      })
      .finally(() => this.#building.delete(key))
    this.#building.set(key, building)
    return building
  }
}

function sizeOf(bytes: Bytes): number {
  return bytes.reduce((sum, { length }) => sum + Math.max(length, BLOCK_BYTES), 0)
}
