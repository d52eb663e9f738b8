import { z } from 'zod'
import {
  Count,
  count,
  Id,
  Timestamp,
  id,
  idText,
  optionalCount,
  optionalDuration,
  optionalFlag,
  optionalName,
  optionalText,
  optionalTimestamp,
  optionalTrace,
  optionalValue,
  string,
} from '../fields.ts'
import { Extras, optionalExtras } from '../extras.ts'
import { AttachmentItem } from '../attachments/attachment.ts'
import { NAME_MAX } from '../limits.ts'
import { CursorInput, PageInput } from '../page.ts'
import { CaseRef, CaseSnapshot, Revision, STEPS_MAX } from '../test-cases/test-case.ts'
import { REFERENCES_MAX, referenceList } from '../references.ts'
import { Person } from '../users/user.ts'
import { RESULT_STATUSES } from './result-status.ts'
import { ResultStep, StepStatus } from './result-step.ts'

export const ResultStatus = z.enum(RESULT_STATUSES, {
  error: `status must be one of ${RESULT_STATUSES.join(', ')}`,
})

/** The case in the run's snapshot. */
const TestCaseSnapshot = z
  .object({
    id: Id,
    ref: CaseRef,
    revision: Revision,
    ...CaseSnapshot.shape,
    number: Count,
    testSuiteId: Id,
    testSuite: z.object({ id: Id, name: z.string(), number: Count }),
  })
  .meta({ id: 'TestCaseSnapshot' })

const outcome = {
  status: ResultStatus,
  isStatusByHand: z.boolean().meta({
    description: 'Whether a person gave the status, by itself or step by step; else it follows from the values',
  }),
  expectedValue: z.string().nullable(),
  actualValue: z.string().nullable(),
  errorMessage: z.string().nullable(),
  trace: z.string().nullable().meta({ description: 'Where it went wrong, as the test framework printed it' }),
  notes: z.string().nullable(),
  defects: z.array(z.string()).meta({ description: 'Known defects behind it: keys or addresses, as written' }),
  executionTimeMs: z.number().nullable(),
  startedAt: Timestamp.nullable().meta({ description: 'When the execution began, if its sender said so' }),
  executedAt: Timestamp.nullable(),
  executedBy: Person.nullable().meta({ description: "Null for the project's own credential" }),
  steps: z.array(ResultStep),
}

export const TestResult = z
  .object({
    id: Id,
    testRunId: Id,
    ref: CaseRef,
    testCase: TestCaseSnapshot,
    ...outcome,
    attempts: Count.meta({ description: 'How often the case was executed in this run' }),
    flaky: z.boolean().meta({ description: 'Whether it passed only after an execution in this run had failed' }),
    assignee: Person.nullable().meta({ description: 'Who shall execute the case in this run' }),
    attachments: AttachmentItem.array().meta({ description: 'The files attached to it, oldest first' }),
  })
  .meta({ id: 'TestResult' })
export type TestResult = z.infer<typeof TestResult>

/** One attempt of a result. Attempts are never deleted; the result shows the newest. */
export const Attempt = z
  .object({ number: Count, ...outcome, executedAt: Timestamp, extras: Extras })
  .meta({ id: 'Attempt' })
export type Attempt = z.infer<typeof Attempt>

const wrongCursor = 'cursor must be the number of an attempt'

/** A page of at most 1,000 attempts. `cursor` is the number of the last attempt that was read. */
export const ListAttempts = CursorInput.extend({
  resultId: id('resultId'),
  cursor: z
    .string({ error: wrongCursor })
    .regex(/^\d{1,9}$/, wrongCursor)
    .meta({ description: 'The number of the last attempt read', examples: ['1000'] })
    .optional(),
  order: z
    .enum(['oldest', 'newest'], { error: 'order must be oldest or newest' })
    .meta({ description: 'Which attempts come first; without it the oldest', examples: ['newest'] })
    .optional(),
})
export type ListAttempts = z.infer<typeof ListAttempts>

export const ListRunResults = PageInput.extend({
  testRunId: id('testRunId'),
  suiteId: idText('suiteId').meta({ description: 'Only results of this suite; an unknown one has none' }).optional(),
  status: ResultStatus.optional(),
})
export type ListRunResults = z.infer<typeof ListRunResults>

export const ListNewFailures = PageInput.extend({ testRunId: id('testRunId') })
export type ListNewFailures = z.infer<typeof ListNewFailures>

const baseAttempt = optionalCount('baseAttempt').meta({
  description:
    'The `attempts` of the result as the caller read it. Answers 409 if the result has changed since and differs ' +
    'from the values sent. Without it the last writer wins',
})

export const VERDICTS = ['passed', 'failed', 'error', 'skipped'] as const
const verdict = z
  .enum(VERDICTS, { error: `status must be one of ${VERDICTS.join(', ')}` })
  .nullish()
  .meta({ description: 'A verdict by hand. It wins over what follows from the values' })

const StepInput = z
  .object(
    {
      index: count('index').meta({ description: '0-based position of the step' }),
      status: StepStatus,
      note: optionalText('Step note'),
    },
    { error: 'each entry of steps must be an object' },
  )
  .meta({ id: 'StepVerdictInput' })
export type StepInput = z.infer<typeof StepInput>

