/** A suite of the list with the number of its rows. A closed suite shows only its head. */
export type ListedSuite = { id: string; count: number; isOpen: boolean }

/** Counts the rows of all open suites from 0, heads left out. */
export class RunRows {
  readonly suites: readonly ListedSuite[]
  readonly length: number
  /** Row before which each suite begins. */
  readonly #starts: number[] = []

  constructor(suites: readonly ListedSuite[]) {
    this.suites = suites
    let next = 0
    for (const { count, isOpen } of suites) {
      this.#starts.push(next)
      next += isOpen ? count : 0
    }
    this.length = next
  }

  /** The suite and the 0-based position in it. */
  placeOf(row: number): { suiteId: string; position: number } | undefined {
    const index = this.#suiteOf(row)
    const suite = this.suites[index]
    return suite && { suiteId: suite.id, position: row - (this.#starts[index] ?? 0) }
  }

  /** The row at a position of a suite; undefined if the suite is closed or not listed. */
  rowAt(suiteId: string, position: number): number | undefined {
    const index = this.suites.findIndex(({ id }) => id === suiteId)
    const suite = this.suites[index]
    return suite?.isOpen && position < suite.count ? (this.#starts[index] ?? 0) + position : undefined
  }

  /** The first row of the previous or next suite that has rows. Without such a suite, the first of the row's own. */
  suiteStart(row: number, step: -1 | 1): number {
    const own = this.#suiteOf(row)
    for (let index = own + step; index >= 0 && index < this.suites.length; index += step) {
      const suite = this.suites[index]
      if (suite?.isOpen && suite.count > 0) return this.#starts[index] ?? 0
    }
    return this.#starts[own] ?? 0
  }

  /** Binary search for the last suite with rows that begins at or before the row. -1 outside of the list. */
  #suiteOf(row: number): number {
    if (row < 0 || row >= this.length) return -1
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= row) low = middle
      else high = middle - 1
    }
    return low
  }
}
