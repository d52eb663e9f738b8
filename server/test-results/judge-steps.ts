import type { Issue } from '#shared/errors.ts'
import { statusOfSteps } from '#shared/test-results/result-steps.ts'
import type { StepVerdict } from '#shared/test-results/result-step.ts'
import type { StepInput } from '#shared/test-results/test-result.ts'

type Steps = { step_count: number; steps: string | null }

/** Verdicts in stored form, and the status that follows from them alone. */
export type JudgedSteps = { steps: string | null; decided: 'passed' | 'failed' | null }

/** The problem with verdicts of steps for a case with `stepCount` steps; false if there is none. */
export function stepsProblem(stepCount: number, given: readonly StepInput[] | null | undefined): Issue | false {
  const named = new Set<number>()
  for (const [at, { index }] of (given ?? []).entries()) {
    const path = ['steps', at, 'index']
    if (index >= stepCount) return { path, message: `This test case has ${formatSteps(stepCount)}, counted from 0` }
    if (named.has(index)) return { path, message: 'This step is named twice' }
    named.add(index)
  }
  return false
}

const formatSteps = (count: number) => (count === 1 ? '1 step' : `${count} steps`)

export function judgeSteps({ step_count, steps }: Steps, given: readonly StepInput[]): JudgedSteps {
  const verdicts: StepVerdict[] = steps === null ? [] : (JSON.parse(steps) as StepVerdict[])
  const judged = Array.from({ length: step_count }, (_, index) => verdicts[index] ?? null)
  for (const { index, status, note } of given)
    judged[index] = toVerdict(status, note === undefined ? (judged[index]?.note ?? null) : note || null)
  const decided = statusOfSteps(judged.map((verdict) => verdict ?? { status: 'pending' }))
  return { steps: toText(judged), decided }
}

const toVerdict = (status: NonNullable<StepVerdict>['status'], note: string | null): StepVerdict =>
  status === 'pending' && note === null ? null : { status, note }

/** Steps after the last verdict need no entry. */
function toText(verdicts: StepVerdict[]): string | null {
  const judged = verdicts.slice(0, verdicts.findLastIndex((verdict) => verdict !== null) + 1)
  return judged.length === 0 ? null : JSON.stringify(judged)
}
