import type { Priority } from '#shared/test-cases/test-case.ts'
import { formatCount } from '#src/lib/format.ts'
import { say } from '#src/lib/toast.ts'
import { clearSelection, selectedIds } from '../../keys/selection.ts'
import { useLatestCaseList } from './case-list.tsx'
import { useBulk } from './use-bulk.ts'
import { useCopies } from './use-copies.ts'
import { inListOrder, useMoves } from './use-moves.ts'
import { useRemoval } from './use-removal.ts'

/** The actions on the selected cases. Each is one call, with one Undo. */
export function useSelectionActs() {
  const list = useLatestCaseList()
  const bulk = useBulk()
  const moves = useMoves()
  const copies = useCopies()
  const removal = useRemoval()
  const selected = () => inListOrder(list(), selectedIds())
  const cases = () => formatCount(selectedIds().length, 'case')
  const suiteIds = () => [...new Set(selected().flatMap((id) => suiteIdOf(id) ?? []))]
  const suiteIdOf = (id: string) => {
    const row = list().rowOf(id)
    return row === undefined ? undefined : list().placeOf(row)?.suiteId
  }
  return {
    setPriority: async (priority: Priority) =>
      await bulk.change(
        selected(),
        { set: { priority } },
        { text: `Priority of ${cases()}: ${priority}`, suiteIds: suiteIds(), show: () => undefined },
      ),
    tag: async (addTags: string[], removeTags: string[]) =>
      await bulk.change(
        selected(),
        { ...(addTags.length > 0 && { addTags }), ...(removeTags.length > 0 && { removeTags }) },
        { text: `Tags of ${cases()} changed`, suiteIds: suiteIds(), show: () => undefined },
      ),
    move: async (suiteId: string, isTop: boolean) => {
      list().open(suiteId)
      await moves.move(selected(), { suiteId, index: isTop ? 0 : null })
    },
    duplicate: async () => {
      const [first] = selected()
      const suiteId = first && suiteIdOf(first)
      if (suiteId === undefined) say('The selected cases are not shown: clear the search first')
      else await copies.duplicate(selected(), suiteId)
    },
    remove: async () => {
      const ids = selected()
      if (await removal.cases(ids.flatMap((id) => list().caseAt(list().rowOf(id) ?? -1) ?? { id }))) clearSelection()
    },
  }
}
