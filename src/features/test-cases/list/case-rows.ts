/** A suite of the list with the number of its cases. A closed suite shows only its head. */
export type ListedSuite = { id: string; count: number; isOpen: boolean }

/** Where a row is: a 0-based position in a suite, or its head (null). */
export type CasePlace = { suiteId: string; position: number | null }

/**
 * Counts the rows of the list from 0: the head of each suite, then its cases if it is open. The line for a new case,
 * which ends an open suite, is no row: the cursor passes over it.
 */
export class CaseRows {
  readonly suites: readonly ListedSuite[]
  readonly length: number
  readonly #starts: number[] = []
  readonly #indexes: Map<string, number>

  constructor(suites: readonly ListedSuite[]) {
    this.suites = suites
    this.#indexes = new Map(suites.map(({ id }, index) => [id, index]))
    let next = 0
    for (const { count, isOpen } of suites) {
      this.#starts.push(next)
      next += 1 + (isOpen ? count : 0)
    }
    this.length = next
  }

  placeOf(row: number): CasePlace | undefined {
    const index = this.suiteIndexAt(row)
    const suite = this.suites[index]
    if (!suite) return undefined
    const below = row - (this.#starts[index] ?? 0)
    return { suiteId: suite.id, position: below === 0 ? null : below - 1 }
  }

  /** The row of a place; undefined if its suite is closed or not listed. */
  rowAt({ suiteId, position }: CasePlace): number | undefined {
    const index = this.#indexes.get(suiteId)
    const suite = index === undefined ? undefined : this.suites[index]
    if (index === undefined || !suite) return undefined
    const start = this.#starts[index] ?? 0
    if (position === null) return start
    return suite.isOpen && position < suite.count ? start + 1 + position : undefined
  }

  /** The head of the previous or next suite; without such a suite, of the row's own. */
  suiteStart(row: number, step: -1 | 1): number {
    const own = this.suiteIndexAt(row)
    return this.#starts[own + step] ?? this.#starts[own] ?? 0
  }

  /** Binary search for the suite of a row, counted from 0. -1 outside of the list. */
  suiteIndexAt(row: number): number {
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
