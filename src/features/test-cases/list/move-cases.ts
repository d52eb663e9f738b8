import type { TestCase } from '#shared/test-cases/test-case.ts'
import { formatCount } from '#src/lib/format.ts'
import { say } from '#src/lib/toast.ts'
import { writeSuiteCases } from './case-cache.ts'
import type { CaseList, LatestCaseList } from './case-list.tsx'
import { loadedCases, placeOfCase } from './case-pages.ts'
import { blockOf, isSameOrder, placeCases, stepTarget, type Target } from './place-cases.ts'
import { awaitsSaving } from './unsent.ts'
import { changeCases, sendChange, type Shown } from './change-cases.ts'

/** The list shows it in the next frame, and the calls are queued. */
export async function moveCases(list: LatestCaseList, ids: readonly string[], target: Target): Promise<void> {
  if (awaitsSaving(ids)) return
  const shown = shownMove(list(), ids, target)
  if (!shown) return
  const [own, ...others] = suitesOf(ids) ?? []
  const home = own !== undefined && others.length === 0 ? blockOf(casesOf(list(), own), ids) : undefined
  const goHome = async (suiteId: string, block: { ids: string[]; index: number }) => {
    const back = { suiteId, index: block.index }
    const shownBack = shownMove(list(), block.ids, back)
    list().open(suiteId)
    if (shownBack) await sendChange(list, block.ids, moveTo(back), shownBack)
  }
  await changeCases(list, ids, moveTo(target), {
    ...shown,
    text: `Moved ${formatCount(ids.length, 'case')} to ${list().suiteOf(target.suiteId)?.name ?? 'a suite'}`,
    takeBack: own !== undefined && home ? async () => await goHome(own, home) : undefined,
  })
}

export async function stepCases(list: LatestCaseList, given: readonly string[], step: -1 | 1): Promise<void> {
  const ids = inListOrder(list(), given)
  const from = suitesOf(ids)
  if (!from) return say('The selected cases are not all loaded: use Move')
  const suites = list().allSuites.map(({ id }) => ({ id, cases: from.has(id) ? casesOf(list(), id) : [] }))
  const target = stepTarget(suites, ids, step)
  if (!target) return say(step === -1 ? 'This is the first place' : 'This is the last place')
  list().open(target.suiteId)
  await moveCases(list, ids, target)
}

/** The optimistic change of a move; null if nothing would move. Cases that are not loaded are fetched afterwards. */
function shownMove(list: CaseList, ids: readonly string[], target: Target): Shown | null {
  const from = suitesOf(ids)
  if (!from) return { suiteIds: list.allSuites.map(({ id }) => id), show: () => undefined }
  const before = new Map([...from, target.suiteId].map((id) => [id, casesOf(list, id)] as const))
  const changed = placeCases<TestCase>(before, ids, target)
  if ([...changed].every(([id, cases]) => isSameOrder(cases, before.get(id) ?? []))) return null
  return { suiteIds: [...before.keys()], show: () => writeSuiteCases(list.project.id, changed) }
}

/** The suites of the cases; undefined if one case is not loaded. */
function suitesOf(ids: readonly string[]): Set<string> | undefined {
  const suiteIds = ids.flatMap((id) => placeOfCase(id)?.suiteId ?? [])
  return suiteIds.length < ids.length ? undefined : new Set(suiteIds)
}

const casesOf = ({ suiteOf }: CaseList, suiteId: string) => loadedCases(suiteId, suiteOf(suiteId)?.testCaseCount ?? 0)

const moveTo = ({ suiteId, index }: Target) => ({
  moveTo: { testSuiteId: suiteId, ...(index !== null && { position: index + 1 }) },
})

export const inListOrder = ({ rowOf }: CaseList, ids: readonly string[]): string[] =>
  ids.toSorted((a, b) => (rowOf(a) ?? Infinity) - (rowOf(b) ?? Infinity))
