import { DomainError } from '#shared/errors.ts'

const SLOTS = 2
const WAITING_MAX = 20
const RETRY_SECONDS = 10

/** Lets two large reports be recorded at once. The others wait, oldest first. */
export class UploadSlots {
  #free = SLOTS
  readonly #waiting = new Set<() => void>()

  /**
   * Runs `work` as soon as a slot is free. Throws SERVICE_UNAVAILABLE when too many wait, and the reason of the signal
   * when it is aborted before.
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#acquire(signal)
    try {
      return await work()
    } finally {
      const [next] = this.#waiting
      if (next) next()
      else this.#free += 1
    }
  }

  async #acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    if (this.#waiting.size >= WAITING_MAX)
      throw new DomainError('SERVICE_UNAVAILABLE', 'Too many reports are waiting to be recorded. Send it again later', {
        retryAfterSeconds: RETRY_SECONDS,
      })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const give = () => {
      this.#waiting.delete(give)
      resolve()
    }
    const leave = () => {
      if (this.#waiting.delete(give)) reject(signal.reason as Error)
    }
    this.#waiting.add(give)
    signal.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal.removeEventListener('abort', leave))
  }
}
