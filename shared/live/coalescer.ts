/** `delayMs`: from a request to the work. `spacingMs`: the minimum between two starts. */
export type Pace = { delayMs: number; spacingMs: number }

/** After slow work the coalescer rests for a multiple of its duration, and leaves most of the time to others. */
const REST_FACTOR = 3
const REST_MAX_MS = 500

/** Joins requests that come close together into one run of `work`. Runs never overlap. */
export class Coalescer {
  readonly #work: () => Promise<unknown>
  readonly #pace: Pace
  #timer: ReturnType<typeof setTimeout> | undefined
  #requestedDelayMs: number | undefined
  #isWorking = false
  #earliest = 0

  /** `work` must not throw. */
  constructor(work: () => Promise<unknown>, pace: Pace) {
    this.#work = work
    this.#pace = pace
  }

  request(delayMs = this.#pace.delayMs): void {
    this.#requestedDelayMs = delayMs
    if (this.#isWorking || this.#timer !== undefined) return
    this.#timer = setTimeout(() => void this.#run(), Math.max(delayMs, this.#earliest - performance.now()))
  }

  /** Drops the pending request. Work in progress continues. */
  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#requestedDelayMs = undefined
  }

  async #run(): Promise<void> {
    this.#timer = undefined
    this.#requestedDelayMs = undefined
    this.#isWorking = true
    const start = performance.now()
    await this.#work()
    const end = performance.now()
    const restMs = Math.min((end - start) * REST_FACTOR, REST_MAX_MS)
    this.#earliest = Math.max(start + this.#pace.spacingMs, end + restMs)
    this.#isWorking = false
    if (this.#requestedDelayMs !== undefined) this.request(this.#requestedDelayMs)
  }
}
