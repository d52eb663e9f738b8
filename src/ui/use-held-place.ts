import { type RefObject, useLayoutEffect, useRef } from 'react'

type Row = { key: unknown; index: number; start: number; end: number }
type Place = { key: unknown; start: number; scrollY: number }

/**
 * Keeps the row that has the focus where it is in the window while what stands above it grows or shrinks: whoever
 * types there is not to look for the line. `rows` are those that are rendered, placed on the page.
 */
export function useHeldPlace(list: RefObject<HTMLElement | null>, rows: Row[]): void {
  const last = useRef<Place | null>(null)
  useLayoutEffect(() => {
    const row = focusedRow(list.current, rows)
    const before = last.current
    if (row && before && before.key === row.key) {
      // Of the way that the row was moved, the browser or the list itself may have followed a part.
      const left = row.start - before.start - (window.scrollY - before.scrollY)
      if (row.start !== before.start && left !== 0) window.scrollBy({ top: left, behavior: 'instant' })
    }
    last.current = row && isInWindow(row) ? { key: row.key, start: row.start, scrollY: window.scrollY } : null
  })
}

function focusedRow(list: HTMLElement | null, rows: Row[]): Row | undefined {
  const { activeElement } = document
  const index = list?.contains(activeElement) && activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index']
  return index ? rows.find((row) => row.index === Number(index)) : undefined
}

function isInWindow({ start, end }: Row): boolean {
  return end > window.scrollY && start < window.scrollY + window.innerHeight
}
