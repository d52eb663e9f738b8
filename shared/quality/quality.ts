import { z } from 'zod'
import { Count, Id, LongCount, Timestamp, id, ids, optionalInt, optionalQueryFlag } from '../fields.ts'
import { PageInput } from '../page.ts'
import { NamedCase } from '../test-cases/test-case.ts'
import { ResultStatus } from '../test-results/test-result.ts'
import { RunSummary, TestRunListItem } from '../test-runs/test-run.ts'
import { Person } from '../users/user.ts'
import { CARDS_MAX } from '../limits.ts'
import { FLAKY_FORMULA, FLAKY_RUNS, FLAKY_RUNS_MAX } from './flaky-score.ts'

/* The quality of a project: the results of its cases over its newest 100 runs. */

const RUNS_MAX = 100
const CASES_MAX = 100
export const TREND_RUNS = 30
/** A case is overdue when it was last executed longer ago. */
export const OVERDUE_DAYS = 14

const Share = z.number().min(0).max(1)
const runsOf = (max: number, standard: number) =>
  optionalInt('runs', 1, max).meta({ description: `How many runs count; without it ${standard}` })

export const TrendInput = PageInput.extend({ projectId: id('projectId'), runs: runsOf(RUNS_MAX, TREND_RUNS) })
export type TrendInput = z.infer<typeof TrendInput>

export const FlakyInput = PageInput.extend({
  projectId: id('projectId'),
  runs: runsOf(FLAKY_RUNS_MAX, FLAKY_RUNS),
  isFlaky: optionalQueryFlag('isFlaky').meta({
    description: 'True lists only the cases that counts call flaky: those with a score of 0.1 or more',
    examples: ['true'],
  }),
})
export type FlakyInput = z.infer<typeof FlakyInput>

export const QualityInput = z.object({ projectId: id('projectId') })
export type QualityInput = z.infer<typeof QualityInput>

export const QualitySuitesInput = PageInput.extend({ projectId: id('projectId') })
export type QualitySuitesInput = z.infer<typeof QualitySuitesInput>

export const CardsInput = z.object({
  projectIds: ids('projectIds', CARDS_MAX).meta({
    description: 'The projects, in the order of the answer. Those that the caller may not see are left out',
    examples: [['019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b02']],
  }),
})
export type CardsInput = z.infer<typeof CardsInput>

export const NewFailuresInput = z.object({
  projectId: id('projectId'),
  testRunIds: ids('testRunIds', RUNS_MAX).meta({
    description: 'The runs, in the order of the answer. Runs of other projects are left out',
    examples: [['019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b05']],
  }),
})
export type NewFailuresInput = z.infer<typeof NewFailuresInput>

export const CaseHealthInput = z.object({
  projectId: id('projectId'),
  testCaseIds: ids('testCaseIds', CASES_MAX).meta({
    description: 'The cases, in the order of the answer. Cases of other projects are left out',
    examples: [['019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b04']],
  }),
})
export type CaseHealthInput = z.infer<typeof CaseHealthInput>

const newFailures = Count.meta({
  description:
    'How many cases failed in the run and did not fail when they were last executed before it on the same branch and ' +
    'environment',
})

const testCase = NamedCase.meta({ description: 'The case, as it is now' })

export const TrendPoint = z
  .object({
    run: TestRunListItem.meta({ description: 'The run' }),
    summary: RunSummary.meta({ description: 'How many results have which status' }),
    durationMs: LongCount.nullable().meta({ description: 'How long the run took, in milliseconds' }),
    newFailures,
  })
  .meta({ id: 'TrendPoint' })
export type TrendPoint = z.infer<typeof TrendPoint>

export const FlakyCase = z
  .object({
    testCase,
    runs: Count.meta({ description: 'How many results are counted' }),
    executions: Count.meta({ description: 'How often the case was executed for these results, with retries' }),
    flips: Count.meta({ description: 'Changes between passed and failed on one branch and environment' }),
    passedOnRetry: Count.meta({ description: 'Results that passed only after a failure in the same run' }),
    score: Share.meta({ description: `How flaky the case is, from 0 to 1. ${FLAKY_FORMULA}` }),
    volume: z.number().min(0).meta({ description: 'The score × the number of results (`runs`)' }),
    lastFlakyAt: Timestamp.meta({ description: 'When it last flipped or passed on retry' }),
    lastFlake: z
      .object({
        testRunId: Id,
        runName: z.string().meta({ description: 'The description of the run, or a name made from its id' }),
        resultId: Id,
        errorMessage: z.string().nullable(),
      })
      .meta({ description: 'The failure of its last flake' }),
    isQuarantined: z.boolean().meta({ description: 'Whether it is marked as known to be flaky' }),
  })
  .meta({ id: 'FlakyCase' })
