import { z } from 'zod'
import { Extras, optionalExtras } from '../extras.ts'
import { Count, Id, LongCount, Timestamp, id, idText, optionalFlag, optionalName, optionalText } from '../fields.ts'
import { NAME_MAX } from '../limits.ts'
import { AnsweredEntry, RecordedResult, TestResult } from '../test-results/test-result.ts'
import { Person } from '../users/user.ts'
import { RunFacts, RunFactsInput } from './run-facts.ts'
import { CaseSelection } from './selection.ts'

export const RUN_STATUSES = ['running', 'completed', 'failed'] as const
export const RunStatus = z.enum(RUN_STATUSES)
export type RunStatus = z.infer<typeof RunStatus>

export const RunSummary = z
  .object({
    total: Count,
    passed: Count,
    failed: Count,
    error: Count,
    pending: Count,
    skipped: Count,
    flaky: Count.meta({
      description: 'How many passed only after they had failed in this run; they count as passed too',
    }),
  })
  .meta({ id: 'RunSummary' })

export const TestRunListItem = z
  .object({
    id: Id,
    ref: z.string().meta({
      description: "The run's short name: R1, R2 … in its project, never given again",
      examples: ['R12'],
    }),
    projectId: Id,
    key: z.string().nullable().meta({ description: 'Harnesses find the run by this key; unique in its project' }),
    description: z.string().nullable(),
    status: RunStatus,
    createdAt: Timestamp,
    completedAt: Timestamp.nullable(),
    durationMs: LongCount.nullable().meta({
      description:
        'From start to end in milliseconds; of a run with reports, how long its tests took as the reports say. Null ' +
        'while it is running, and when the reports do not say',
    }),
    createdBy: Person.nullable().meta({ description: "Null for the project's own credential" }),
    ...RunFacts.shape,
    isPinned: z.boolean().meta({ description: 'Whether the retention of the project leaves the run alone' }),
    summary: RunSummary,
  })
  .meta({ id: 'TestRunListItem' })
export type TestRunListItem = z.infer<typeof TestRunListItem>

/** A run without its results. Lists leave the extras out. */
export const TestRunHead = TestRunListItem.extend({ extras: Extras })
export type TestRunHead = z.infer<typeof TestRunHead>

export const TestRun = TestRunHead.extend({ results: z.array(TestResult) }).meta({ id: 'TestRun' })
export type TestRun = z.infer<typeof TestRun>

const RunSuite = z.object({ id: Id, name: z.string(), number: Count, summary: RunSummary }).meta({ id: 'TestRunSuite' })

/** A run with counts per suite instead of results, so its size does not grow with the results. */
export const TestRunOverview = TestRunListItem.extend({
  suites: z.array(RunSuite),
}).meta({ id: 'TestRunOverview' })
export type TestRunOverview = z.infer<typeof TestRunOverview>

export const CaseResult = TestResult.extend({
  testRun: z.object({
    id: Id,
    ref: TestRunListItem.shape.ref,
    description: z.string().nullable(),
    status: RunStatus,
    createdAt: Timestamp,
    branch: RunFacts.shape.branch,
    environment: RunFacts.shape.environment,
  }),
}).meta({ id: 'CaseResult' })
export type CaseResult = z.infer<typeof CaseResult>

const ASSIGNEES_MAX = 100

const omitResults = optionalFlag('omitResults').meta({
  description: 'True leaves `results` of the answer empty, to keep the answer of a large run small',
})

export const StartRun = z.object({
  projectId: id('projectId'),
  description: optionalText('Description'),
  key: optionalName('key').meta({
    description: `Reports that name this key go into this run. Up to ${NAME_MAX} characters`,
  }),
  extras: optionalExtras,
  omitResults,
  selection: CaseSelection.nullish().meta({
    description: 'Which cases the run has, at least one. Omitted: all cases of the project',
  }),
  ...RunFactsInput.shape,
  assigneeId: id('assigneeId').meta({ description: 'A member to whom all cases of the run are assigned' }).nullish(),
  assigneeIds: z
    .array(idText('assigneeIds'), { error: 'assigneeIds must be a list of ids' })
    .max(ASSIGNEES_MAX, `assigneeIds may have at most ${ASSIGNEES_MAX} entries`)
    .meta({
      description:
        'Members who share the manual cases of the run evenly, each a part in the order of the cases. A run without ' +
        'manual cases has all of its cases shared',
    })
    .nullish(),
})
export type StartRun = z.infer<typeof StartRun>

export const UpdateRun = z.object({
  testRunId: id('testRunId'),
  description: optionalText('Description'),
  extras: optionalExtras,
  ...RunFactsInput.shape,
  isPinned: optionalFlag('isPinned').meta({
    description: 'A pinned run stays, whatever the retention of the project is',
  }),
  omitResults,
})
export type UpdateRun = z.infer<typeof UpdateRun>

export const ReopenRun = z.object({ testRunId: id('testRunId'), omitResults })
export type ReopenRun = z.infer<typeof ReopenRun>

export const TestRunInput = z.object({ testRunId: id('testRunId') })
export type TestRunInput = z.infer<typeof TestRunInput>

export const CompleteRun = z.object({
  testRunId: id('testRunId'),
  status: z.enum(['completed', 'failed'], { error: 'status must be completed or failed' }).nullish(),
  omitResults,
})
export type CompleteRun = z.infer<typeof CompleteRun>

export const RecordedResults = z
  .object({
    summary: RunSummary,
    results: z.array(RecordedResult),
    entries: z
      .array(AnsweredEntry)
      .optional()
      .meta({ description: 'Only with `answerEach`: what became of each entry, in the order of the request' }),
  })
  .meta({ id: 'RecordedResults' })
export type RecordedResults = z.infer<typeof RecordedResults>
