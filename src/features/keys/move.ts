import { cursorRow, isRowInView, moveCursor, rowElement } from './cursor.ts'
import { clearSelection, selectedIds } from './selection.ts'
import type { ShownList } from './shown-list.ts'

/** Moves cursor and focus to a row, scrolls it into view and loads it. Rows beyond the ends are clamped. */
export function goTo(list: ShownList, row: number): void {
  if (list.rows === 0) return
  const target = Math.min(Math.max(row, 0), list.rows - 1)
  moveCursor(target, { focus: true })
  list.scrollTo(target)
  if (!list.itemAt(target)) void list.loadItem(target)
}

/** Moves by rows. In a list without a cursor, the first move enters it. */
export function moveBy(list: ShownList, step: number): void {
  const row = cursorRow()
  goTo(list, row === null ? 0 : row + step)
}

/** Returns the focus to the current row after an act. */
export function focusCursor(list: ShownList): void {
  const row = cursorRow()
  if (row !== null) goTo(list, row)
}

/** Escape closes the innermost open thing: the selection, else what `close` closes. The row gets the focus. */
export function leaveRow(close: () => unknown): void {
  if (selectedIds().length > 0) clearSelection()
  else close()
  const row = cursorRow()
  if (row !== null) rowElement(row)?.focus({ preventScroll: true })
}

/**
 * The current row for an act that changes it. If it is out of view, it is scrolled into view and undefined is returned:
 * nobody should change what they do not see.
 */
export function rowToChange(list: ShownList): number | undefined {
  const row = cursorRow()
  if (row !== null && isRowInView(row)) return row
  goTo(list, row ?? 0)
  return undefined
}
