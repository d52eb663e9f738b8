/** A row of a case or result, which can be selected, or a head. */
export type ListItem = { id: string; isHead?: true }

/** The part of a list that the keys need. Rows are counted from 0. */
export type ShownList<Item extends ListItem = ListItem> = {
  rows: number
  /** The newest state of a row; undefined until it is loaded. */
  itemAt: (row: number) => Item | undefined
  loadItem: (row: number) => Promise<Item | undefined>
  rowOf: (id: string) => number | undefined
  /** The ids of the rows in a range, both ends included, in list order, without heads. */
  idsBetween: (first: number, last: number) => Promise<string[]>
  /** The ids for "Select all", if not all rows. */
  allIds?: () => Promise<string[]>
  /** The first row of the previous or next suite; if there is none, of the row's own suite. */
  suiteStart: (row: number, step: -1 | 1) => number
  /** Scrolls a row between the sticky heads and the status strip, as little as possible. */
  scrollTo: (row: number) => void
}

const NONE: ShownList = {
  rows: 0,
  itemAt: () => undefined,
  loadItem: async () => await Promise.resolve(undefined),
  rowOf: () => undefined,
  idsBetween: async () => await Promise.resolve([]),
  suiteStart: () => 0,
  scrollTo: () => undefined,
}

let shown = NONE

export const shownList = () => shown

/** Registers the list on the screen. Call it at each change. Returns the function that unregisters it. */
export function showList(list: ShownList): () => void {
  shown = list
  return () => {
    if (shown === list) shown = NONE
  }
}
