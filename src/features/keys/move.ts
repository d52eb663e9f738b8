import { cursorRow, isRowInView, moveCursor } from './cursor.ts'
import type { ShownList } from './shown-list.ts'

/** Moves cursor and focus to a row, scrolls it into view and loads it. Rows beyond the ends count as the ends. */
export function goTo(list: ShownList, row: number): void {
  if (list.rows === 0) return
  const target = Math.min(Math.max(row, 0), list.rows - 1)
  moveCursor(target, { focus: true })
  list.scrollTo(target)
  if (!list.itemAt(target)) void list.loadItem(target)
}

/** Moves by rows. The first move of a list without a cursor enters it. */
export function moveBy(list: ShownList, step: number): void {
  const row = cursorRow()
  goTo(list, row === null ? 0 : row + step)
}

/** Gives the focus back to the current row, where the eye is after an act. */
export function focusCursor(list: ShownList): void {
  const row = cursorRow()
  if (row !== null) goTo(list, row)
}

/**
 * The current row for an act that changes it. A row out of view is shown instead, and undefined returned: nobody changes
 * what they do not see.
 */
export function rowToChange(list: ShownList): number | undefined {
  const row = cursorRow()
  if (row !== null && isRowInView(row)) return row
  goTo(list, row ?? 0)
  return undefined
}
