/** A head with `count` rows. A closed group shows only its head. */
export type Group = { key: string; count: number; isOpen: boolean }

/** An item of the list: the head of a group (`row` is null) or one of its rows. */
export type Item = { group: number; row: number | null }

/** Maps indexes of the flat list, as the virtualizer counts, to groups and rows. */
export class GroupedLayout {
  readonly length: number
  readonly #groups: Group[]
  readonly #starts: number[] = []

  constructor(groups: Group[]) {
    this.#groups = groups
    let next = 0
    for (const { count, isOpen } of groups) {
      this.#starts.push(next)
      next += 1 + (isOpen ? count : 0)
    }
    this.length = next
  }

  at(index: number): Item {
    const group = this.#groupAt(index)
    const below = index - (this.#starts[group] ?? 0)
    return { group, row: below === 0 ? null : below - 1 }
  }

  keyAt(index: number): string {
    const { group, row } = this.at(index)
    const key = this.#groups[group]?.key ?? ''
    return row === null ? key : `${key} ${row}`
  }

  /** The index of a group's head; the length of the list for the group after the last. */
  indexOfHead(group: number): number {
    return this.#starts[group] ?? this.length
  }

  /** The index of a row, counted over all open groups from 0. */
  indexOfRow(row: number): number {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) - middle <= row) low = middle
      else high = middle - 1
    }
    return row + low + 1
  }

  isLastOfGroup(index: number): boolean {
    const next = this.#starts[this.#groupAt(index) + 1] ?? this.length
    return index === next - 1
  }

  /** Binary search for the last group that starts at or before the index. */
  #groupAt(index: number): number {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return low
  }
}
