import type { Logger } from 'pino'

type Options = { log: Logger; everyMs: number; failure: string }

/**
 * Work in the background: a round when the server starts, and one in each interval. Rounds wait for each other. One that
 * fails is logged with the text `failure`, and the next one tries again.
 */
export abstract class BackgroundJob {
  readonly #options: Options
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isStopping = false

  constructor(options: Options) {
    this.#options = options
  }

  protected abstract round(): Promise<void>

  /** A round ends after its current transaction. */
  protected readonly isStopping = (): boolean => this.#isStopping

  start(): void {
    this.run()
    this.#timer = setInterval(() => this.run(), this.#options.everyMs).unref()
  }

  run(): void {
    this.queue(() => this.round())
  }

  /** Resolves when what has been queued is over. */
  async settled(): Promise<void> {
    await this.#running
  }

  /** Stops after the current transaction. */
  async close(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#running
  }

  /** Does other work between two rounds. */
  protected queue(work: () => Promise<void>): void {
    const next = this.#running.then(() => (this.#isStopping ? undefined : work()))
    this.#running = next.catch((error: unknown) => this.note(error))
  }

  protected note(error: unknown): void {
    this.#options.log.error({ err: error }, this.#options.failure)
  }
}
