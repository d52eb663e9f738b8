import { CompareRuns, Comparison } from '#shared/comparisons/comparison.ts'
import { caller, compiled, restUnder, router } from '../trpc.ts'
import { compareRuns } from './comparisons.service.ts'

const rest = restUnder('Comparisons')

export const comparisonsRouter = router({
  compare: caller('read')
    .meta(rest('GET /test-runs/{testRunId}/comparison', 'Compare a run with an earlier one', { isVersioned: true }))
    .input(compiled(CompareRuns))
    .output(compiled(Comparison))
    .query(({ ctx, input }) => compareRuns(ctx, input)),
})
