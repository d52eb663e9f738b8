/** A message on its way to one watcher; null stands for more messages than its connection could take. */
export type Event<M> = { number: number; message: M | null }

const QUEUE_MAX = 20

/** What is to be sent to one watcher. A connection that does not keep up loses messages, and is told so. */
export class Watcher<M> {
  /** The number of the last message that was sent, or is about to be. */
  last: number
  #queue: Event<M>[] = []
  #wake = () => {}
  #isEnded = false
  #reason: Error | undefined

  constructor(last: number) {
    this.last = last
  }

  push(number: number, message: M): void {
    if (this.#isEnded) return
    this.last = number
    if (this.#queue.length >= QUEUE_MAX) this.#queue = [{ number, message: null }]
    else this.#queue.push({ number, message })
    this.#wake()
  }

  /** Ends it: with a reason at once, without one when all that waits is sent. */
  end(reason?: Error): void {
    if (this.#reason) return
    this.#isEnded = true
    this.#reason = reason
    if (reason) this.#queue = []
    this.#wake()
  }

  /** The next message, as soon as there is one; undefined after the last. Throws the reason of an end. */
  async next(): Promise<Event<M> | undefined> {
    for (;;) {
      if (this.#reason) throw this.#reason
      const event = this.#queue.shift()
      if (event || this.#isEnded) return event
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
