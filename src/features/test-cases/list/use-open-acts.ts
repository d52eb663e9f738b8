import { useActs } from '../../keys/acts.ts'
import { cursorRow, rowElement } from '../../keys/cursor.ts'
import { goTo } from '../../keys/move.ts'
import { clearSelection, selectedIds } from '../../keys/selection.ts'
import { useLatestCaseList } from './case-list.tsx'
import { useOpenCase } from './use-open-case.ts'

/** The keys that open and close what is under the cursor. */
export function useOpenActs(): void {
  const list = useLatestCaseList()
  const openCase = useOpenCase()
  const current = () => {
    const row = cursorRow() ?? 0
    const place = list().placeOf(row)
    return place && { row, ...place, isOpen: list().suites[list().suiteIndexAt(row)]?.isOpen ?? false }
  }
  const open = () => {
    const at = current()
    const testCase = at && list().caseAt(at.row)
    if (testCase) openCase(testCase)
    else if (at?.position === null) list().toggle(at.suiteId)
  }
  /** A case first leads to its suite. */
  const close = () => {
    const at = current()
    const head = at && list().rowAt({ suiteId: at.suiteId, position: null })
    if (!at || head === undefined) return
    if (at.position === null && at.isOpen) list().toggle(at.suiteId)
    goTo(list(), head)
  }
  /** An open suite leads to its first case. */
  const enter = () => {
    const at = current()
    if (at?.position !== null) return
    if (at.isOpen) goTo(list(), list().rowAt({ suiteId: at.suiteId, position: 0 }) ?? at.row)
    else list().toggle(at.suiteId)
  }
  const leave = () => {
    if (selectedIds().length > 0) clearSelection()
    else if (list().filter !== '') list().setFilter('')
    const row = cursorRow()
    if (row !== null) rowElement(row)?.focus({ preventScroll: true })
  }
  useActs({ openRow: open, panel: open, closeSuite: close, openSuite: enter, escape: leave })
}
