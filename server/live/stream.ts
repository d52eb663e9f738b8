import type { Subject, Topics } from './topic.ts'

const QUEUE_MAX = 20

/** The messages of one page. A slow reader loses its queue, and gets the state once it has caught up. */
export class Stream<M> {
  readonly #topics: Topics
  readonly #subjects: Subject<M>[]
  #queue: M[] = []
  #hasJoined = false
  #wake = () => {}
  #end: { error?: Error } | undefined

  constructor(topics: Topics, subjects: Subject<M>[]) {
    this.#topics = topics
    this.#subjects = subjects
  }

  push(message: M): void {
    if (this.#queue.length < QUEUE_MAX) this.#queue.push(message)
    else this.#leave()
    this.#wake()
  }

  /** Ends `messages` at once, with an error if one is given. */
  end(error?: Error): void {
    this.#end ??= error ? { error } : {}
    this.#leave()
    this.#wake()
  }

  async *messages(): AsyncGenerator<M> {
    try {
      for (;;) {
        if (this.#end?.error) throw this.#end.error
        if (this.#end) return
        const message = this.#queue.shift()
        if (message !== undefined) yield message
        else {
          this.#join()
          await new Promise<void>((resolve) => (this.#wake = resolve))
        }
      }
    } finally {
      this.#leave()
    }
  }

  #join(): void {
    if (this.#hasJoined) return
    this.#hasJoined = true
    for (const subject of this.#subjects) this.#topics.join(this, subject)
  }

  #leave(): void {
    this.#queue = []
    this.#hasJoined = false
    for (const subject of this.#subjects) this.#topics.leave(this, subject)
  }
}
