import type { CaseStep } from '#shared/test-cases/test-case.ts'

/** The steps without empty rows, which a form has for the next step. */
export const filledSteps = (steps: readonly CaseStep[]) => steps.filter(isFilled)

/** Maps problems of the filled steps, such as `steps.0.action`, to the shown rows. */
export function ofShownSteps<Problem>(steps: readonly CaseStep[], problems: Record<string, Problem>) {
  const rows = steps.flatMap((step, row) => (isFilled(step) ? [row] : []))
  return Object.fromEntries(
    Object.entries(problems).map(([path, problem]) => [
      path.replace(/^steps\.(\d+)/, (_, index: string) => `steps.${rows[Number(index)] ?? index}`),
      problem,
    ]),
  )
}

const isFilled = ({ action, expected }: CaseStep) => action.trim() !== '' || expected.trim() !== ''
