import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { DomainError } from '#shared/errors.ts'
import { FairQueue, type QueueLimits, type Turn as TurnOf } from '../limits/fair-queue.ts'
import type { PasswordJob } from './password-worker.ts'

const THREADS_MAX = 4
const IDLE_MS = 10_000

/** `known`: signed in, or signing in from a network where this account has signed in before. */
export type Rank = 'known' | 'sign-in' | 'sign-up'
export type Turn = TurnOf<Rank>

export const HASHES: QueueLimits<Rank> = {
  ranks: ['known', 'sign-in', 'sign-up'],
  perCaller: 20,
  perRank: 200,
  tooManyOfOne: 'Too many sign-ins at once from your network, try again in a moment',
  tooManyOfAll: 'Too many sign-ins at once, try again in a moment',
  retryAfterSeconds: 5,
}

type Outcome = string | boolean
type Job = { work: PasswordJob; rank: Rank; resolve: (outcome: Outcome) => void; reject: (error: Error) => void }
type Thread = { worker: Worker; job?: Job | undefined; idle?: NodeJS.Timeout | undefined }

/**
 * Worker threads that hash, one job each at a time: one per core, at most four. Jobs wait in a fair queue. Sign-ups
 * leave one thread free if there are several. A thread ends after ten seconds without work: it holds 12 MiB.
 */
export class PasswordThreads {
  readonly #most: number
  readonly #queue = new FairQueue<Job, Rank>(HASHES)
  readonly #threads = new Set<Thread>()
  #isClosed = false

  constructor(most = Math.min(availableParallelism(), THREADS_MAX)) {
    this.#most = most
  }

  get size(): number {
    return this.#threads.size
  }

  get waiting(): number {
    return this.#queue.size
  }

  run(work: PasswordJob, turn: Turn): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(stopping())
      this.#queue.add({ work, rank: turn.rank, resolve, reject }, turn, reject)
      this.#fill()
    })
  }

  /** Ends all threads. Waiting and running jobs are refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (let job = this.#queue.take(); job; job = this.#queue.take()) job.reject(stopping())
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, stopping())))
  }

  #fill(): void {
    while (!this.#isClosed) {
      const busy = [...this.#threads].filter(({ job }) => job)
      if (busy.length >= this.#most) return
      const signUps = busy.filter(({ job }) => job?.rank === 'sign-up').length
      const keepsOneFree = signUps >= Math.max(1, this.#most - 1)
      const job = this.#queue.take(({ rank }) => rank !== 'sign-up' || !keepsOneFree)
      if (!job) return
      this.#start([...this.#threads].find((thread) => !thread.job) ?? this.#open(), job)
    }
  }

  #start(thread: Thread, job: Job): void {
    clearTimeout(thread.idle)
    thread.job = job
    thread.worker.postMessage(job.work)
  }

  #open(): Thread {
    const worker = new Worker(new URL('./password-worker.ts', import.meta.url))
    const thread: Thread = { worker }
    worker.unref()
    worker.on('message', (outcome: Outcome) => this.#finish(thread, outcome))
    worker.on('error', (error) => void this.#replace(thread, error))
    this.#threads.add(thread)
    return thread
  }

  #finish(thread: Thread, outcome: Outcome): void {
    thread.job?.resolve(outcome)
    thread.job = undefined
    thread.idle = setTimeout(() => void this.#end(thread), IDLE_MS).unref()
    this.#fill()
  }

  async #replace(thread: Thread, error: Error): Promise<void> {
    await this.#end(thread, error)
    this.#fill()
  }

  async #end(thread: Thread, error = new Error('The thread has ended')): Promise<void> {
    clearTimeout(thread.idle)
    this.#threads.delete(thread)
    thread.job?.reject(error)
    await thread.worker.terminate()
  }
}

const stopping = () => new DomainError('SERVICE_UNAVAILABLE', 'The server is stopping')
