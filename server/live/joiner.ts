/** How soon work follows the first wish for it, and the least time between the beginnings of two. */
export type Pace = { soonMs: number; spacingMs: number }

/** Work that takes long rests longer, so that it leaves most of the time to others; but watchers wait no longer than this. */
const REST_PER_WORK = 3
const REST_MAX_MS = 500

/** Joins wishes that come close together into one piece of work. Two of them never overlap. */
export class Joiner {
  readonly #work: () => Promise<void>
  readonly #pace: Pace
  #timer: NodeJS.Timeout | undefined
  #isWorking = false
  #isWished = false
  #isClosed = false
  #earliest = 0
  #settled = Promise.resolve()

  /** `work` must not throw. */
  constructor(work: () => Promise<void>, pace: Pace) {
    this.#work = work
    this.#pace = pace
  }

  ask(): void {
    this.#isWished = true
    if (this.#isClosed || this.#isWorking || this.#timer) return
    const now = performance.now()
    this.#timer = setTimeout(
      () => (this.#settled = this.#run()),
      Math.max(this.#pace.soonMs, this.#earliest - now),
    ).unref()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  /** Resolves when no work is under way. */
  get settled(): Promise<void> {
    return this.#settled
  }

  async #run(): Promise<void> {
    this.#timer = undefined
    this.#isWished = false
    this.#isWorking = true
    const start = performance.now()
    await this.#work()
    const end = performance.now()
    this.#earliest = Math.max(start + this.#pace.spacingMs, end + Math.min((end - start) * REST_PER_WORK, REST_MAX_MS))
    this.#isWorking = false
    if (this.#isWished) this.ask()
  }
}
