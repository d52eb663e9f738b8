import type { Topic } from './topic.ts'

/** How long a topic is kept after its last watcher has left, for one who only lost the connection. */
const LINGER_MS = 60_000

type Opened<M extends { type: string }> = { topic: Topic<M>; stop: () => void }
type Kept<M extends { type: string }> = Opened<M> & { forget?: NodeJS.Timeout }

/** The topics of one kind that are watched, or were until just now. */
export class Topics<M extends { type: string }> {
  readonly #kept = new Map<string, Kept<M>>()

  get(key: string): Topic<M> | undefined {
    return this.#kept.get(key)?.topic
  }

  /** The topic of this key, made when there is none. `open` answers with how to stop listening for it. */
  hold(key: string, open: () => Opened<M>): Topic<M> {
    const kept: Kept<M> = this.#kept.get(key) ?? open()
    this.#kept.set(key, kept)
    clearTimeout(kept.forget)
    return kept.topic
  }

  /** To be called when a watcher has left. */
  release(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept || kept.topic.isWatched) return
    clearTimeout(kept.forget)
    kept.forget = setTimeout(() => this.#forget(key, kept), LINGER_MS).unref()
  }

  close(): void {
    for (const [key, kept] of this.#kept) this.#forget(key, kept)
  }

  #forget(key: string, { topic, stop, forget }: Kept<M>): void {
    clearTimeout(forget)
    stop()
    topic.close()
    this.#kept.delete(key)
  }
}
