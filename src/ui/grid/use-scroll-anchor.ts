import { type RefObject, useLayoutEffect, useRef } from 'react'

type Row = { key: unknown; index: number; start: number; end: number }
type Anchor = { key: unknown; start: number; scrollY: number }

/** Keeps the focused row at its position in the window when content above it grows or shrinks. */
export function useScrollAnchor(list: RefObject<HTMLElement | null>, rows: Row[]): void {
  const last = useRef<Anchor | null>(null)
  useLayoutEffect(() => {
    const row = focusedRow(list.current, rows)
    const before = last.current
    if (row && before && before.key === row.key) {
      // The browser or the list may already have scrolled by part of the shift.
      const remaining = row.start - before.start - (window.scrollY - before.scrollY)
      if (row.start !== before.start && remaining !== 0) window.scrollBy({ top: remaining, behavior: 'instant' })
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
