import { useCallback } from 'react'
import { createStore, useStore } from '#src/lib/store.ts'

/* The current row of the list. Module state with a subscription per row: a move renders two rows. */

const elements = new Map<number, HTMLElement>()
const current = createStore<number | null>(null)
/** A row that is focused when it is rendered, unless the focus has moved meanwhile. */
let awaited: { row: number; from: Element | null } | null = null
/** Whether the focus was in the current row when that left the page. */
let isLost = false

export const cursorRow = current.get

export const onCursorMove = current.subscribe

export const useCursorRow = (): number | null => useStore(current)

/** Makes a row current. With `focus`, its element is focused, now or when it is rendered. */
export function moveCursor(row: number, { focus = false } = {}): void {
  awaited = focus ? { row, from: document.activeElement } : null
  isLost = false
  current.set(row)
  if (focus) focusRendered(row)
}

/** For a list that was unmounted: no row is current. */
export function forgetCursor(): void {
  awaited = null
  isLost = false
  current.set(null)
}

/** Whether the current row took the focus with it when it left the page, and nothing else has it since. */
export const hasLostFocus = () => isLost && document.activeElement === document.body

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
      if (awaited?.row === row && isFocusAt(awaited.from)) focusRendered(row)
      return () => {
        if (current.get() === row && element.contains(document.activeElement)) isLost = true
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

const isFocusAt = (element: Element | null) => [element, document.body].includes(document.activeElement)

function focusRendered(row: number): void {
  const element = elements.get(row)
  if (!element) return
  awaited = null
  element.focus({ preventScroll: true })
}
