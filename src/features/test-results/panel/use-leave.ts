import { cursorRow, moveCursor } from '../../keys/cursor.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { panelState } from '#src/ui/panel-state.ts'

/** Returns from the note to the list: to the next case after a verdict, else to this one. A phone stays in the dialog. */
export function useLeave(): (goesOn: boolean) => void {
  const list = useLatestRunList()
  return (goesOn) => {
    if (panelState().isDialog) return
    const row = cursorRow() ?? 0
    moveCursor(goesOn ? Math.min(row + 1, list().rows - 1) : row, { focus: true })
  }
}
