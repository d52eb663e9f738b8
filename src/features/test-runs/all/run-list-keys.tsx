import { useActs } from '../../keys/acts.ts'
import { cursorRow, rowElement } from '../../keys/cursor.ts'
import { clearSelection, selectedIds } from '../../keys/selection.ts'
import { useKeptCursor } from '../../keys/use-kept-cursor.ts'
import { useMoveActs } from '../../keys/use-move-acts.ts'
import { useSelectActs } from '../../keys/use-select-acts.ts'
import { useProjectView } from '../../projects/use-project-view.ts'
import { useAllRuns } from './all-runs.tsx'

/** The keyboard of All Runs. Inside the `AllRunsProvider`. */
export function RunListKeys() {
  const list = useAllRuns()
  const { projectId, text, setText } = list
  const { showRun } = useProjectView(projectId)
  useKeptCursor(list)
  useMoveActs()
  useSelectActs('run')
  const open = () => {
    const run = list.itemAt(cursorRow() ?? 0)
    if (run) showRun(run.id)
  }
  /** Closes the selection, or else the search. */
  const leave = () => {
    if (selectedIds().length > 0) clearSelection()
    else if (text !== '') setText('')
    const row = cursorRow()
    if (row !== null) rowElement(row)?.focus({ preventScroll: true })
  }
  useActs({ openRun: open, escape: leave })
  return null
}
