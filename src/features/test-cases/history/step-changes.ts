import { diffArrays } from 'diff'
import type { CaseStep } from '#shared/test-cases/test-case.ts'

/** A row of the aligned steps of two versions. `number` is its place in the later version, or in the earlier one. */
export type StepChange = { number: number } & (
  | { kind: 'same' | 'added'; after: CaseStep }
  | { kind: 'removed'; before: CaseStep }
  | { kind: 'changed'; before: CaseStep; after: CaseStep }
)

/** The steps of two versions in one list. Steps that stand in each other's place are one changed row. */
export function stepChanges(before: readonly CaseStep[], after: readonly CaseStep[]): StepChange[] {
  const rows: StepChange[] = []
  let removed: CaseStep[] = []
  let [old, now] = [0, 0]
  const flush = () => {
    for (const step of removed) rows.push({ kind: 'removed', number: ++old, before: step })
    removed = []
  }
  for (const part of diffArrays([...before], [...after], { comparator: isSame })) {
    if (part.removed) removed = part.value
    else if (part.added) {
      for (const step of part.value) {
        const replaced = removed.shift()
        if (replaced) old += 1
        now += 1
        rows.push(
          replaced
            ? { kind: 'changed', number: now, before: replaced, after: step }
            : { kind: 'added', number: now, after: step },
        )
      }
      flush()
    } else {
      flush()
      for (const step of part.value) {
        old += 1
        rows.push({ kind: 'same', number: ++now, after: step })
      }
    }
  }
  flush()
  return rows
}

const isSame = (a: CaseStep, b: CaseStep) => a.action === b.action && a.expected === b.expected
