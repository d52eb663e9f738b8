import { LRUCache } from 'lru-cache'
import type { Bytes } from './json.ts'

const MEGABYTE = 1024 * 1024
const TOTAL_BYTES = 16 * MEGABYTE
/** A run of 10,000 results has about 9 MB. */
const ANSWER_BYTES = 12 * MEGABYTE
/** The memory that a small answer may hold: Node allocates small buffers from blocks of this size. */
const BLOCK_BYTES = 8 * 1024

/** Undefined when the content has changed while it was read, so that it is not that of the version. */
type Made = Promise<Bytes | undefined>
type Kept = { version: string; bytes: Bytes | Made }

/**
 * The answers of this process, those that are being made among them: concurrent calls share one. Of each name it keeps
 * one version: a changed run of 10,000 results would otherwise fill the cache with what nobody reads again.
 */
export class AnswerCache {
  readonly #answers = new LRUCache<string, Kept>({ maxSize: TOTAL_BYTES })

  async get(name: string, version: string, make: () => Made): Made {
    const known = this.#answers.get(name)
    if (known?.version === version) return await known.bytes
    const making = { version, bytes: make() }
    this.#answers.set(name, making, { size: 1 })
    try {
      const bytes = await making.bytes
      this.#finish(name, making, bytes)
      return bytes
    } catch (error) {
      this.#finish(name, making)
      throw error
    }
  }

  /** A later version, which has been asked for meanwhile, stays. */
  #finish(name: string, making: Kept, bytes?: Bytes): void {
    if ((this.#answers.peek(name) ?? making) !== making) return
    const size = bytes ? sizeOf(bytes) : Infinity
    if (bytes && size <= ANSWER_BYTES) this.#answers.set(name, { ...making, bytes }, { size })
    else this.#answers.delete(name)
  }
}

function sizeOf(bytes: Bytes): number {
  return bytes.reduce((sum, { length }) => sum + Math.max(length, BLOCK_BYTES), 0)
}
