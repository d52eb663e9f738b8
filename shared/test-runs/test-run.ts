import { z } from 'zod'
import { Count, Id, Timestamp, id, ids, optionalFlag, optionalName, optionalText } from '../fields.ts'
import { CursorInput } from '../page.ts'
import { CASE_IDS_MAX } from '../test-cases/test-case.ts'
import { RecordedResult, TestResult } from '../test-results/test-result.ts'
import { Person } from '../users/user.ts'

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

/** A run without its results, as in lists. */
export const TestRunListItem = z
  .object({
    id: Id,
    projectId: Id,
    key: z.string().nullable().meta({ description: 'Harnesses find the run by this key; unique in its project' }),
    description: z.string().nullable(),
    status: RunStatus,
    createdAt: Timestamp,
    completedAt: Timestamp.nullable(),
    createdBy: Person.nullable().meta({ description: "Null for the project's own credential" }),
    summary: RunSummary,
  })
  .meta({ id: 'TestRunListItem' })
export type TestRunListItem = z.infer<typeof TestRunListItem>

export const TestRun = TestRunListItem.extend({ results: z.array(TestResult) }).meta({ id: 'TestRun' })
export type TestRun = z.infer<typeof TestRun>

/** A run with counts per suite instead of results: its size does not grow with the results. */
export const TestRunOverview = TestRunListItem.extend({
  suites: z.array(z.object({ id: Id, name: z.string(), number: Count, summary: RunSummary })),
}).meta({ id: 'TestRunOverview' })
export type TestRunOverview = z.infer<typeof TestRunOverview>

/** A result in the history of its case, with its run. */
export const CaseResult = TestResult.extend({
  testRun: z.object({ id: Id, description: z.string().nullable(), status: RunStatus, createdAt: Timestamp }),
}).meta({ id: 'CaseResult' })
export type CaseResult = z.infer<typeof CaseResult>

const omitResults = optionalFlag('omitResults').meta({
  description: 'True leaves `results` of the answer empty, to keep the answer of a large run small',
})

const selection = z
  .object(
    {
      testCaseIds: ids('selection.testCaseIds', CASE_IDS_MAX, 'No test case is selected')
        .nullish()
        .meta({ description: 'The cases of the run, in any order. Omitted: all cases of the project' }),
    },
    { error: 'selection must be an object' },
  )
  .meta({ id: 'CaseSelection' })
  .nullish()
  .meta({ description: 'Which cases the run has. Omitted: all cases of the project' })

export const StartRun = z.object({
  projectId: id('projectId'),
  description: optionalText('Description'),
  key: optionalName('key').meta({ description: 'Reports that name this key go into this run' }),
  omitResults,
  selection,
})
export type StartRun = z.infer<typeof StartRun>

export const ListRuns = CursorInput.extend({ projectId: id('projectId') })
export type ListRuns = z.infer<typeof ListRuns>

export const TestRunInput = z.object({ testRunId: id('testRunId') })
export type TestRunInput = z.infer<typeof TestRunInput>

export const CompleteRun = z.object({
  testRunId: id('testRunId'),
  status: z.enum(['completed', 'failed'], { error: 'status must be completed or failed' }).nullish(),
  omitResults,
})
export type CompleteRun = z.infer<typeof CompleteRun>

/** The answer to a bulk call. */
export const RecordedResults = z
  .object({ summary: RunSummary, results: z.array(RecordedResult) })
  .meta({ id: 'RecordedResults' })
export type RecordedResults = z.infer<typeof RecordedResults>
