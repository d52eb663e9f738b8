import { DomainError } from '#shared/errors.ts'

/** The owner of a job. A caller is a network, a project or a user: anybody who must not delay others. */
export type Turn<R> = { rank: R; caller: string }

export type QueueLimits<R> = {
  /** In serving order: an earlier rank always goes first. */
  ranks: readonly R[]
  perCaller: number
  /** The maximum number of waiting jobs of all callers in a rank. */
  perRank: number
  tooManyOfOne: string
  tooManyOfAll: string
  retryAfterSeconds: number
}

type Waiting<T> = { job: T; refuse: (error: DomainError) => void }

/**
 * A queue of jobs. Within a rank, callers take turns. A caller with too many waiting jobs gets TOO_MANY_REQUESTS. When
 * a rank is full, the caller with the most jobs loses its newest one; if nobody has more jobs than the new one's
 * caller, the new job gets SERVICE_UNAVAILABLE.
 */
export class FairQueue<T, R> {
  readonly #limits: QueueLimits<R>
  readonly #ranks: Map<R, Map<string, Waiting<T>[]>>

  constructor(limits: QueueLimits<R>) {
    this.#limits = limits
    this.#ranks = new Map(limits.ranks.map((rank) => [rank, new Map<string, Waiting<T>[]>()]))
  }

  get size(): number {
    let size = 0
    for (const callers of this.#ranks.values()) size += countOf(callers)
    return size
  }

  /** `refuse` is called if the job later has to make room. */
  add(job: T, { rank, caller }: Turn<R>, refuse: (error: DomainError) => void): void {
    const callers = this.#callersOf(rank)
    const own = callers.get(caller) ?? []
    const { perCaller, perRank } = this.#limits
    if (own.length >= perCaller) throw this.#tooManyOfOne()
    if (countOf(callers) >= perRank) this.#makeRoom(callers, own.length)
    own.push({ job, refuse })
    callers.set(caller, own)
  }

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

  /** Throws if no caller has more jobs than this one would have with its new job. */
  #makeRoom(callers: Map<string, Waiting<T>[]>, ownCount: number): void {
    const most = [...callers.values()].reduce((left, right) => (right.length > left.length ? right : left))
    if (most.length <= ownCount + 1) throw this.#tooManyOfAll()
    most.pop()?.refuse(this.#tooManyOfAll())
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