const steps = z
  .array(StepInput, { error: 'steps must be a list' })
  .max(STEPS_MAX, `steps may have at most ${STEPS_MAX} entries`)
  .nullish()
  .meta({
    description:
      'Verdicts of steps, each once by its 0-based `index`; other steps and an omitted `note` stay unchanged. Alone, a ' +
      'failed step fails the result, and steps that have all passed pass it',
  })

const defects = (whenAbsent: string) =>
  referenceList('defects')
    .nullish()
    .meta({
      description: `Known defects: up to ${REFERENCES_MAX} keys or addresses, as in a tracker of issues. ${whenAbsent}`,
    })
const defectsByHand = defects('Omitted, they stay; null or an empty list removes them')
/** An execution has only the defects it names: each one that finds a defect again names it again. */
const executedDefects = defects('Omitted, the execution has none, whatever the one before had')

/**
 * At least one of `actualValue`, `status`, `steps`, `notes` and `defects`; omitted fields stay unchanged. An
 * `actualValue` without a status replaces a status by hand; null or '' removes the value and all verdicts.
 */
export const SetResultValue = z.object({
  resultId: id('resultId'),
  actualValue: optionalValue('Actual value'),
  status: verdict,
  steps,
  notes: optionalText('Notes'),
  defects: defectsByHand,
  baseAttempt,
})
export type SetResultValue = z.infer<typeof SetResultValue>

const execution = {
  expectedValue: optionalValue('Expected value'),
  actualValue: optionalValue('Actual value'),
  errorMessage: optionalText('Error message'),
  trace: optionalTrace('Trace'),
  executionTimeMs: optionalDuration('executionTimeMs'),
  startedAt: optionalTimestamp('startedAt'),
  notes: optionalText('Notes'),
  defects: executedDefects,
  status: ResultStatus.nullish(),
  extras: optionalExtras,
}

export const Execute = z.object({ id: id('id'), testRunId: id('testRunId'), ...execution })
export type Execute = z.infer<typeof Execute>

/**
 * At least one of `actualValue`, `status`, `steps`, `notes` and `defects`. A value or a status makes it a new
 * execution, which starts without notes and defects.
 */
export const ExecuteManual = z.object({
  id: id('id'),
  testRunId: id('testRunId'),
  actualValue: optionalValue('Actual value'),
  status: verdict,
  steps,
  notes: optionalText('Notes'),
  defects: executedDefects,
  executionTimeMs: optionalDuration('executionTimeMs'),
  baseAttempt,
})
export type ExecuteManual = z.infer<typeof ExecuteManual>

export const FindResult = z.object({
  runId: id('runId'),
  projectId: id('projectId'),
  suiteId: id('suiteId'),
  caseName: string('caseName'),
})
export type FindResult = z.infer<typeof FindResult>

const BULK_MAX = 5_000

const bulk = <S extends z.ZodRawShape>(entry: S) =>
  z
    .array(z.object(entry, { error: 'each entry of results must be an object' }), { error: 'results must be a list' })
    .min(1, 'results must not be empty')
    .max(BULK_MAX, `results may have at most ${BULK_MAX.toLocaleString('en')} entries`)

const namedBy = (noun: string) => `Name of the ${noun}, without a \`testCaseId\`: up to ${NAME_MAX} characters`

/** Executions of many cases in one call. Each entry names its case by id, or by the names of suite and case. */
export const RecordResults = z.object({
  testRunId: id('testRunId'),
  results: bulk({
    testCaseId: id('testCaseId').nullish(),
    suiteName: optionalName('suiteName').meta({ description: namedBy('suite') }),
    caseName: optionalName('caseName').meta({ description: namedBy('case') }),
    ...execution,
    steps,
  }),
})
export type RecordResults = z.infer<typeof RecordResults>

const assigneeId = idText('assigneeId').nullish()

/** Statuses, values or assignees of many results. Omitted fields stay unchanged. */
export const SetResults = z.object({
  testRunId: id('testRunId'),
  assigneeId: assigneeId.meta({
    format: 'uuid',
    description: 'A member of the project who shall execute the cases of all `results`, or null for nobody',
  }),
  results: bulk({
    resultId: id('resultId'),
    status: verdict,
    actualValue: optionalValue('Actual value'),
    steps,
    notes: optionalText('Notes'),
    defects: defectsByHand,
    assigneeId: assigneeId.meta({ format: 'uuid', description: 'Instead of the `assigneeId` of all `results`' }),
    baseAttempt,
  }),
  answerEach: optionalFlag('answerEach').meta({
    description:
      'Record what can be recorded, and answer for each entry in `entries`. Without it, one refused entry refuses all',
  }),
})
export type SetResults = z.infer<typeof SetResults>

/** The outcome of one entry of a bulk call, in request order. */
export const RecordedResult = z
  .object({ resultId: Id, testCaseId: Id, status: ResultStatus, attempts: Count, flaky: z.boolean() })
  .meta({ id: 'RecordedResult' })
export type RecordedResult = z.infer<typeof RecordedResult>

const EntryRefusal = z.object({ code: z.string(), message: z.string() }).meta({ id: 'EntryRefusal' })

export const AnsweredEntry = z
  .object({
    resultId: Id,
    result: TestResult.nullable().meta({ description: 'The result as it is now; null if the run has no such result' }),
    refusal: EntryRefusal.nullable().meta({ description: 'Why the entry was not recorded; null if it was' }),
  })
  .meta({ id: 'AnsweredEntry' })
export type AnsweredEntry = z.infer<typeof AnsweredEntry>
