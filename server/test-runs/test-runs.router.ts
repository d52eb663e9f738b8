import { Message } from '#shared/message.ts'
import {
  CompleteRun,
  ListRuns,
  StartRun,
  TestRun,
  TestRunInput,
  TestRunListItem,
  TestRunOverview,
} from '#shared/test-runs/test-run.ts'
import { sendPage } from '../context.ts'
import { withResults } from '../test-results/test-results.service.ts'
import { caller, compiled, router } from '../trpc.ts'
import { completeRun, deleteRun, getTestRun, getTestRunOverview, listRuns, startRun } from './test-runs.service.ts'

const tags = ['Test runs']

export const testRunsRouter = router({
  start: caller
    .meta({
      openapi: { method: 'POST', path: '/test-runs/project/{projectId}', tags, summary: 'Start a run' },
      alsoAt: [{ method: 'POST', path: '/test-cases/project/{projectId}/test-run' }],
      status: 201,
    })
    .input(compiled(StartRun))
    .output(compiled(TestRun))
    .mutation(async ({ ctx, input }) => withResults(ctx, await startRun(ctx, input), input)),
  list: caller
    .meta({
      openapi: { method: 'GET', path: '/test-runs/project/{projectId}', tags, summary: 'List the runs of a project' },
      alsoAt: [{ method: 'GET', path: '/test-cases/project/{projectId}/test-runs' }],
    })
    .input(compiled(ListRuns))
    .output(compiled(TestRunListItem.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listRuns(ctx, input))),
  get: caller
    .meta({
      openapi: { method: 'GET', path: '/test-runs/{testRunId}', tags, summary: 'Read a run with its results' },
      alsoAt: [{ method: 'GET', path: '/test-cases/test-run/{testRunId}' }],
    })
    .input(compiled(TestRunInput))
    .output(compiled(TestRun))
    .query(async ({ ctx, input }) => withResults(ctx, await getTestRun(ctx, input))),
  overview: caller
    .meta({
      openapi: {
        method: 'GET',
        path: '/test-runs/{testRunId}/overview',
        tags,
        summary: 'Read a run with counts for each suite',
      },
    })
    .input(compiled(TestRunInput))
    .output(compiled(TestRunOverview))
    .query(({ ctx, input }) => getTestRunOverview(ctx, input)),
  complete: caller
    .meta({
      openapi: { method: 'POST', path: '/test-runs/{testRunId}/complete', tags, summary: 'Complete a run' },
      alsoAt: [{ method: 'POST', path: '/test-cases/test-run/{testRunId}/complete' }],
      refusals: [409],
    })
    .input(compiled(CompleteRun))
    .output(compiled(TestRun))
    .mutation(async ({ ctx, input }) => withResults(ctx, await completeRun(ctx, input), input)),
  delete: caller
    .meta({ openapi: { method: 'DELETE', path: '/test-runs/{testRunId}', tags, summary: 'Delete a run' } })
    .input(compiled(TestRunInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => deleteRun(ctx, input)),
})
