import { Deletion, DeletionInput, ListDeletions, Restored } from '#shared/deletions/deletion.ts'
import { Message } from '#shared/message.ts'
import { sendPage } from '../context.ts'
import { caller, compiled, restUnder, router } from '../trpc.ts'
import { listDeletions, purgeDeletion, restoreDeletion } from './deletions.service.ts'

const rest = restUnder('Trash')

export const deletionsRouter = router({
  list: caller('read')
    .meta(rest('GET /projects/{id}/deletions', 'List what was deleted in the last 30 days'))
    .input(compiled(ListDeletions))
    .output(compiled(Deletion.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listDeletions(ctx, input))),
  restore: caller('write')
    .meta(rest('POST /projects/{id}/deletions/{deletionId}/restore', 'Undo a deletion'))
    .input(compiled(DeletionInput))
    .output(compiled(Restored))
    .mutation(({ ctx, input }) => restoreDeletion(ctx, input)),
  purge: caller('manage')
    .meta(rest('POST /projects/{id}/deletions/{deletionId}/purge', 'Delete from the trash for good'))
    .input(compiled(DeletionInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => purgeDeletion(ctx, input)),
})
