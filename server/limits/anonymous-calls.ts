import { DomainError } from '#shared/errors.ts'

const MINUTE_MS = 60_000
/** More networks than this in one minute share one count. */
const NETWORKS_MAX = 100_000

/** Counts calls without a known caller, per network and minute, in this process. Loopback addresses are not limited. */
export class AnonymousCalls {
  readonly #perMinute: number
  readonly #counts = new Map<string, number>()
  #minute = 0

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Throws TOO_MANY_REQUESTS. */
  count(network: string): void {
    if (isLoopback(network)) return
    const now = Date.now()
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== this.#minute) this.#counts.clear()
    this.#minute = minute
    const key = this.#counts.has(network) || this.#counts.size < NETWORKS_MAX ? network : 'others'
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    if (count <= this.#perMinute) return
    throw new DomainError('TOO_MANY_REQUESTS', 'Too many calls without a sign-in, try again in a minute', {
      retryAfterSeconds: Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000),
    })
  }
}

/** As `networkOf` writes it. */
const isLoopback = (network: string) => network.startsWith('127.') || network === '0:0:0:0::/64'
