import { LRUCache } from 'lru-cache'
import type { Bytes } from './json.ts'

const MEGABYTE = 1024 * 1024
const TOTAL_BYTES = 16 * MEGABYTE
/** A run of 10,000 results has about 9 MB. */
const ANSWER_BYTES = 12 * MEGABYTE
/** The memory that a small answer may hold: Node allocates small buffers from blocks of this size. */
const BLOCK_BYTES = 8 * 1024

/** Undefined when the content has changed while it was read, so that it is not that of the key. */
type Made = Promise<Bytes | undefined>

/**
 * The answers of this process, those that are being made among them: concurrent calls share one. A key includes the
 * version of its content, so no entry becomes stale.
 */
export class AnswerCache {
  readonly #answers = new LRUCache<string, Bytes | Made>({ maxSize: TOTAL_BYTES })

  async get(key: string, make: () => Made): Made {
    const known = this.#answers.get(key)
    if (known) return await known
    const made = make()
    this.#answers.set(key, made, { size: 1 })
    try {
      const bytes = await made
      const size = bytes ? sizeOf(bytes) : Infinity
      if (bytes && size <= ANSWER_BYTES) this.#answers.set(key, bytes, { size })
      else this.#answers.delete(key)
      return bytes
    } catch (error) {
      this.#answers.delete(key)
      throw error
    }
  }
}

function sizeOf(bytes: Bytes): number {
  return bytes.reduce((sum, { length }) => sum + Math.max(length, BLOCK_BYTES), 0)
}
