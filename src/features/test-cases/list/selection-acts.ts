import type { Priority } from '#shared/test-cases/test-case.ts'
import { formatCount } from '#src/lib/format.ts'
import { say } from '#src/lib/toast.ts'
import { clearSelection, selectedIds } from '../../keys/selection.ts'
import type { CaseList, LatestCaseList } from './case-list.tsx'
import { changeCases } from './change-cases.ts'
import { duplicateCases } from './duplicate-cases.ts'
import { inListOrder, moveCases } from './move-cases.ts'
import { removeCases } from './remove-cases.ts'

/* The actions on the selected cases. Each is one call, with one Undo. */

export const setPriority = async (list: LatestCaseList, priority: Priority) =>
  await changeCases(
    list,
    selected(list()),
    { set: { priority } },
    { text: `Priority of ${cases()}: ${priority}`, suiteIds: suiteIds(list()), show: () => undefined },
  )

export const tagSelected = async (list: LatestCaseList, addTags: string[], removeTags: string[]) =>
  await changeCases(
    list,
    selected(list()),
    { ...(addTags.length > 0 && { addTags }), ...(removeTags.length > 0 && { removeTags }) },
    { text: `Tags of ${cases()} changed`, suiteIds: suiteIds(list()), show: () => undefined },
  )

export async function moveSelected(list: LatestCaseList, suiteId: string, isTop: boolean): Promise<void> {
  list().open(suiteId)
  await moveCases(list, selected(list()), { suiteId, index: isTop ? 0 : null })
}

export function duplicateSelected(list: LatestCaseList): void {
  const ids = selected(list())
  const [first] = ids
  const suiteId = first && suiteIdOf(list(), first)
  if (suiteId === undefined) say('The selected cases are not shown: clear the search first')
  else duplicateCases(list, ids, suiteId)
}

export async function removeSelected(list: CaseList): Promise<void> {
  const known = selected(list).map((id) => list.caseAt(list.rowOf(id) ?? -1) ?? { id })
  if (await removeCases(list.project.id, known)) clearSelection()
}

const selected = (list: CaseList) => inListOrder(list, selectedIds())
const cases = () => formatCount(selectedIds().length, 'case')
const suiteIds = (list: CaseList) => [...new Set(selected(list).flatMap((id) => suiteIdOf(list, id) ?? []))]

function suiteIdOf({ rowOf, placeOf }: CaseList, id: string): string | undefined {
  const row = rowOf(id)
  return row === undefined ? undefined : placeOf(row)?.suiteId
}
