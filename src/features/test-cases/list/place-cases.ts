import type { TestCase } from '#shared/test-cases/test-case.ts'

/** The cases of a suite in order; undefined for one that is not loaded. */
export type Cases = readonly (Pick<TestCase, 'id'> | undefined)[]

/** The destination of cases: before the case at `index` among the other cases of the suite; null for the end. */
export type Target = { suiteId: string; index: number | null }

/** Moves cases from their suites to the target, in the order of the ids. Returns changed suites. */
export function placeCases<Case extends { id: string }>(
  suites: ReadonlyMap<string, readonly (Case | undefined)[]>,
  ids: readonly string[],
  { suiteId, index }: Target,
): Map<string, (Case | undefined)[]> {
  const moved = new Set(ids)
  const found = new Map<string, Case>()
  const changed = new Map<string, (Case | undefined)[]>()
  for (const [id, cases] of suites) {
    const rest = cases.filter((testCase) => !testCase || !moved.has(testCase.id))
    for (const testCase of cases) if (testCase && moved.has(testCase.id)) found.set(testCase.id, testCase)
    if (rest.length < cases.length || id === suiteId) changed.set(id, rest)
  }
  const target = changed.get(suiteId)
  target?.splice(index ?? target.length, 0, ...ids.flatMap((id) => found.get(id) ?? []))
  return changed
}

type OrderedSuite = { id: string; cases: Cases }

/**
 * The destination of cases for Alt and an arrow: one position up or down among the others of their suite, and at its
 * edge into the adjacent suite. Undefined at the end of the list. Cases of several suites gather in the suite of the
 * first.
 */
export function stepTarget(suites: readonly OrderedSuite[], ids: readonly string[], step: -1 | 1): Target | undefined {
  const moved = new Set(ids)
  const isMoved = (testCase: Cases[number]) => testCase !== undefined && moved.has(testCase.id)
  const own = suites.findIndex(({ cases }) => cases.some(isMoved))
  const suite = suites[own]
  if (!suite) return undefined
  const { cases } = suite
  const edge = step === -1 ? cases.findIndex(isMoved) : cases.findLastIndex(isMoved)
  const before = cases.slice(0, edge).filter((testCase) => !isMoved(testCase)).length
  const after = cases.slice(edge).filter((testCase) => !isMoved(testCase)).length
  if (step === -1 && before > 0) return { suiteId: suite.id, index: before - 1 }
  if (step === 1 && after > 0) return { suiteId: suite.id, index: before + 1 }
  // Cases that are not adjacent gather at the edge first.
  const [first, last] = [cases.findIndex(isMoved), cases.findLastIndex(isMoved)]
  if (last - first + 1 !== ids.length) return { suiteId: suite.id, index: before }
  const neighbour = suites[own + step]
  return neighbour && { suiteId: neighbour.id, index: step === -1 ? null : 0 }
}

export function moveItem<Item extends { id: string }>(items: readonly Item[], id: string, index: number): Item[] {
  const rest = items.filter((item) => item.id !== id)
  const item = items.find((item) => item.id === id)
  return item ? rest.toSpliced(index, 0, item) : rest
}

export const isSameOrder = (a: Cases, b: Cases): boolean =>
  a.length === b.length && a.every((testCase, index) => testCase === b[index])

/** Adjacent cases in their order, with the index of the first; undefined if they are not adjacent. */
export function blockOf(cases: Cases, ids: readonly string[]): { ids: string[]; index: number } | undefined {
  const index = cases.findIndex((testCase) => testCase && ids.includes(testCase.id))
  const block = cases.slice(index, index + ids.length).flatMap((testCase) => testCase?.id ?? [])
  return index >= 0 && block.length === ids.length && block.every((id) => ids.includes(id))
    ? { ids: block, index }
    : undefined
}