export type FlakyCase = z.infer<typeof FlakyCase>

const FirstFailure = z.object({ testRunId: Id, runName: z.string(), at: Timestamp }).meta({ id: 'BrokenCaseSince' })

export const BrokenCase = z
  .object({
    testCase,
    since: FirstFailure.meta({ description: 'The first result of those that have failed since without a pass' }),
    lastPassedAt: Timestamp.nullable().meta({
      description: 'When it passed before that; null if not in the last 100 runs',
    }),
    by: Person.nullable().meta({
      description: "Who recorded the first failure, or started its run; null for the project's credential",
    }),
    resultId: Id,
    testRunId: Id,
    errorMessage: z.string().nullable(),
  })
  .meta({ id: 'BrokenCase' })
export type BrokenCase = z.infer<typeof BrokenCase>

export const FailingCase = z
  .object({
    testCase: NamedCase.meta({ description: 'The case, as it was in the run' }),
    resultId: Id,
    errorMessage: z.string().nullable(),
    isNew: z.boolean().meta({ description: 'Whether it is a new failure of the run' }),
    isQuarantined: z.boolean().meta({ description: 'Whether the case is marked as known to be flaky' }),
    since: BrokenCase.shape.since,
    by: BrokenCase.shape.by,
  })
  .meta({ id: 'FailingCase' })
export type FailingCase = z.infer<typeof FailingCase>

export const NewFailure = z
  .object({
    testCase,
    testRunId: Id,
    runName: z.string().meta({ description: 'The description of the run, or a name made from its id' }),
    resultId: Id,
    at: Timestamp.meta({ description: 'When the result was recorded' }),
    errorMessage: z.string().nullable(),
  })
  .meta({ id: 'NewFailure' })
export type NewFailure = z.infer<typeof NewFailure>

export const SlowCase = z
  .object({
    testCase,
    medianMs: z.number().min(0).meta({ description: 'The median of its execution times, in milliseconds' }),
    runs: Count.meta({ description: 'How many results with an execution time count' }),
  })
  .meta({ id: 'SlowCase' })
export type SlowCase = z.infer<typeof SlowCase>

export const QualitySuite = z
  .object({
    id: Id,
    name: z.string(),
    number: Count,
    testCases: Count.meta({ description: 'How many cases it has' }),
    lastRunAt: Timestamp.nullable().meta({ description: 'When a case of it was last executed' }),
    notRunIn14Days: Count.meta({ description: 'Cases that were not executed in the last 14 days' }),
    cells: RunSummary.nullable()
      .array()
      .meta({ description: 'Its counts in each of `runs`, newest run first; null where it was no part of the run' }),
  })
  .meta({ id: 'QualitySuite' })
export type QualitySuite = z.infer<typeof QualitySuite>

const QualityRun = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'The description of the run, or a name made from its id' }),
    createdAt: Timestamp,
  })
  .meta({ id: 'QualityRun' })
type QualityRun = z.infer<typeof QualityRun>

const runsToCount = Count.meta({
  description: 'How many runs are not counted yet: after an update of the server, and for moments after a large report',
})

const Numbers = z
  .object({
    passRate: Share.nullable().meta({
      description: 'Of the executed results of the last ended run, the share that passed; null without any',
    }),
    passRateBefore: Share.nullable().meta({ description: 'The same for the ended run before' }),
    failing: Count.meta({ description: 'Results of the last ended run that failed or ended in an error' }),
    newFailures: newFailures.meta({ description: 'New failures of the last ended run' }),
    flakyQuarantined: Count.meta({ description: 'Quarantined cases with a score of 0.1 or more' }),
    brokenBefore: Count.meta({
      description: 'Of `broken` those that were last executed before the last ended run, and in no run since',
    }),
    flaky: Count.meta({ description: 'Cases with a score of 0.1 or more, without quarantined ones' }),
    broken: Count.meta({
      description: 'Cases that fail now, running runs included, and do not alternate; without quarantined ones',
    }),
    quarantined: Count.meta({ description: 'Cases that are marked as known to be flaky' }),
    notRunIn14Days: Count.meta({ description: 'Cases that were not executed in the last 14 days' }),
    testCases: Count.meta({ description: 'How many cases the project has' }),
  })
  .meta({ id: 'QualityNumbers' })

