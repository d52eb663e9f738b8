import { useCallback, useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'

/*
 * The current row of the list on the screen. Module state with one subscription for each row: a
 * move renders two rows, not the list.
 */

const listeners = new Listeners()
/** The elements of rendered rows. */
const elements = new Map<number, HTMLElement>()
let current: number | null = null
/** A row that takes the focus as soon as it is rendered. */
let awaited: number | null = null

export const cursorRow = () => current

export const onCursorMove = listeners.subscribe

export function useCursorRow(): number | null {
  return useSyncExternalStore(listeners.subscribe, cursorRow)
}

function useIsCurrent(row: number): boolean {
  return useSyncExternalStore(listeners.subscribe, () => current === row)
}

/** Makes a row current. With `focus`, its element takes the focus, now or when it is rendered. */
export function moveCursor(row: number, { focus = false } = {}): void {
  awaited = focus ? row : null
  if (current !== row) {
    current = row
    listeners.notify()
  }
  if (focus) focusRendered(row)
}

/** For a list that is gone: no row is current. */
export function forgetCursor(): void {
  current = null
  awaited = null
  listeners.notify()
}

/** The element of a row, if it is rendered. */
export const rowElement = (row: number): HTMLElement | undefined => elements.get(row)

/** Whether a row is on the screen, and not behind a sticky head. */
export function isRowInView(row: number): boolean {
  const element = elements.get(row)
  if (!element) return false
  const { left, top, height } = element.getBoundingClientRect()
  return document.elementFromPoint(left + 2, top + height / 2)?.closest('[data-cursor-row]') === element
}

/**
 * What the element of a row needs: the grid has one tab stop, the current row. The focus follows the cursor, and the
 * cursor the focus: a click into a row makes it current. Scrolling is left to the list, which knows its sticky heads.
 */
export function useRowFocus(row: number) {
  const isCurrent = useIsCurrent(row)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      elements.set(row, element)
      if (awaited === row) focusRendered(row)
      return () => {
        if (elements.get(row) === element) elements.delete(row)
      }
    },
    [row],
  )
  const onFocus = useCallback(() => moveCursor(row), [row])
  return {
    ref,
    onFocus,
    tabIndex: isCurrent ? 0 : -1,
    'data-cursor-row': row,
    ...(isCurrent && { 'aria-current': 'true' as const }),
  }
}

function focusRendered(row: number): void {
  const element = elements.get(row)
  if (!element) return
  awaited = null
  element.focus({ preventScroll: true })
}
