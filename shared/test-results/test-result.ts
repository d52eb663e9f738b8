import { z } from 'zod'
import { Count, Id, Timestamp, id, nullableValue, optionalDuration, optionalText, optionalValue, requiredValue, string } from '../fields.ts'
import { PageInput } from '../page.ts'
import { CASE_TYPES, VALUE_TYPES } from '../test-cases/test-case.ts'
import { Person } from '../users/user.ts'
import { RESULT_STATUSES } from './result-status.ts'

export const ResultStatus = z.enum(RESULT_STATUSES, {
  error: `status must be one of ${RESULT_STATUSES.join(', ')}`,
})

/** The case as it was when the run took its snapshot. */
export const TestCaseSnapshot = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    type: z.enum(CASE_TYPES),
    number: Count,
    expectedValueType: z.enum(VALUE_TYPES).nullable(),
    expectedValue: z.string().nullable(),
    testSuiteId: Id,
    testSuite: z.object({ id: Id, name: z.string(), number: Count }),
  })
  .meta({ id: 'TestCaseSnapshot' })
export type TestCaseSnapshot = z.infer<typeof TestCaseSnapshot>

const outcome = {
  status: ResultStatus,
  expectedValue: z.string().nullable(),
  actualValue: z.string().nullable(),
  errorMessage: z.string().nullable(),
  notes: z.string().nullable(),
  executionTimeMs: z.number().nullable(),
  executedAt: Timestamp.nullable(),
  executedBy: Person.nullable().meta({ description: "Null for the project's own credential" }),
}

export const TestResult = z
  .object({
    id: Id,
    testRunId: Id,
    testCase: TestCaseSnapshot,
    ...outcome,
    attempts: Count.meta({ description: 'How often the case was executed in this run' }),
  })
  .meta({ id: 'TestResult' })
export type TestResult = z.infer<typeof TestResult>

/** One entry of a result's record: kept for good, the newest is what the result shows. */
export const Attempt = z
  .object({ number: Count, ...outcome, executedAt: Timestamp })
  .meta({ id: 'Attempt' })
export type Attempt = z.infer<typeof Attempt>

export const ResultInput = z.object({ resultId: id('resultId') })
export type ResultInput = z.infer<typeof ResultInput>

export const ListRunResults = PageInput.extend({
  testRunId: id('testRunId'),
  suiteId: id('suiteId').optional(),
  status: ResultStatus.optional(),
})
export type ListRunResults = z.infer<typeof ListRunResults>

/** `actualValue` null or '' takes the value back. `notes` left out stay as they are. */
export const SetResultValue = z.object({
  resultId: id('resultId'),
  actualValue: nullableValue('Actual value'),
  notes: optionalText('Notes'),
})
export type SetResultValue = z.infer<typeof SetResultValue>

export const Execute = z.object({
  id: id('id'),
  testRunId: id('testRunId'),
  expectedValue: optionalValue('Expected value'),
  actualValue: optionalValue('Actual value'),
  errorMessage: optionalText('Error message'),
  executionTimeMs: optionalDuration('executionTimeMs'),
  notes: optionalText('Notes'),
  status: ResultStatus.nullish(),
})
export type Execute = z.infer<typeof Execute>

export const ExecuteManual = z.object({
  id: id('id'),
  testRunId: id('testRunId'),
  actualValue: requiredValue('Actual value'),
  notes: optionalText('Notes'),
  executionTimeMs: optionalDuration('executionTimeMs'),
})
export type ExecuteManual = z.infer<typeof ExecuteManual>

export const FindResult = z.object({
  runId: id('runId'),
  projectId: id('projectId'),
  suiteId: id('suiteId'),
  caseName: string('caseName'),
})
export type FindResult = z.infer<typeof FindResult>
