import { AttachmentAddress } from '#shared/attachments/attachment.ts'
import { IdInput } from '#shared/fields.ts'
import { Message } from '#shared/message.ts'
import { caller, compiled, restUnder, router } from '../trpc.ts'
import { addressOfAttachment, deleteAttachment } from './attachments.service.ts'

const rest = restUnder('Attachments')

export const attachmentsRouter = router({
  address: caller('read')
    .meta(rest('GET /attachments/{id}/address', 'Create a short-lived address that needs no token'))
    .input(compiled(IdInput))
    .output(compiled(AttachmentAddress))
    .query(({ ctx, input }) => addressOfAttachment(ctx, input)),
  delete: caller('record', 'write')
    .meta(rest('DELETE /attachments/{id}', 'Delete an attachment', { refusals: [409] }))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => deleteAttachment(ctx, input)),
})
