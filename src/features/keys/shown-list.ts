import type { RefObject } from 'react'
import type { Layout, Place } from '#src/ui/grid/layout.ts'
import type { ScrollTo } from '#src/ui/grid/use-virtual-lines.ts'

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

/** Set by the grid on the screen, which knows where rows are. */
export const scroller: RefObject<ScrollTo | null> = { current: null }

/** How a list finds its items. */
type Items<Item extends ListItem> = {
  read: (place: Place) => Item | undefined
  load: (place: Place) => Promise<Item | undefined>
  placeOf: (id: string) => Place | undefined
  idsAt: (places: Place[]) => Promise<string[]>
}

export type ListedItems<Item extends ListItem> = ReturnType<typeof listItems<Item>>

/** The rows of a layout with their items. */
export function listItems<Item extends ListItem>(layout: Layout, items: Items<Item>) {
  const placeOf = (row: number) => layout.placeOf(row)
  /** Undefined if its suite is closed or not listed. */
  const rowAt = (place: Place) => layout.lineOf(place)
  return {
    suites: layout.suites,
    rows: layout.length,
    placeOf,
    rowAt,
    suiteStart: (row: number, step: -1 | 1) => layout.suiteStart(row, step),
    itemAt: (row: number) => {
      const place = placeOf(row)
      return place && items.read(place)
    },
    loadItem: async (row: number) => {
      const place = placeOf(row)
      return place && (items.read(place) ?? (await items.load(place)))
    },
    rowOf: (id: string) => {
      const place = items.placeOf(id)
      return place && rowAt(place)
    },
    idsBetween: async (first: number, last: number) => {
      const places = Array.from({ length: last - first + 1 }, (_, index) => placeOf(first + index))
      return await items.idsAt(places.filter((place) => place !== undefined))
    },
    scrollTo: (row: number, align?: 'nearest' | 'start') => {
      const place = placeOf(row)
      if (place) scroller.current?.(place, align)
    },
  }
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
