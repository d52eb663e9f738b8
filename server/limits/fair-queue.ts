import { DomainError } from '#shared/errors.ts'

/** Who a job is for. A caller is a network, a project or a user: whoever must not be able to make others wait. */
export type Turn<R> = { rank: R; caller: string }

export type QueueLimits<R> = {
  /** In the order in which they are served: an earlier rank always goes first. */
  ranks: readonly R[]
  /** Jobs of one caller that may wait in a rank. */
  perCaller: number
  /** Jobs of all callers that may wait in a rank. */
  perRank: number
  tooManyOfOne: string
  tooManyOfAll: string
  retryAfterSeconds: number
}

type Waiting<T> = { job: T; refuse: (error: DomainError) => void }

/**
 * Jobs that wait. Within a rank, the callers take turns. A caller with too many waiting jobs gets TOO_MANY_REQUESTS.
 * When a rank is full, the caller with the most jobs gives up its newest one; if no other has more than the new job's
 * own caller, SERVICE_UNAVAILABLE.
 */
export class FairQueue<T, R> {
  readonly #limits: QueueLimits<R>
  readonly #ranks: Map<R, Map<string, Waiting<T>[]>>

  constructor(limits: QueueLimits<R>) {
    this.#limits = limits
    this.#ranks = new Map(limits.ranks.map((rank) => [rank, new Map<string, Waiting<T>[]>()]))
  }

  /** `refuse` is called if the job has to make room later. */
  add(job: T, { rank, caller }: Turn<R>, refuse: (error: DomainError) => void): void {
    const callers = this.#callersOf(rank)
    const own = callers.get(caller) ?? []
    const { perCaller, perRank } = this.#limits
    if (own.length >= perCaller) throw this.#tooManyOfOne()
    if (countOf(callers) >= perRank) this.#makeRoom(callers, own.length)
    own.push({ job, refuse })
    callers.set(caller, own)
  }

  /** Removes and returns the next job that may run. */
  take(mayRun: (turn: Turn<R>) => boolean = () => true): T | undefined {
    for (const [rank, callers] of this.#ranks) {
      for (const [caller, [next, ...rest]] of callers) {
        if (!mayRun({ rank, caller })) continue
        callers.delete(caller)
        if (rest.length > 0) callers.set(caller, rest)
        return next?.job
      }
    }
    return undefined
  }

  /** Removes a job, if it still waits. */
  remove(job: T, { rank, caller }: Turn<R>): boolean {
    const callers = this.#callersOf(rank)
    const own = callers.get(caller) ?? []
    const rest = own.filter((waiting) => waiting.job !== job)
    if (rest.length > 0) callers.set(caller, rest)
    else callers.delete(caller)
    return rest.length < own.length
  }

  #callersOf(rank: R): Map<string, Waiting<T>[]> {
    return this.#ranks.get(rank) as Map<string, Waiting<T>[]>
  }

  /** Throws when no caller has more jobs than one with `ownCount` jobs would have after the next. */
  #makeRoom(callers: Map<string, Waiting<T>[]>, ownCount: number): void {
    const [caller, waiting] = [...callers].reduce((most, each) => (each[1].length > most[1].length ? each : most))
    if (waiting.length <= ownCount + 1) throw this.#tooManyOfAll()
    waiting.pop()?.refuse(this.#tooManyOfAll())
    if (waiting.length === 0) callers.delete(caller)
  }

  #tooManyOfOne(): DomainError {
    const { tooManyOfOne, retryAfterSeconds } = this.#limits
    return new DomainError('TOO_MANY_REQUESTS', tooManyOfOne, { retryAfterSeconds })
  }

  #tooManyOfAll(): DomainError {
    const { tooManyOfAll, retryAfterSeconds } = this.#limits
    return new DomainError('SERVICE_UNAVAILABLE', tooManyOfAll, { retryAfterSeconds })
  }
}

function countOf<T>(callers: Map<string, Waiting<T>[]>): number {
  let count = 0
  for (const waiting of callers.values()) count += waiting.length
  return count
}
