import { diffArrays } from 'diff'
import type { CaseStep } from '#shared/test-cases/test-case.ts'

/** Aligned steps of two versions. `number` is the position in the later version, or else in the earlier. */
export type StepChange = { number: number } & (
  | { kind: 'same' | 'added'; after: CaseStep }
  | { kind: 'removed'; before: CaseStep }
  | { kind: 'changed'; before: CaseStep; after: CaseStep }
)

type Pair = { before?: CaseStep; after?: CaseStep }

/**
 * Aligns the steps of two versions. Different steps with the same action become one changed row, and so do the
 * remaining ones at the same position.
 */
export function stepChanges(before: readonly CaseStep[], after: readonly CaseStep[]): StepChange[] {
  let [old, now] = [0, 0]
  return pairs(before, after, [isSame, hasSameAction]).map((pair): StepChange => {
    if (pair.before) old += 1
    if (pair.after) now += 1
    if (pair.before && pair.after)
      return isSame(pair.before, pair.after)
        ? { kind: 'same', number: now, after: pair.after }
        : { kind: 'changed', number: now, before: pair.before, after: pair.after }
    return pair.after
      ? { kind: 'added', number: now, after: pair.after }
      : { kind: 'removed', number: old, before: pair.before as CaseStep }
  })
}

type Comparator = (a: CaseStep, b: CaseStep) => boolean

/** Pairs steps by the first comparator, those in between by the next ones, and finally by position. */
function pairs(before: readonly CaseStep[], after: readonly CaseStep[], [equal, ...next]: Comparator[]): Pair[] {
  if (!equal) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, index) => bothOf(before[index], after[index]))
  }
  const found: Pair[] = []
  let [old, now] = [0, 0]
  let gap = { before: 0, after: 0 }
  const close = () => {
    const [from, to] = [old - gap.before, now - gap.after]
    if (gap.before + gap.after > 0) found.push(...pairs(before.slice(from, old), after.slice(to, now), next))
    gap = { before: 0, after: 0 }
  }
  for (const { count, added, removed } of diffArrays([...before], [...after], { comparator: equal })) {
    if (removed) [old, gap.before] = [old + count, gap.before + count]
    else if (added) [now, gap.after] = [now + count, gap.after + count]
    else {
      close()
      for (let index = 0; index < count; index += 1) found.push(bothOf(before[old++], after[now++]))
    }
  }
  close()
  return found
}

const bothOf = (before: CaseStep | undefined, after: CaseStep | undefined): Pair => ({
  ...(before && { before }),
  ...(after && { after }),
})

const isSame: Comparator = (a, b) => a.action === b.action && a.expected === b.expected
const hasSameAction: Comparator = (a, b) => a.action === b.action
