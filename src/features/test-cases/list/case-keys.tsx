import { useMoveActs } from '../../keys/use-move-acts.ts'
import { useSelectActs } from '../../keys/use-select-acts.ts'
import { useSuitePlaces } from '../../palette/suite-places.ts'
import { goTo, leaveRow, rowToChange } from '../../keys/move.ts'
import { useCaseList, type CaseList, useLatestCaseList } from './case-list.tsx'
import { useEditActs } from './use-edit-acts.ts'
import { useKeptCase } from './use-kept-case.ts'
import { useKeptSelection } from './use-kept-selection.ts'
import { useEffect } from 'react'
import { cursorRow, moveCursor } from '../../keys/cursor.ts'
import { can } from '#shared/permissions.ts'
import { say } from '#src/lib/toast.ts'
import { useActs } from '../../keys/acts.ts'
import { selectedIds } from '../../keys/selection.ts'
import { takeBack } from './undo.ts'
import { stepCases } from './move-cases.ts'
import { moveSuite } from './move-suite.ts'
import { useCaseAddress } from '../panel/use-case-address.ts'
import { useOpenCase } from './use-open-case.ts'

/** The keyboard of the Test Suites tab. Inside the `CaseListProvider`. */
export function CaseKeys({ onCreateSuite }: { onCreateSuite: () => void }) {
  const list = useCaseList()
  useKeptCase(list)
  useKeptSelection(list)
  useStartCursor(list)
  useMoveActs()
  useSelectActs()
  useOpenActs()
  useEditActs(onCreateSuite)
  useOrderActs()
  useSuitePlaces({
    suites: list.allSuites,
    goTo: (suiteId) => {
      const row = list.rowAt({ suiteId, position: null })
      if (row !== undefined) goTo(list, row)
    },
  })
  return null
}

/** Tab enters the list at the first row. It is not focused. */
function useStartCursor({ rows }: CaseList): void {
  useEffect(() => {
    if (rows > 0 && cursorRow() === null) moveCursor(0)
  }, [rows])
}

function useOrderActs(): void {
  const { role, project } = useCaseList()
  const list = useLatestCaseList()
  const step = (direction: -1 | 1) => () => {
    const selected = selectedIds()
    if (list().found) return say('Clear the search to change the order')
    if (selected.length > 0) return void stepCases(list, selected, direction)
    const row = rowToChange(list())
    const place = row === undefined ? undefined : list().placeOf(row)
    if (row === undefined || !place) return
    const testCase = list().caseAt(row)
    if (testCase) void stepCases(list, [testCase.id], direction)
    else if (place.position === null) {
      const index = list().allSuites.findIndex(({ id }) => id === place.suiteId)
      void moveSuite(list(), place.suiteId, index + direction)
    }
  }
  useActs(can(role, 'case.write') ? { moveUp: step(-1), moveDown: step(1), undo: () => void takeBack(project.id) } : {})
}

function useOpenActs(): void {
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
  const closePanelOrSearch = () => {
    if (caseRef !== null) closeCase()
    else if (list().filter !== '') list().setFilter('')
  }
  useActs({ openRow: open, panel, closeSuite: close, openSuite: enter, escape: () => leaveRow(closePanelOrSearch) })
}
