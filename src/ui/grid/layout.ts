/** A suite of a list with the number of its rows. A closed suite shows only its head. */
export type ListedSuite = { id: string; count: number; isOpen: boolean }

/** Where a line of a list is: a 0-based position in a suite, or its head (null). */
export type Place = { suiteId: string; position: number | null }

type Options = {
  /** Whether heads are counted. */
  hasHeads?: boolean
  /** Whether an open suite ends in one more line, behind its rows. */
  hasEntry?: boolean
}

/** Counts the lines of suites from 0, and finds the suite of a line. */
export class Layout {
  readonly suites: readonly ListedSuite[]
  readonly length: number
  /** The line at which each suite begins, and the end. */
  readonly #starts: number[]
  readonly #heads: 0 | 1
  readonly #indexes: Map<string, number>

  constructor(suites: readonly ListedSuite[], { hasHeads = true, hasEntry = false }: Options = {}) {
    this.suites = suites
    this.#heads = hasHeads ? 1 : 0
    this.#indexes = new Map(suites.map(({ id }, index) => [id, index]))
    let next = 0
    this.#starts = suites.map(({ count, isOpen }) => {
      const start = next
      next += this.#heads + (isOpen ? count + Number(hasEntry) : 0)
      return start
    })
    this.#starts.push(next)
    this.length = next
  }

  placeOf(line: number): Place | undefined {
    const index = this.indexAt(line)
    const suite = this.suites[index]
    if (!suite) return undefined
    const position = line - this.startOf(index) - this.#heads
    return { suiteId: suite.id, position: position < 0 ? null : position }
  }

  /** The line of a place; undefined if its suite is closed or not listed. */
  lineOf({ suiteId, position }: Place): number | undefined {
    const index = this.#indexes.get(suiteId)
    if (index === undefined) return undefined
    const line = this.startOf(index) + this.#heads + (position ?? -this.#heads)
    return line < this.startOf(index + 1) ? line : undefined
  }

  /** The line that was `line` in an earlier layout. The line behind the rows of a suite stays behind them. */
  lineSince({ layout, line }: { layout: Layout; line: number }): number | undefined {
    const place = layout.placeOf(line)
    if (!place) return undefined
    const isBehind = place.position === layout.#countOf(place.suiteId)
    return this.lineOf(isBehind ? { ...place, position: this.#countOf(place.suiteId) } : place)
  }

  #countOf(suiteId: string): number {
    return this.suites[this.#indexes.get(suiteId) ?? -1]?.count ?? 0
  }

  /** The first line of the previous or next suite that has lines. Without such a suite, the first of the line's own. */
  suiteStart(line: number, step: -1 | 1): number {
    const own = this.indexAt(line)
    for (let index = own + step; index >= 0 && index < this.suites.length; index += step)
      if (this.startOf(index + 1) > this.startOf(index)) return this.startOf(index)
    return this.startOf(own)
  }

  /** The line at which a suite begins; the length of the list for the suite after the last. */
  startOf(index: number): number {
    return this.#starts[index] ?? 0
  }

  /** Binary search for the last suite that begins at or before a line. -1 outside of the list. */
  indexAt(line: number): number {
    if (line < 0 || line >= this.length) return -1
    let [low, high] = [0, this.suites.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.startOf(middle) <= line) low = middle
      else high = middle - 1
    }
    return low
  }
}
