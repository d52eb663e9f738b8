import { ChangeRetention, PreviewRetention, Retention } from '#shared/retention/retention.ts'
import { caller, compiled, restUnder, router } from '../trpc.ts'
import { changeRetention, previewRetention } from './retention.service.ts'

const rest = restUnder('Retention')

export const retentionRouter = router({
  get: caller('manage')
    .meta(rest('GET /projects/{id}/retention', 'Read how long runs are kept, and what that would delete'))
    .input(compiled(PreviewRetention))
    .output(compiled(Retention))
    .query(({ ctx, input }) => previewRetention(ctx, input)),
  change: caller('manage')
    .meta(rest('PATCH /projects/{id}/retention', 'Change how long runs are kept'))
    .input(compiled(ChangeRetention))
    .output(compiled(Retention))
    .mutation(({ ctx, input }) => changeRetention(ctx, input)),
})
