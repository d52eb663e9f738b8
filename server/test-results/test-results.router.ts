import {
  Attempt,
  Execute,
  ExecuteManual,
  FindResult,
  ListRunResults,
  ResultInput,
  SetResultValue,
  TestResult,
} from '#shared/test-results/test-result.ts'
import { sendPage } from '../context.ts'
import { caller, compiled, router } from '../trpc.ts'
import { execute, executeManual, findResult, listAttempts, listRunResults, setResultValue } from './test-results.service.ts'

const tags = ['Test results']

export const testResultsRouter = router({
  execute: caller
    .meta({
      openapi: { method: 'POST', path: '/test-cases/{id}/execute', tags, summary: 'Record an automated execution' },
      status: 201,
      refusals: [409],
    })
    .input(Execute)
    .output(compiled(TestResult))
    .mutation(({ ctx, input }) => execute(ctx, input)),
  executeManual: caller
    .meta({
      openapi: { method: 'POST', path: '/test-cases/{id}/execute-manual', tags, summary: 'Record a manual execution' },
      status: 201,
      refusals: [409],
    })
    .input(ExecuteManual)
    .output(compiled(TestResult))
    .mutation(({ ctx, input }) => executeManual(ctx, input)),
  setValue: caller
    .meta({
      openapi: { method: 'PATCH', path: '/test-runs/result/{resultId}', tags, summary: 'Set or take back an actual value' },
      refusals: [409],
    })
    .input(SetResultValue)
    .output(compiled(TestResult))
    .mutation(({ ctx, input }) => setResultValue(ctx, input)),
  find: caller
    .meta({
      openapi: {
        method: 'GET',
        path: '/test-runs/{runId}/project/{projectId}/test-suites/{suiteId}/test-cases/{caseName}',
        tags,
        summary: 'Find the result of a case by its name',
      },
    })
    .input(FindResult)
    .output(compiled(TestResult))
    .query(({ ctx, input }) => findResult(ctx, input)),
  listInRun: caller
    .meta({ openapi: { method: 'GET', path: '/test-runs/{testRunId}/results', tags, summary: 'List the results of a run' } })
    .input(ListRunResults)
    .output(compiled(TestResult.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listRunResults(ctx, input))),
  attempts: caller
    .meta({
      openapi: { method: 'GET', path: '/test-runs/result/{resultId}/attempts', tags, summary: 'List every attempt of a result' },
    })
    .input(ResultInput)
    .output(compiled(Attempt.array()))
    .query(({ ctx, input }) => listAttempts(ctx, input)),
})