const Waiting = z
  .object({
    pending: Count.meta({ description: 'Pending results in running runs that are assigned to the caller' }),
    runs: z
      .object({ id: Id, name: z.string(), pending: Count })
      .array()
      .meta({ description: 'The runs that have them, newest first; at most 5' }),
  })
  .meta({ id: 'QualityWaiting' })
export type Waiting = z.infer<typeof Waiting>

export const Quality = z
  .object({
    runsToCount,
    trend: TrendPoint.array().meta({ description: 'The last 30 ended runs, oldest first' }),
    numbers: Numbers.meta({ description: 'The state in numbers' }),
    failing: FailingCase.array().meta({
      description: 'The failures of the last ended run, new ones first; at most 20',
    }),
    brokenBefore: BrokenCase.array().meta({
      description: 'Cases that failed when they were last executed, before the last ended run; at most 20',
    }),
    broken: BrokenCase.array().meta({
      description: 'Cases that fail now, also in running runs, the latest first; at most 20',
    }),
    newFailures: NewFailure.array().meta({ description: 'New failures of the last ended run; at most 10' }),
    slowest: SlowCase.array().meta({ description: 'The slowest cases; at most 5' }),
    flakiest: FlakyCase.array().meta({
      description: 'The cases of the largest volume with a score of 0.1 or more; at most 5',
    }),
    runs: QualityRun.array().meta({ description: 'The last 10 ended runs, newest first' }),
    suites: QualitySuite.array().meta({ description: 'The first 50 suites, in order' }),
    suitesTotal: Count.meta({ description: 'How many suites the project has' }),
    waiting: Waiting.meta({ description: 'Pending work of the caller' }),
  })
  .meta({ id: 'Quality' })
export type Quality = z.infer<typeof Quality>

export const ProjectHealth = z
  .object({
    projectId: Id,
    lastRun: TestRunListItem.nullable().meta({
      description: 'The last ended run, else the last run; null without runs',
    }),
    passRate: Share.nullable().meta({ description: 'Of the executed results of `lastRun`, the share that passed' }),
    newFailures: newFailures.meta({ description: 'New failures of `lastRun`' }),
    flaky: Count.meta({ description: 'Cases with a score of 0.1 or more, without quarantined ones' }),
    spark: z
      .object({
        passRate: Share.nullable().meta({ description: 'The share of executed results that passed' }),
        failing: Count.meta({ description: 'Results that failed or ended in an error' }),
      })
      .array()
      .meta({ description: 'The last 10 ended runs, oldest first' }),
    waiting: Count.meta({ description: 'Pending results in running runs that are assigned to the caller' }),
    runsToCount,
  })
  .meta({ id: 'ProjectHealth' })
export type ProjectHealth = z.infer<typeof ProjectHealth>

export const RunNewFailures = z.object({ testRunId: Id, newFailures }).meta({ id: 'RunNewFailures' })
export type RunNewFailures = z.infer<typeof RunNewFailures>

export const CaseHealth = z
  .object({
    testCaseId: Id,
    recent: z
      .object({
        testRunId: Id,
        runName: z.string().meta({ description: 'The description of the run, or a name made from its id' }),
        resultId: Id,
        status: ResultStatus,
        flaky: z.boolean(),
        executedAt: Timestamp,
        executionTimeMs: z.number().nullable(),
      })
      .array()
      .meta({ description: 'Its newest results that are not pending, newest run first; at most 10' }),
    score: Share.meta({ description: 'How flaky it is, from 0 to 1' }),
    runs: Count.meta({ description: 'How many results are counted' }),
    flips: Count.meta({ description: 'Changes between passed and failed on one branch and environment' }),
    passedOnRetry: Count.meta({ description: 'Results that passed only after a failure in the same run' }),
    isFlaky: z.boolean().meta({ description: 'Whether it is on the list of flaky cases with a score of 0.1 or more' }),
    isBroken: z.boolean().meta({ description: 'Whether it fails now and does not alternate' }),
    lastRunAt: Timestamp.nullable().meta({ description: 'When it was last executed; null if never' }),
  })
  .meta({ id: 'CaseHealth' })
export type CaseHealth = z.infer<typeof CaseHealth>
