import { IdInput } from '#shared/fields.ts'
import { Message } from '#shared/message.ts'
import { CreateShare, ListShares, ProjectShare, ReadShared, Share, SharedRun, ShareLink } from '#shared/shares/share.ts'
import { TestRunInput } from '#shared/test-runs/test-run.ts'
import { sendPage } from '../context.ts'
import { anyone, caller, compiled, restUnder, router } from '../trpc.ts'
import { createShare, endShare, endShares, listShares, readShare, readSharedRun } from './shares.service.ts'

const rest = restUnder('Shared runs')

export const sharesRouter = router({
  create: caller('record')
    .meta(
      rest('POST /test-runs/{testRunId}/share', 'Create a read-only link to a run; the earlier one stops working', {
        status: 201,
      }),
    )
    .input(compiled(CreateShare))
    .output(compiled(ShareLink))
    .mutation(({ ctx, input }) => createShare(ctx, input)),
  get: caller('record')
    .meta(rest('GET /test-runs/{testRunId}/share', 'Read whether a run has a link; null if it has none'))
    .input(compiled(TestRunInput))
    .output(compiled(Share.nullable()))
    .query(({ ctx, input }) => readShare(ctx, input)),
  end: caller('record')
    .meta(rest('DELETE /test-runs/{testRunId}/share', 'Delete the link to a run'))
    .input(compiled(TestRunInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => endShare(ctx, input)),
  list: caller('manage')
    .meta(rest('GET /projects/{id}/shares', 'List the active links to runs of a project'))
    .input(compiled(ListShares))
    .output(compiled(ProjectShare.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listShares(ctx, input))),
  endAll: caller('manage')
    .meta(rest('DELETE /projects/{id}/shares', 'Delete all links to runs of a project'))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => endShares(ctx, input)),
  read: anyone
    .meta(rest('GET /shared-runs/{token}', 'Read the run of a link, with a page of its results'))
    .input(compiled(ReadShared))
    .output(compiled(SharedRun))
    .query(({ ctx, input }) => readSharedRun(ctx, input)),
})
