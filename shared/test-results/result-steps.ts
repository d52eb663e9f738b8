import type { CaseStep } from '../test-cases/test-case.ts'
import type { ResultStatus } from './result-status.ts'
import type { ResultStep, StepStatus, StepVerdict } from './result-step.ts'

type Judged = { status: StepStatus }

/** The status that follows from steps alone: `failed` if any failed, `passed` if all passed, else null. */
export function statusOfSteps(steps: readonly Judged[]): Extract<ResultStatus, 'passed' | 'failed'> | null {
  if (steps.some(({ status }) => status === 'failed')) return 'failed'
  return steps.length > 0 && steps.every(({ status }) => status === 'passed') ? 'passed' : null
}

/** The steps of a case that passed as a whole: steps that nobody judged pass too. */
export function passUnmarked<S extends Judged>(steps: readonly S[]): S[] {
  return steps.map((step) => (step.status === 'pending' ? { ...step, status: 'passed' } : step))
}

/** The steps of a snapshot with the verdicts of a result or an attempt. Both arguments are stored JSON. */
export function resultSteps(steps: string | null, verdicts: string | null): ResultStep[] {
  return steps === null ? [] : withVerdicts(JSON.parse(steps), verdicts === null ? [] : JSON.parse(verdicts))
}

export const resultStepsJson = (steps: string | null, verdicts: string | null): string =>
  JSON.stringify(resultSteps(steps, verdicts))

/** Verdicts may be fewer than steps. */
function withVerdicts(steps: readonly CaseStep[], verdicts: readonly StepVerdict[]): ResultStep[] {
  return steps.map(({ action, expected }, index) => {
    const { status, note } = verdicts[index] ?? { status: 'pending', note: null }
    return { action, expected, status, note }
  })
}
