import { Worker } from 'node:worker_threads'
import type { Database, Statement } from 'better-sqlite3'

/** Pages of the log that the file lacks. To copy so many takes about 40 ms on a slow disk. */
const PAGES = 1_000
const CHECK_MS = 10
const IDLE_MS = 60_000

/**
 * Copies the log of a SQLite file into the file, in a thread of its own: a commit that does it makes all other calls
 * wait. The thread ends after a minute without work: it holds 10 MiB, and to start it takes 100 ms of CPU.
 */
export class Checkpoints {
  readonly #file: string
  readonly #log: Statement<[], { log: number; checkpointed: number }>
  #checkedAt = -Infinity
  #thread: Worker | undefined
  #isBusy = false
  #idle: NodeJS.Timeout | undefined

  constructor(database: Database) {
    this.#file = database.name
    this.#log = database.prepare('pragma wal_checkpoint(noop)')
  }

  /** Call it after each commit. Takes 10 µs at most once in 10 ms. */
  readonly noteCommit = (): void => {
    const now = performance.now()
    if (this.#isBusy || now - this.#checkedAt < CHECK_MS) return
    this.#checkedAt = now
    const { log, checkpointed } = this.#log.get() as { log: number; checkpointed: number }
    if (log - checkpointed < PAGES) return
    this.#isBusy = true
    clearTimeout(this.#idle)
    this.#thread ??= this.#open()
    this.#thread.postMessage('checkpoint')
  }

  async close(): Promise<void> {
    this.#isBusy = true
    clearTimeout(this.#idle)
    await this.#thread?.terminate()
  }

  #open(): Worker {
    const thread = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: this.#file })
    thread.unref()
    const end = () => {
      this.#thread = undefined
      void thread.terminate()
    }
    thread.on('message', () => {
      this.#isBusy = false
      this.#idle = setTimeout(end, IDLE_MS).unref()
    })
    // The writer itself copies a log that grows on.
    thread.on('error', end)
    return thread
  }
}
