import { useLayoutEffect, useRef } from 'react'
import { cursorRow, hasLostFocus, moveCursor } from './cursor.ts'
import type { ShownList } from './shown-list.ts'

/** Keeps the cursor, and the focus in it, on its item when rows are added above it, suites close or the filter changes. */
export function useKeptCursor(list: ShownList): void {
  const before = useRef(list)
  useLayoutEffect(() => {
    // The rows of a new filter are still loading.
    if (list.rows === 0) return
    const row = cursorRow()
    if (row !== null && before.current !== list) {
      const kept = rowAfter(before.current, list, row)
      const focus = hasLostFocus()
      if (kept !== row || focus) moveCursor(kept, { focus })
    }
    before.current = list
  }, [list])
}

/** The new position of an item; the nearest row if it is no longer shown. */
function rowAfter(before: ShownList, after: ShownList, row: number): number {
  const item = before.itemAt(row)
  if (item && after.itemAt(row)?.id === item.id) return row
  const found = item && after.rowOf(item.id)
  if (found !== undefined) return found
  return Math.max(0, Math.min(row, after.rows - 1))
}
