import { z } from 'zod'
import { CaseStep } from '../test-cases/test-case.ts'

export const STEP_STATUSES = ['pending', 'passed', 'failed', 'skipped'] as const
export const StepStatus = z.enum(STEP_STATUSES, {
  error: `The status of a step must be one of ${STEP_STATUSES.join(', ')}`,
})
export type StepStatus = z.infer<typeof StepStatus>

export const ResultStep = z
  .object({ ...CaseStep.shape, status: StepStatus, note: z.string().nullable() })
  .meta({ id: 'ResultStep' })
export type ResultStep = z.infer<typeof ResultStep>

/** The verdict of a step; null if it has not been judged. */
export type StepVerdict = Pick<ResultStep, 'status' | 'note'> | null
