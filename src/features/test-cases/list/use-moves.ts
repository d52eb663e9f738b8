import type { TestCase } from '#shared/test-cases/test-case.ts'
import { formatCount } from '#src/lib/format.ts'
import { say } from '#src/lib/toast.ts'
import { writeSuiteCases } from './case-cache.ts'
import { type CaseList, useLatestCaseList } from './case-list.tsx'
import { loadedCases, placeOfCase } from './case-pages.ts'
import { blockOf, isSameOrder, placeCases, stepTarget, type Target } from './place-cases.ts'
import { awaitsSaving } from './unsent.ts'
import { type Shown, useBulk } from './use-bulk.ts'

/** Moves cases: the list shows it in the next frame, and the calls are queued. */
export function useMoves() {
  const list = useLatestCaseList()
  const bulk = useBulk()
  const casesOf = (suiteId: string) => loadedCases(suiteId, list().suiteOf(suiteId)?.testCaseCount ?? 0)
  /** The suites of the cases; undefined if one case is not loaded. */
  const suitesOf = (ids: readonly string[]): Set<string> | undefined => {
    const suiteIds = ids.flatMap((id) => placeOfCase(id)?.suiteId ?? [])
    return suiteIds.length < ids.length ? undefined : new Set(suiteIds)
  }
  /** The optimistic change of a move; null if nothing would move. Cases that are not loaded are fetched afterwards. */
  const shownMove = (ids: readonly string[], target: Target): Shown | null => {
    const from = suitesOf(ids)
    if (!from) return { suiteIds: list().allSuites.map(({ id }) => id), show: () => undefined }
    const before = new Map([...from, target.suiteId].map((id) => [id, casesOf(id)] as const))
    const changed = placeCases<TestCase>(before, ids, target)
    if ([...changed].every(([id, cases]) => isSameOrder(cases, before.get(id) ?? []))) return null
    const projectId = list().project.id
    return { suiteIds: [...before.keys()], show: () => writeSuiteCases(projectId, changed) }
  }
  const move = async (ids: readonly string[], target: Target) => {
    if (awaitsSaving(ids)) return
    const shown = shownMove(ids, target)
    if (!shown) return
    const [own, ...others] = suitesOf(ids) ?? []
    const home = own !== undefined && others.length === 0 ? blockOf(casesOf(own), ids) : undefined
    const goHome = async (suiteId: string, block: { ids: string[]; index: number }) => {
      const back = { suiteId, index: block.index }
      const shownBack = shownMove(block.ids, back)
      list().open(suiteId)
      if (shownBack) await bulk.send(block.ids, moveTo(back), shownBack)
    }
    await bulk.change(ids, moveTo(target), {
      ...shown,
      text: `Moved ${formatCount(ids.length, 'case')} to ${list().suiteOf(target.suiteId)?.name ?? 'a suite'}`,
      takeBack: own !== undefined && home ? async () => await goHome(own, home) : undefined,
    })
  }
  return {
    move,
    step: async (given: readonly string[], step: -1 | 1) => {
      const ids = inListOrder(list(), given)
      const from = suitesOf(ids)
      if (!from) return say('The selected cases are not all loaded: use Move')
      const suites = list().allSuites.map(({ id }) => ({ id, cases: from.has(id) ? casesOf(id) : [] }))
      const target = stepTarget(suites, ids, step)
      if (!target) return say(step === -1 ? 'This is the first place' : 'This is the last place')
      list().open(target.suiteId)
      await move(ids, target)
    },
  }
}

const moveTo = ({ suiteId, index }: Target) => ({
  moveTo: { testSuiteId: suiteId, ...(index !== null && { position: index + 1 }) },
})

export const inListOrder = ({ rowOf }: CaseList, ids: readonly string[]): string[] =>
  ids.toSorted((a, b) => (rowOf(a) ?? Infinity) - (rowOf(b) ?? Infinity))
