import { Message } from '#shared/message.ts'
import { Attention } from '#shared/test-results/match.ts'
import { ListRuns, ListRunValues, RunValues } from '#shared/test-runs/find-runs.ts'
import { CountSelected, SelectedCount } from '#shared/test-runs/selection.ts'
import {
  CompleteRun,
  ReopenRun,
  StartRun,
  TestRun,
  TestRunInput,
  TestRunListItem,
  TestRunOverview,
  UpdateRun,
} from '#shared/test-runs/test-run.ts'
import { answerKeptRun, answerRun, readTestRun, resultsAsJson } from '../test-results/test-results.service.ts'
import { readAttention } from '../test-results/attention.service.ts'
import { caller, compiled, restUnder, router } from '../trpc.ts'
import {
  changeRun,
  completeRun,
  deleteRun,
  listRuns,
  readTestRunOverview,
  reopenRun,
  startRun,
} from './test-runs.service.ts'
import { countSelected } from './select-cases.ts'
import { listRunValues } from './run-values.ts'

const rest = restUnder('Test runs')

export const testRunsRouter = router({
  start: caller('record')
    .meta(
      rest('POST /test-runs/project/{projectId}', 'Start a run', {
        alsoAt: ['POST /test-cases/project/{projectId}/test-run'],
        description: 'Takes an `assigneeId` or `assigneeIds`, not both.',
        status: 201,
        entity: true,
      }),
    )
    .input(compiled(StartRun))
    .output(compiled(TestRun))
    .mutation(({ ctx, input }) =>
      startRun(ctx, input, {
        results: (db, id) => resultsAsJson(db, id, input),
        sent: (run) => answerRun(ctx, run, input),
        kept: (run, results) => answerKeptRun(ctx, run, results),
      }),
    ),
  list: caller('read')
    .meta(
      rest('GET /test-runs/project/{projectId}', 'List the runs of a project', {
        alsoAt: ['GET /test-cases/project/{projectId}/test-runs'],
        isVersioned: true,
      }),
    )
    .input(compiled(ListRuns))
    .output(compiled(TestRunListItem.array()))
    .query(({ ctx, input }) => listRuns(ctx, input)),
  get: caller('read')
    .meta(
      rest('GET /test-runs/{testRunId}', 'Read a run with its results', {
        alsoAt: ['GET /test-cases/test-run/{testRunId}'],
        entity: true,
      }),
    )
    .input(compiled(TestRunInput))
    .output(compiled(TestRun))
    .query(({ ctx, input }) => readTestRun(ctx, input)),
  overview: caller('read')
    .meta(rest('GET /test-runs/{testRunId}/overview', 'Read a run with counts for each suite', { isVersioned: true }))
    .input(compiled(TestRunInput))
    .output(compiled(TestRunOverview))
    .query(({ ctx, input }) => readTestRunOverview(ctx, input)),
  attention: caller('read')
    .meta(rest('GET /test-runs/{testRunId}/attention', 'Count the results of a run that need attention'))
    .input(compiled(TestRunInput))
    .output(compiled(Attention))
    .query(({ ctx, input }) => readAttention(ctx, input)),
  complete: caller('record')
    .meta(
      rest('POST /test-runs/{testRunId}/complete', 'Complete a run', {
        alsoAt: ['POST /test-cases/test-run/{testRunId}/complete'],
        refusals: [409],
        entity: true,
      }),
    )
    .input(compiled(CompleteRun))
    .output(compiled(TestRun))
    .mutation(async ({ ctx, input }) => answerRun(ctx, await completeRun(ctx, input), input)),
  update: caller('write')
    .meta(rest('PATCH /test-runs/{testRunId}', 'Edit the description and facts of a run', { entity: true }))
    .input(compiled(UpdateRun))
    .output(compiled(TestRun))
    .mutation(async ({ ctx, input }) => answerRun(ctx, await changeRun(ctx, input), input)),
  reopen: caller('record')
    .meta(
      rest('POST /test-runs/{testRunId}/reopen', 'Reopen an ended run', {
        refusals: [409],
        entity: true,
      }),
    )
    .input(compiled(ReopenRun))
    .output(compiled(TestRun))
    .mutation(async ({ ctx, input }) => answerRun(ctx, await reopenRun(ctx, input), input)),
  countSelected: caller('read')
    .meta(rest('POST /projects/{projectId}/test-cases/count', 'Count the cases that a run would have'))
    .input(compiled(CountSelected))
    .output(compiled(SelectedCount))
    .mutation(({ ctx, input }) => countSelected(ctx, input)),
  values: caller('read')
    .meta(rest('GET /projects/{projectId}/run-values', 'List the branches, environments and other values of the runs'))
    .input(compiled(ListRunValues))
    .output(compiled(RunValues))
    .query(({ ctx, input }) => listRunValues(ctx, input)),
  delete: caller('manage')
    .meta(rest('DELETE /test-runs/{testRunId}', 'Delete a run', { entity: true }))
    .input(compiled(TestRunInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => deleteRun(ctx, input)),
})
