import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'

/*
 * The current row of the run view, counted as in the shown list. Module state with one subscription for each row: a
 * move renders two rows, not the list.
 */

const listeners = new Listeners()
let current: number | null = null
/** The row that takes the focus as soon as it is rendered. */
let awaited: number | null = null

export const cursorRow = () => current

export const onCursorMove = listeners.subscribe

export function useCursorRow(): number | null {
  return useSyncExternalStore(listeners.subscribe, cursorRow)
}

export function useIsCurrent(row: number): boolean {
  return useSyncExternalStore(listeners.subscribe, () => current === row)
}

/** Makes a row current. With `focus`, its element takes the focus, now or when it is rendered. */
export function moveCursor(row: number, { focus = false } = {}): void {
  current = row
  awaited = focus ? row : null
  listeners.notify()
}

/** For a list that is gone: no row is current. */
export function forgetCursor(): void {
  current = null
  awaited = null
  listeners.notify()
}

/**
 * What the element of a row needs: the grid has one tab stop, the current row, and the focus follows the cursor.
 * Scrolling is left to the list, which knows its sticky heads.
 */
export function useRowFocus(row: number) {
  const ref = useRef<HTMLDivElement>(null)
  const isCurrent = useIsCurrent(row)
  const isAwaited = useSyncExternalStore(listeners.subscribe, () => awaited === row)
  useLayoutEffect(() => {
    if (!isAwaited) return
    awaited = null
    ref.current?.focus({ preventScroll: true })
  }, [isAwaited])
  return { ref, tabIndex: isCurrent ? 0 : -1, ...(isCurrent && { 'aria-current': 'true' as const }) }
}
