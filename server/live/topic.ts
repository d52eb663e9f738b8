import type { Logger } from 'pino'
import { LIVE_RESULTS_MAX } from '#shared/live/live.ts'
import { History, type MessageIds } from './history.ts'
import { Joiner, type Pace } from './joiner.ts'
import { Watcher } from './watcher.ts'

/** Watchers that are served before others get a turn. */
const SLICE = 10

export type Source<M> = {
  pace: Pace
  /** The first message of a watcher. */
  first: () => Promise<M>
  /** What to tell of these ids, or when too many have changed to name them. */
  read: (ids: string[] | null) => Promise<M>
  /** A message about the watchers themselves. */
  aside?: () => M
}

/**
 * What several people watch. Changes that come close together are joined and read once, however many watch, and not
 * at all while nobody does.
 */
export class Topic<M extends { type: string }> {
  readonly source: Source<M>
  readonly #ids: MessageIds
  readonly #log: Logger
  readonly #joiner: Joiner
  readonly #history: History
  readonly #watchers = new Set<Watcher<M>>()
  /** Undefined while nothing has changed, null when too much has to name it. */
  #changed: Set<string> | null | undefined
  #isAsideDue = false

  constructor(source: Source<M>, ids: MessageIds, log: Logger) {
    this.source = source
    this.#ids = ids
    this.#log = log
    this.#history = new History(ids.next())
    this.#joiner = new Joiner(() => this.#tell(), source.pace)
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0
  }

  /** From here on the watcher misses nothing: what is read afterwards is never older than what it is told. */
  join(): Watcher<M> {
    const watcher = new Watcher<M>(this.#history.last)
    this.#watchers.add(watcher)
    return watcher
  }

  leave(watcher: Watcher<M>): void {
    this.#watchers.delete(watcher)
  }

  /** What has changed after this message, as History tells it. */
  missedSince(messageId: string): string[] | null | undefined {
    return this.#history.since(this.#ids.read(messageId))
  }

  /** Something has changed: these, or too much to name it. */
  mark(ids: readonly string[] | null): void {
    if (ids === null) this.#changed = null
    else if (this.#changed !== null) {
      this.#changed ??= new Set()
      for (const id of ids) this.#changed.add(id)
      if (this.#changed.size > LIVE_RESULTS_MAX) this.#changed = null
    }
    this.#joiner.ask()
  }

  markAside(): void {
    this.#isAsideDue = true
    this.#joiner.ask()
  }

  /** Tells the last message and ends all watchers. */
  end(message: M): void {
    for (const watcher of this.#watchers) {
      watcher.push(watcher.last, message)
      watcher.end()
    }
  }

  close(): void {
    this.#joiner.close()
  }

  async #tell(): Promise<void> {
    const changed = this.#changed
    this.#changed = undefined
    if (changed !== undefined) await this.#tellChanged(changed && [...changed])
    if (!this.#isAsideDue) return
    this.#isAsideDue = false
    const aside = this.source.aside?.()
    if (aside) await this.#toAll((watcher) => watcher.push(watcher.last, aside))
  }

  async #tellChanged(ids: string[] | null): Promise<void> {
    try {
      const message = this.isWatched ? await this.source.read(ids) : undefined
      const number = this.#ids.next()
      this.#history.add(number, ids)
      if (message) await this.#toAll((watcher) => watcher.push(number, message))
    } catch (error) {
      this.#log.error({ err: error }, 'could not read what is to be told to watchers')
      this.mark(ids)
    }
  }

  async #toAll(push: (watcher: Watcher<M>) => void): Promise<void> {
    let served = 0
    for (const watcher of this.#watchers) {
      push(watcher)
      if (++served % SLICE === 0) await new Promise(setImmediate)
    }
  }
}
