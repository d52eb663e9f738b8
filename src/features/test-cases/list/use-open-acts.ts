import { useActs } from '../../keys/acts.ts'
import { cursorRow, rowElement } from '../../keys/cursor.ts'
import { goTo } from '../../keys/move.ts'
import { clearSelection, selectedIds } from '../../keys/selection.ts'
import { useCaseAddress } from '../panel/use-case-address.ts'
import { useLatestCaseList } from './case-list.tsx'
import { useOpenCase } from './use-open-case.ts'

export function useOpenActs(): void {
  const list = useLatestCaseList()
  const { open: openCase, toggle } = useOpenCase()
  const { caseRef, closeCase } = useCaseAddress()
  const current = () => {
    const row = cursorRow() ?? 0
    const place = list().placeOf(row)
    return place && { row, ...place, isOpen: list().suites.find(({ id }) => id === place.suiteId)?.isOpen ?? false }
  }
  const open = () => {
    const at = current()
    const testCase = at && list().caseAt(at.row)
    if (testCase) openCase(testCase)
    else if (at?.position === null) list().toggle(at.suiteId)
  }
  /** From a case, first moves to its suite. */
  const close = () => {
    const at = current()
    const head = at && list().rowAt({ suiteId: at.suiteId, position: null })
    if (!at || head === undefined) return
    if (at.position === null && at.isOpen) list().toggle(at.suiteId)
    goTo(list(), head)
  }
  /** From an open suite, moves to its first case. */
  const enter = () => {
    const at = current()
    if (at?.position !== null) return
    if (at.isOpen) goTo(list(), list().rowAt({ suiteId: at.suiteId, position: 0 }) ?? at.row)
    else list().toggle(at.suiteId)
  }
  const panel = () => {
    const testCase = list().caseAt(cursorRow() ?? 0)
    if (testCase) toggle(testCase)
    else if (caseRef !== null) closeCase()
  }
  /** Closes the innermost open thing: selection, panel, search. */
  const leave = () => {
    if (selectedIds().length > 0) clearSelection()
    else if (caseRef !== null) closeCase()
    else if (list().filter !== '') list().setFilter('')
    const row = cursorRow()
    if (row !== null) rowElement(row)?.focus({ preventScroll: true })
  }
  useActs({ openRow: open, panel, closeSuite: close, openSuite: enter, escape: leave })
}
