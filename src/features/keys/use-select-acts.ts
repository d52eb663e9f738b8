import { say } from '#src/lib/toast.ts'
import { formatCount } from '#src/lib/format.ts'
import { useActs } from './acts.ts'
import { awaitedAct } from './awaited-act.ts'
import { cursorRow } from './cursor.ts'
import { goTo } from './move.ts'
import { selectAll, selectedIds, selectTo, toggle } from './selection.ts'
import { shownList } from './shown-list.ts'

/** The keys that select rows. `noun` names a row. */
export function useSelectActs(noun = 'case'): void {
  const announce = () => say(`${formatCount(selectedIds().length, noun)} selected`)
  const extend = async (step: 1 | -1) => {
    const row = (cursorRow() ?? 0) + step
    if (row < 0 || row >= shownList().rows) return
    const selecting = selectTo(row)
    goTo(shownList(), row)
    await selecting
    announce()
  }
  const toggleRow = () => {
    const item = shownList().itemAt(cursorRow() ?? 0)
    if (!item || item.isHead) return
    toggle(item.id)
    announce()
  }
  useActs({
    select: toggleRow,
    selectDown: () => void awaitedAct(() => extend(1)),
    selectUp: () => void awaitedAct(() => extend(-1)),
    selectAll: () => void awaitedAct(() => selectAll().then(announce)),
  })
}
