import { cursorRow, moveCursor, useCursorRow } from '../../keys/cursor.ts'
import { useRunList } from '../list/run-list.tsx'

/** Moves to the cases before and after the current one, with the focus where it is. */
export function useNeighbours() {
  const list = useRunList()
  const row = useCursorRow() ?? 0
  const move = (step: -1 | 1) => () => {
    const next = (cursorRow() ?? 0) + step
    if (next < 0 || next >= list.rows) return
    moveCursor(next)
    list.scrollTo(next)
  }
  return { toPrevious: move(-1), toNext: move(1), hasPrevious: row > 0, hasNext: row < list.rows - 1 }
}
