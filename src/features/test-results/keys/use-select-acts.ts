import { say } from '#src/lib/toast.ts'
import { formatCount } from '#src/lib/format.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { useActs } from './acts.ts'
import { cursorRow } from './cursor.ts'
import { goTo } from './move.ts'
import { selectAll, selectedIds, selectTo, toggle } from './selection.ts'

/** The keys that select rows. */
export function useSelectActs(): void {
  const list = useLatestRunList()
  const announce = () => say(`${formatCount(selectedIds().length, 'case')} selected`)
  const extend = async (step: 1 | -1) => {
    const row = (cursorRow() ?? 0) + step
    if (row < 0 || row >= list().rows) return
    const selecting = selectTo(row)
    goTo(list(), row)
    await selecting
    announce()
  }
  const toggleRow = () => {
    const result = list().resultAt(cursorRow() ?? 0)
    if (!result) return
    toggle(result.id)
    announce()
  }
  useActs({
    select: toggleRow,
    selectDown: () => void extend(1),
    selectUp: () => void extend(-1),
    selectAll: () => void selectAll().then(announce),
  })
}
