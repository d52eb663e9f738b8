import type { TestResult } from '#shared/test-results/test-result.ts'
import { cursorRow, moveCursor } from '../keys/cursor.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { useVerdicts } from '../verdicts/give-verdict.ts'
import { panelState } from './panel-state.ts'

/** What the note field does when the tester has finished. */
export function useNote(result: TestResult) {
  const { setNote } = useVerdicts()
  const list = useLatestRunList()
  return {
    /** Null: nothing was typed, or it was taken back. */
    save: (text: string | null) => {
      if (text !== null && text.trim() !== (result.notes ?? '')) setNote(result, text.trim())
    },
    /** Returns to the list: to the next case after a verdict, else to this one. A phone stays in the dialog. */
    leave: (goesOn: boolean) => {
      if (panelState().isDialog) return
      const row = cursorRow() ?? 0
      moveCursor(goesOn ? Math.min(row + 1, list().rows - 1) : row, { focus: true })
    },
  }
}
