import { z } from 'zod'
import { Count, Id, Timestamp, id, idText, ids, optionalQueryFlag, search } from '../fields.ts'
import { NAME_MAX, RESULTS_BY_ID_MAX } from '../limits.ts'
import { caseConditions } from '../test-cases/search.ts'
import { ResultStatus, TestResult } from './test-result.ts'

/* Reads of a run's results besides pages. Lists in a query are repeated parameters. */

const CASES_MAX = 100

/** The filter of results in a run. All conditions must match; an empty filter matches the whole run. */
const resultFilter = {
  status: z
    .array(ResultStatus, { error: 'status must be a list' })
    .meta({ description: 'Only results of one of these statuses', examples: [['failed', 'error']] })
    .optional(),
  q: search('q')
    .meta({
      description:
        'Only results in which every word occurs, in the name of the suite or the case, the number (1.2), the notes, the ' +
        `defects, or the actual or expected value. Capitals do not matter. Up to ${NAME_MAX} characters`,
      examples: ['refund 404'],
    })
    .optional(),
  newlyFailed: optionalQueryFlag('newlyFailed'),
  assigneeId: idText('assigneeId').optional(),
  flaky: optionalQueryFlag('flaky'),
  ...caseConditions,
}

export const MatchResults = z.object({ testRunId: id('testRunId'), ...resultFilter })
export type MatchResults = z.infer<typeof MatchResults>
export type ResultFilter = Omit<MatchResults, 'testRunId'>

export const SuiteMatches = z
  .object({ suiteId: Id, resultIds: z.array(Id).meta({ description: 'Ids of its matching results, in order' }) })
  .meta({ id: 'SuiteMatches' })
export type SuiteMatches = z.infer<typeof SuiteMatches>

export const ReadResults = z.object({
  testRunId: id('testRunId'),
  resultIds: ids('resultIds', RESULTS_BY_ID_MAX).meta({
    description: 'The results to read, in this order',
    examples: [['019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a']],
  }),
})
export type ReadResults = z.infer<typeof ReadResults>

export const FindNextPending = z.object({
  testRunId: id('testRunId'),
  after: id('after')
    .optional()
    .meta({ description: 'Id of the result to start after. Without it, from the first one' }),
})
export type FindNextPending = z.infer<typeof FindNextPending>

export const NextPending = z
  .object({
    suiteId: Id,
    position: Count.meta({ description: 'How many results of the suite come before it' }),
    result: TestResult,
  })
  .meta({ id: 'NextPending' })
export type NextPending = z.infer<typeof NextPending>

export const Attention = z
  .object({
    newlyFailed: Count.meta({
      description:
        'Failed results whose case did not fail when it was last executed on the same branch and environment',
    }),
    quarantined: Count.meta({ description: 'Failed results whose case is quarantined: known to be flaky' }),
    mine: Count.meta({ description: 'Results assigned to the caller' }),
  })
  .meta({ id: 'Attention' })
export type Attention = z.infer<typeof Attention>

export const ListRecentResults = z.object({
  testRunId: id('testRunId'),
  testCaseIds: ids('testCaseIds', CASES_MAX).meta({
    description: 'The cases, in the order of the answer',
    examples: [['019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a']],
  }),
})
export type ListRecentResults = z.infer<typeof ListRecentResults>

const RecentResult = z
  .object({
    testRunId: Id,
    runName: z.string().meta({ description: 'The description of the run, or a name made from its id' }),
    status: ResultStatus,
    executedAt: Timestamp.nullable(),
  })
  .meta({ id: 'RecentResult' })
export type RecentResult = z.infer<typeof RecentResult>

export const RecentResults = z
  .object({
    testCaseId: z.string().meta({ description: 'The id that was asked for; an unknown one has no results' }),
    results: z
      .array(RecentResult)
      .meta({ description: 'Its results that are not pending in the last runs up to this one, newest run first' }),
  })
  .meta({ id: 'RecentResults' })
export type RecentResults = z.infer<typeof RecentResults>
