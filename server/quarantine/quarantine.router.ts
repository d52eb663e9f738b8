import { IdInput } from '#shared/fields.ts'
import { Message } from '#shared/message.ts'
import { AddToQuarantine, ListQuarantine, QuarantinedCase } from '#shared/quarantine/quarantine.ts'
import { sendPage } from '../context.ts'
import { caller, compiled, restUnder, router } from '../trpc.ts'
import { addToQuarantine, listQuarantine, removeFromQuarantine } from './quarantine.service.ts'

const rest = restUnder('Quarantine')

export const quarantineRouter = router({
  list: caller('read')
    .meta(rest('GET /projects/{projectId}/quarantine', 'List the quarantined cases of a project'))
    .input(compiled(ListQuarantine))
    .output(compiled(QuarantinedCase.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listQuarantine(ctx, input))),
  add: caller('write')
    .meta(rest('PUT /test-cases/{id}/quarantine', 'Quarantine a case, or change the reason'))
    .input(compiled(AddToQuarantine))
    .output(compiled(QuarantinedCase))
    .mutation(({ ctx, input }) => addToQuarantine(ctx, input)),
  remove: caller('write')
    .meta(rest('DELETE /test-cases/{id}/quarantine', 'Release a case from quarantine'))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => removeFromQuarantine(ctx, input)),
})
