import { Worker } from 'node:worker_threads'
import { DomainError } from '#shared/errors.ts'
import type { PasswordJob, PasswordOutcome } from './password-worker.ts'

const QUEUE_LIMIT = 200
const RETRY_AFTER_SECONDS = 5

/** A bcrypt hash of a random value: to refuse an unknown account takes as long as to refuse a known one. */
const DUMMY_HASH = '$2b$10$YyG/jyZSTnyJf1tkQLVvfeg0..qThtJJTHDrzjChl0wnsmI5VJLD6'

type Settle = { resolve: (outcome: string | boolean) => void; reject: (error: Error) => void }
type Job = { password: string; rounds: number } | { password: string; hash: string }

/**
 * Runs bcrypt in a worker thread, one job after the other, so that a sign-in never blocks the server. Refuses more than
 * 200 waiting jobs with SERVICE_UNAVAILABLE.
 */
export class Passwords {
  readonly #rounds: number
  readonly #waiting = new Map<number, Settle>()
  #worker: Worker | undefined
  #lastId = 0

  /** @param rounds bcrypt's cost: each increment doubles the time of a hash (10: about 90 ms) */
  constructor(rounds = 10) {
    this.#rounds = rounds
  }

  async hash(password: string): Promise<string> {
    return (await this.#ask({ password, rounds: this.#rounds })) as string
  }

  /** Whether a password matches a stored hash. Without a hash, returns false after the same time. */
  async matches(password: string, hash: string | null | undefined): Promise<boolean> {
    const matches = (await this.#ask({ password, hash: hash ?? DUMMY_HASH })) as boolean
    return matches && hash != null
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #ask(job: Job): Promise<string | boolean> {
    if (this.#waiting.size >= QUEUE_LIMIT)
      throw new DomainError('SERVICE_UNAVAILABLE', 'Too many sign-ins at once, try again in a moment', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#thread().postMessage({ id, ...job } satisfies PasswordJob)
    })
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./password-worker.ts', import.meta.url))
    worker.unref()
    worker.on('message', ({ id, outcome }: PasswordOutcome) => {
      this.#waiting.get(id)?.resolve(outcome)
      this.#waiting.delete(id)
    })
    worker.on('error', (error) => this.#failAll(error))
    this.#worker = worker
    return worker
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
    this.#worker = undefined
  }
}
