import type { Issue } from '#shared/errors.ts'
import { statusOfSteps, type StepVerdict } from '#shared/test-results/result-steps.ts'
import type { StepInput } from '#shared/test-results/test-result.ts'

type Steps = { step_count: number; steps: string | null }

/** Verdicts as they are stored, and the status that they alone give the result. */
export type JudgedSteps = { steps: string | null; decided: 'passed' | 'failed' | null }

/** What is wrong with verdicts of steps for a case with so many steps; false when nothing is. */
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

/** Adds verdicts to those of a result. */
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

/** The steps after the last verdict need no entry. */
function toText(verdicts: StepVerdict[]): string | null {
  const judged = verdicts.slice(0, verdicts.findLastIndex((verdict) => verdict !== null) + 1)
  return judged.length === 0 ? null : JSON.stringify(judged)
}
