import type { DomainError } from '#shared/errors.ts'
import { FairQueue, type QueueLimits } from './fair-queue.ts'

type SlotLimits = Omit<QueueLimits<'all'>, 'ranks'> & {
  slots: number
  slotsPerCaller: number
}

/** Bounds the number of concurrent pieces of work, in total and per caller. Others wait in a fair queue. */
export class FairSlots {
  readonly #limits: SlotLimits
  readonly #queue: FairQueue<() => void, 'all'>
  readonly #running = new Map<string, number>()
  #free: number

  constructor(limits: SlotLimits) {
    this.#limits = limits
    this.#queue = new FairQueue({ ...limits, ranks: ['all'] })
    this.#free = limits.slots
  }

  /**
   * Runs `work` as soon as the caller may have a slot. Throws TOO_MANY_REQUESTS or SERVICE_UNAVAILABLE when too many
   * wait, and the reason of the signal if it is aborted first.
   */
  async run<T>(caller: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    await this.take(caller, signal)
    try {
      return await work()
    } finally {
      this.release(caller)
    }
  }

  /** Waits for a slot like `run`. The caller must release it. */
  async take(caller: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#free > 0 && this.#mayRun(caller)) return this.#occupy(caller)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const turn = { rank: 'all', caller } as const
    this.#queue.add(resolve, turn, (error: DomainError) => reject(error))
    const leave = () => this.#queue.remove(resolve, turn) && reject(signal?.reason as Error)
    signal?.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  release(caller: string): void {
    const running = (this.#running.get(caller) ?? 0) - 1
    if (running > 0) this.#running.set(caller, running)
    else this.#running.delete(caller)
    this.#free += 1
    this.#startNext()
  }

  #startNext(): void {
    let next: string | undefined
    const start = this.#queue.take(({ caller }) => {
      const mayRun = this.#mayRun(caller)
      if (mayRun) next = caller
      return mayRun
    })
    if (!start || next === undefined) return
    this.#occupy(next)
    start()
  }

  #mayRun(caller: string): boolean {
    return (this.#running.get(caller) ?? 0) < this.#limits.slotsPerCaller
  }

  #occupy(caller: string): void {
    this.#free -= 1
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1)
  }
}
