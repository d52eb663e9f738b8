import { IdInput } from '#shared/fields.ts'
import { Message } from '#shared/message.ts'
import { Badge } from '#shared/shares/share.ts'
import { caller, compiled, restUnder, router } from '../trpc.ts'
import { createBadge, endBadge, readBadge } from './badges.service.ts'

const rest = restUnder('Badges')

export const badgesRouter = router({
  get: caller('manage')
    .meta(rest('GET /projects/{id}/badge', 'Read the address of the badge of a project; null if it has none'))
    .input(compiled(IdInput))
    .output(compiled(Badge.nullable()))
    .query(({ ctx, input }) => readBadge(ctx, input)),
  create: caller('manage')
    .meta(rest('POST /projects/{id}/badge', 'Create a badge of a project; the earlier address ends', { status: 201 }))
    .input(compiled(IdInput))
    .output(compiled(Badge))
    .mutation(({ ctx, input }) => createBadge(ctx, input)),
  end: caller('manage')
    .meta(rest('DELETE /projects/{id}/badge', 'Delete the badge of a project'))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => endBadge(ctx, input)),
})
