import { useCallback } from 'react'
import { createStore, useStore } from '#src/lib/store.ts'

/* The current row of the list. Module state with a subscription per row: a move renders two rows. */

const elements = new Map<number, HTMLElement>()
const current = createStore<number | null>(null)
let awaited: number | null = null

export const cursorRow = current.get

export const onCursorMove = current.subscribe

export const useCursorRow = (): number | null => useStore(current)

/** Makes a row current. With `focus`, its element is focused, now or when it is rendered. */
export function moveCursor(row: number, { focus = false } = {}): void {
  awaited = focus ? row : null
  current.set(row)
  if (focus) focusRendered(row)
}

/** For a list that was unmounted: no row is current. */
export function forgetCursor(): void {
  awaited = null
  current.set(null)
}

export const rowElement = (row: number): HTMLElement | undefined => elements.get(row)

/** Whether a row is visible and not behind a sticky head. A dialog that is closing above the page hides nothing. */
export function isRowInView(row: number): boolean {
  const element = elements.get(row)
  if (!element) return false
  const { left, top, height } = element.getBoundingClientRect()
  const root = document.getElementById('root')
  const shown = document.elementsFromPoint(left + 2, top + height / 2).find((each) => root?.contains(each))
  return shown?.closest('[data-cursor-row]') === element
}

/**
 * The props of a row. The grid has one tab stop, the current row. Focus and cursor follow each other: a click into a
 * row makes it current. Scrolling is left to the list, which knows its sticky heads.
 */
export function useRowFocus(row: number) {
  const isCurrent = useStore(current, (at) => at === row)
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
