import { PasswordThreads, type Turn } from './password-threads.ts'

/** What follows the cost in a bcrypt hash of a random value. */
const DUMMY_DIGEST = '$YyG/jyZSTnyJf1tkQLVvfeg0..qThtJJTHDrzjChl0wnsmI5VJLD6'

const OWN: Turn = { rank: 'known', caller: '' }

/**
 * Runs bcrypt in worker threads, so that sign-ins do not block the server. `turn` sets the priority in the queue.
 * Throws TOO_MANY_REQUESTS or SERVICE_UNAVAILABLE when too many wait.
 */
export class Passwords {
  readonly #rounds: number
  /** Refusing an unknown account takes as long as a known one. */
  readonly #dummyHash: string
  readonly #threads: PasswordThreads

  /** @param rounds bcrypt's cost: each increment doubles the time of a hash (10: about 90 ms) */
  constructor(rounds = 10, threads = new PasswordThreads()) {
    this.#rounds = rounds
    this.#dummyHash = `$2b$${String(rounds).padStart(2, '0')}${DUMMY_DIGEST}`
    this.#threads = threads
  }

  /** How many wait for a thread. */
  get waiting(): number {
    return this.#threads.waiting
  }

  async hash(password: string, turn: Turn = OWN): Promise<string> {
    return (await this.#threads.run({ password, rounds: this.#rounds }, turn)) as string
  }

  /** Whether a password matches a stored hash. Without a hash, returns false after the same time. */
  async matches(password: string, hash: string | null | undefined, turn: Turn = OWN): Promise<boolean> {
    const matches = (await this.#threads.run({ password, hash: hash ?? this.#dummyHash }, turn)) as boolean
    return matches && hash != null
  }

  /** Whether a hash cost less than new ones do. Its password is hashed again at the next sign-in. */
  isOutdated(hash: string | null): boolean {
    return Number(/^\$2[aby]\$(\d\d)\$/.exec(hash ?? '')?.[1] ?? this.#rounds) < this.#rounds
  }

  async close(): Promise<void> {
    await this.#threads.close()
  }
}
