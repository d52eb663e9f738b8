import { DomainError } from '#shared/errors.ts'

/** The order in which ranks are served: an earlier one always goes first. */
const RANKS = ['known', 'sign-in', 'sign-up'] as const

/** `known`: signed in, or signing in from where this account has signed in before. */
export type Rank = (typeof RANKS)[number]
export type Turn = { rank: Rank; network: string }

const WAITING_PER_NETWORK = 20
const WAITING_PER_RANK = 200
const RETRY_AFTER_SECONDS = 5

type Waiting<T> = { job: T; refuse: (error: DomainError) => void }

/**
 * Jobs that wait. Within a rank, the networks take turns. A network may have 20 jobs waiting in a rank, else
 * TOO_MANY_REQUESTS. When 200 wait in a rank, the network with the most gives up its newest one; if no other has more
 * than the new job's own network, SERVICE_UNAVAILABLE.
 */
export class FairQueue<T> {
  readonly #ranks = new Map(RANKS.map((rank) => [rank, new Map<string, Waiting<T>[]>()]))

  /** `refuse` is called if the job has to make room later. */
  add(job: T, { rank, network }: Turn, refuse: (error: DomainError) => void): void {
    const networks = this.#networksOf(rank)
    const own = networks.get(network) ?? []
    if (own.length >= WAITING_PER_NETWORK) throw tooManyOfOne()
    if (countOf(networks) >= WAITING_PER_RANK) makeRoom(networks, own.length)
    own.push({ job, refuse })
    networks.set(network, own)
  }

  /** Removes and returns the next job of these ranks. */
  take(ranks: readonly Rank[] = RANKS): T | undefined {
    for (const rank of RANKS) {
      const networks = this.#networksOf(rank)
      const [first] = ranks.includes(rank) ? networks : []
      if (!first) continue
      const [network, [next, ...rest]] = first
      networks.delete(network)
      if (rest.length > 0) networks.set(network, rest)
      return next?.job
    }
    return undefined
  }

  #networksOf(rank: Rank): Map<string, Waiting<T>[]> {
    return this.#ranks.get(rank) as Map<string, Waiting<T>[]>
  }
}

function countOf<T>(networks: Map<string, Waiting<T>[]>): number {
  let count = 0
  for (const waiting of networks.values()) count += waiting.length
  return count
}

/** Throws when no network has more jobs than one with `ownCount` jobs would have after the next. */
function makeRoom<T>(networks: Map<string, Waiting<T>[]>, ownCount: number): void {
  const [network, waiting] = [...networks].reduce((most, each) => (each[1].length > most[1].length ? each : most))
  if (waiting.length <= ownCount + 1) throw tooManyOfAll()
  waiting.pop()?.refuse(tooManyOfAll())
  if (waiting.length === 0) networks.delete(network)
}

function tooManyOfOne(): DomainError {
  return new DomainError('TOO_MANY_REQUESTS', 'Too many sign-ins at once from your network, try again in a moment', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

function tooManyOfAll(): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', 'Too many sign-ins at once, try again in a moment', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
