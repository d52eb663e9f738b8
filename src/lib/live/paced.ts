/** Work that many wish for: at most one at a time, and no more often than every so many milliseconds. */
export class Paced {
  readonly #work: () => Promise<unknown>
  readonly #spacingMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #isWorking = false
  #isWished = false
  #earliest = 0

  constructor(work: () => Promise<unknown>, spacingMs: number) {
    this.#work = work
    this.#spacingMs = spacingMs
  }

  /** What is wished for while it is under way is done once more afterwards. */
  ask(waitMs = 0): void {
    this.#isWished = true
    if (this.#timer !== undefined || this.#isWorking) return
    const wait = Math.max(waitMs, this.#earliest - performance.now())
    this.#timer = setTimeout(() => void this.#run(), wait)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isWished = false
  }

  async #run(): Promise<void> {
    this.#timer = undefined
    this.#isWished = false
    this.#isWorking = true
    this.#earliest = performance.now() + this.#spacingMs
    await this.#work().catch(() => undefined)
    this.#isWorking = false
    if (this.#isWished) this.ask()
  }
}
