import { Worker } from 'node:worker_threads'
import type { Database, Statement } from 'better-sqlite3'

/** Pages of the log that the file lacks. To copy so many takes about 40 ms on a slow disk. */
const PAGES = 1_000
const CHECK_MS = 10
const IDLE_MS = 60_000
/** After a thread failed, as on a full disk. */
const REST_MS = 60_000

type Log = { log: number; checkpointed: number }

/**
 * Copies the log of a SQLite file into the file, in a thread of its own: a commit that does it makes all other calls
 * wait. The thread ends after a minute without work: it holds 10 MiB, and its start takes 100 ms of CPU.
 */
export class Checkpoints {
  readonly #file: string
  readonly #log: Statement<[], Log>
  #checkedAt = -Infinity
  #thread: Worker | undefined
  #isBusy = false
  #idle: NodeJS.Timeout | undefined

  constructor(database: Database) {
    this.#file = database.name
    this.#log = database.prepare('pragma wal_checkpoint(noop)')
  }

  /** To be called after each commit. Takes 10 µs at most once in 10 ms. */
  readonly noteCommit = (): void => {
    const now = performance.now()
    if (this.#isBusy || now - this.#checkedAt < CHECK_MS) return
    this.#checkedAt = now
    const { log, checkpointed } = this.#log.get() as Log
    if (log - checkpointed < PAGES) return
    this.#isBusy = true
    clearTimeout(this.#idle)
    this.#thread ??= this.#open()
    this.#thread.postMessage('checkpoint')
  }

  /** Ends the thread, whose connection is closed with it. */
  async close(): Promise<void> {
    this.#isBusy = true
    await this.#end()
  }

  #open(): Worker {
    const thread = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: this.#file })
    thread.unref()
    thread.on('message', () => {
      this.#isBusy = false
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref()
    })
    // For a while the commits copy the log.
    thread.on('error', () => {
      this.#checkedAt = performance.now() + REST_MS
      this.#isBusy = false
      void this.#end()
    })
    return thread
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }
}
