import type { Logger } from 'pino'
import { Coalescer, type Pace } from '#shared/live/coalescer.ts'
import { LIVE_RESULTS_MAX } from '#shared/live/live.ts'
import { giveWay } from '../limits/give-way.ts'
import type { Bus, BusEvent, BusKey } from './bus.ts'

/** Yields to the event loop after this many streams. */
const SLICE = 10

export type Subject<M> = {
  /** Streams with the same key share a topic. */
  key: string
  pace: Pace
  listenTo: BusKey[]
  /** The ids that an event changes; null if they are unknown, undefined if the event does not concern the topic. */
  changedBy: (event: BusEvent) => string[] | null | undefined
  /** Reads the changes; null reads the state. */
  read: (changed: string[] | null) => Promise<M>
}

export type Receiver<M> = { push: (message: M) => void }

/**
 * Sends one subject to all its streams. Changes are coalesced and read once for all streams. A new stream gets the
 * state; one that is up to date gets the changes.
 */
class Topic<M> {
  readonly #subject: Subject<M>
  readonly #log: Logger
  readonly #coalescer: Coalescer
  readonly #unsubscribe: () => void
  readonly #joining = new Set<Receiver<M>>()
  readonly #current = new Set<Receiver<M>>()
  /** Undefined if nothing has changed. */
  #changed: Set<string> | undefined

  constructor(subject: Subject<M>, bus: Bus, log: Logger) {
    this.#subject = subject
    this.#log = log
    this.#coalescer = new Coalescer(() => this.#send(), subject.pace)
    this.#unsubscribe = bus.subscribe(subject.listenTo, (event) => {
      const ids = event === null ? null : subject.changedBy(event)
      if (ids !== undefined) this.#mark(ids)
    })
  }

  get isEmpty(): boolean {
    return this.#joining.size + this.#current.size === 0
  }

  join(stream: Receiver<M>): void {
    this.#joining.add(stream)
    this.#coalescer.request()
  }

  leave(stream: Receiver<M>): void {
    this.#joining.delete(stream)
    this.#current.delete(stream)
  }

  close(): void {
    this.#unsubscribe()
    this.#coalescer.cancel()
  }

  #mark(ids: string[] | null): void {
    this.#changed ??= new Set()
    for (const id of ids ?? []) this.#changed.add(id)
    if (ids === null || this.#changed.size > LIVE_RESULTS_MAX) this.#restart()
    this.#coalescer.request()
  }

  #restart(): void {
    for (const stream of this.#current) this.#joining.add(stream)
    this.#current.clear()
    this.#changed = undefined
  }

  async #send(): Promise<void> {
    const [changed, current, joining] = [this.#changed, [...this.#current], [...this.#joining]]
    // A change from here on belongs to the next turn, which serves both groups: no stream can miss it.
    this.#changed = undefined
    for (const stream of joining) this.#current.add(stream)
    this.#joining.clear()
    try {
      if (changed && current.length > 0) await this.#deliver(current, await this.#subject.read([...changed]))
      if (joining.length > 0) await this.#deliver(joining, await this.#subject.read(null))
    } catch (error) {
      this.#log.error({ err: error, topic: this.#subject.key }, 'could not read a live topic; trying again')
      this.#mark(null)
    }
  }

  async #deliver(streams: Receiver<M>[], message: M): Promise<void> {
    for (const [index, stream] of streams.entries()) {
      if (this.#current.has(stream)) stream.push(message)
      if (index % SLICE === SLICE - 1) await giveWay()
    }
  }
}

export class Topics {
  readonly #bus: Bus
  readonly #log: Logger
  readonly #open = new Map<string, Topic<any>>()

  constructor(bus: Bus, log: Logger) {
    this.#bus = bus
    this.#log = log
  }

  join<M>(stream: Receiver<M>, subject: Subject<M>): void {
    const topic: Topic<M> = this.#open.get(subject.key) ?? new Topic(subject, this.#bus, this.#log)
    this.#open.set(subject.key, topic)
    topic.join(stream)
  }

  leave<M>(stream: Receiver<M>, { key }: Subject<M>): void {
    const topic = this.#open.get(key)
    topic?.leave(stream)
    if (!topic?.isEmpty) return
    topic.close()
    this.#open.delete(key)
  }
}
