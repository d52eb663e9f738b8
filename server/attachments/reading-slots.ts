/** Files that are read at once. The others wait in their connections, which costs no memory of ours. */
const SLOTS = 4

/** How long a file keeps its slot while nothing arrives: a slow client must not make others wait. */
const GRACE_MS = 20

/** Lets a few files be read at once, so that memory does not grow with the number of uploads. Oldest first. */
class ReadingSlots {
  #free = SLOTS
  readonly #waiting: (() => void)[] = []

  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    await promise
  }

  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

const slots = new ReadingSlots()

/** Passes on the parts of a file as they arrive. Holds a slot from one part to the next, unless its client is slow. */
export async function* inTurn<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = parts[Symbol.asyncIterator]()
  let isHeld = false
  const release = () => {
    if (isHeld) slots.give()
    isHeld = false
  }
  try {
    for (;;) {
      const patience = setTimeout(release, GRACE_MS)
      const { done, value } = await iterator.next().finally(() => clearTimeout(patience))
      if (done) return
      if (!isHeld) await slots.take()
      isHeld = true
      yield value
    }
  } finally {
    release()
    await iterator.return?.()
  }
}
