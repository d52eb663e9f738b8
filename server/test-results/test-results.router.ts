import { FindNextPending, MatchResults, NextPending, ReadResults, SuiteMatches } from '#shared/test-results/match.ts'
import {
  Attempt,
  Execute,
  ExecuteManual,
  FindResult,
  ListAttempts,
  ListNewFailures,
  ListRunResults,
  RecordResults,
  SetResults,
  SetResultValue,
  TestResult,
} from '#shared/test-results/test-result.ts'
import { RecordedResults } from '#shared/test-runs/test-run.ts'
import { sendPage } from '../context.ts'
import { compiledInSlices } from '../http/validate-in-slices.ts'
import { caller, compiled, restUnder, router } from '../trpc.ts'
import { recordMany } from './record-many.service.ts'
import { execute, executeManual, setResultValue } from './record.service.ts'
import { setMany } from './set-many.service.ts'
import { findResult, listNewFailures, listRunResults } from './test-results.service.ts'
import { findNextPending } from './next-pending.ts'
import { listAttempts } from './list-attempts.ts'
import { matchResults, readResults } from './match.service.ts'

const rest = restUnder('Test results')

/** 5,000 executions with a few lines of trace each. */
const BULK_BODY_LIMIT = 32 * 1024 * 1024

export const testResultsRouter = router({
  execute: caller('record')
    .meta(
      rest('POST /test-cases/{id}/execute', 'Record an automated execution', {
        status: 201,
        refusals: [409],
        entity: true,
      }),
    )
    .input(compiled(Execute))
    .output(compiled(TestResult))
    .mutation(({ ctx, input }) => execute(ctx, input)),
  executeManual: caller('record')
    .meta(
      rest('POST /test-cases/{id}/execute-manual', 'Record a manual execution', {
        description:
          'Takes at least one of `actualValue`, `status`, `steps`, `notes` and `defects`. A value or a status makes it a ' +
          'new execution, which starts without notes and defects. Automated cases are refused.',
        status: 201,
        refusals: [409],
        hasBase: true,
        entity: true,
      }),
    )
    .input(compiled(ExecuteManual))
    .output(compiled(TestResult))
    .mutation(({ ctx, input }) => executeManual(ctx, input)),
  setValue: caller('record')
    .meta(
      rest('PATCH /test-runs/result/{resultId}', 'Change a result by hand, or remove its value and verdicts', {
        description:
          'Takes at least one of `actualValue`, `status`, `steps`, `notes` and `defects`; omitted fields stay unchanged. ' +
          "An `actualValue` without a `status` replaces a status by hand; null or '' removes the value and all verdicts.",
        refusesEmpty: true,
        refusals: [409],
        hasBase: true,
        entity: true,
      }),
    )
    .input(compiled(SetResultValue))
    .output(compiled(TestResult))
    .mutation(({ ctx, input }) => setResultValue(ctx, input)),
  recordMany: caller('record')
    .meta(
      rest('POST /test-runs/{testRunId}/results', 'Record executions of many cases, all or none', {
        description: 'Each entry names its case by `testCaseId`, or else by `suiteName` and `caseName`.',
        status: 201,
        refusals: [409],
        bodyLimit: BULK_BODY_LIMIT,
      }),
    )
    .input(compiledInSlices(RecordResults, 'results'))
    .output(compiled(RecordedResults))
    .mutation(({ ctx, input }) => recordMany(ctx, input)),
  setMany: caller('record')
    .meta(
      rest('PATCH /test-runs/{testRunId}/results', 'Change many results by hand, and who shall execute them', {
        description:
          'Each entry has at least one of `status`, `actualValue`, `steps`, `notes`, `defects` and `assigneeId`. With ' +
          'an `assigneeId` of all `results` it may have none. A result is named once. All or none are changed, unless ' +
          '`answerEach` is true. What the caller repeats with the same `baseAttempt` makes no second attempt.',
        refusals: [409],
      }),
    )
    .input(compiledInSlices(SetResults, 'results'))
    .output(compiled(RecordedResults))
    .mutation(({ ctx, input }) => setMany(ctx, input)),
  find: caller('read')
    .meta(
      rest(
        'GET /test-runs/{runId}/project/{projectId}/test-suites/{suiteId}/test-cases/{caseName}',
        'Find the result of a case by its name',
        { entity: true },
      ),
    )
    .input(compiled(FindResult))
    .output(compiled(TestResult))
    .query(({ ctx, input }) => findResult(ctx, input)),
  listInRun: caller('read')
    .meta(rest('GET /test-runs/{testRunId}/results', 'List the results of a run', { isVersioned: true }))
    .input(compiled(ListRunResults))
    .output(compiled(TestResult.array()))
    .query(({ ctx, input }) => listRunResults(ctx, input)),
  readMany: caller('read')
    .meta(rest('GET /test-runs/{testRunId}/results-by-id', 'Read results of a run by their ids'))
    .input(compiled(ReadResults))
    .output(compiled(TestResult.array()))
    .query(({ ctx, input }) => readResults(ctx, input)),
  match: caller('read')
    .meta(rest('GET /test-runs/{testRunId}/matches', 'List the ids of the results of a run that match, by suite'))
    .input(compiled(MatchResults))
    .output(compiled(SuiteMatches.array()))
    .query(({ ctx, input }) => matchResults(ctx, input)),
  nextPending: caller('read')
    .meta(
      rest('GET /test-runs/{testRunId}/next-pending', 'Find the next pending result of a run; null if there is none'),
    )
    .input(compiled(FindNextPending))
    .output(compiled(NextPending.nullable()))
    .query(({ ctx, input }) => findNextPending(ctx, input)),
  newFailures: caller('read')
    .meta(
      rest(
        'GET /test-runs/{testRunId}/new-failures',
        'List the failed results whose case did not fail when it was last executed on the same branch and environment',
      ),
    )
    .input(compiled(ListNewFailures))
    .output(compiled(TestResult.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listNewFailures(ctx, input))),
  attempts: caller('read')
    .meta(rest('GET /test-runs/result/{resultId}/attempts', 'List the attempts of a result'))
    .input(compiled(ListAttempts))
    .output(compiled(Attempt.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listAttempts(ctx, input))),
})
