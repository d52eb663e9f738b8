import { NO_FILTER } from '../store/run-filter.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { copyCaseLink } from '../panel/copy-case-link.ts'
import { closePanel, enterPart, panelState, type PanelPart, togglePanel } from '#src/ui/panel-state.ts'
import { useActs } from '../../keys/acts.ts'
import { cursorRow, rowElement } from '../../keys/cursor.ts'
import { focusCursor } from '../../keys/move.ts'
import { clearSelection, selectedIds } from '../../keys/selection.ts'

/** The keys that show something, and Escape, which leaves what is open. */
export function useLookActs(): void {
  const list = useLatestRunList()
  const enter = (part: PanelPart) => () => {
    if (cursorRow() === null) focusCursor(list())
    enterPart(part)
  }
  const copyLink = async () => {
    const result = list().itemAt(cursorRow() ?? 0)
    if (result) await copyCaseLink(list().run, result)
  }
  /** The innermost thing that is open: selection, panel, search. */
  const leave = () => {
    if (selectedIds().length > 0) clearSelection()
    else if (panelState().isOpen) closePanel()
    else if (list().filter.text !== '') list().setFilter({ ...list().filter, text: NO_FILTER.text })
    const row = cursorRow()
    if (row !== null) rowElement(row)?.focus({ preventScroll: true })
  }
  useActs({
    panel: togglePanel,
    steps: enter('steps'),
    diff: enter('diff'),
    history: enter('history'),
    copyLink: () => void copyLink(),
    escape: leave,
  })
}
