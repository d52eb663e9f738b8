import { AuditEvent, ListAudit, ListProjectAudit } from '#shared/audit/audit-event.ts'
import { sendPage } from '../context.ts'
import { admin, caller, compiled, restUnder, router } from '../trpc.ts'
import { listAudit, listProjectAudit } from './audit.service.ts'

const rest = restUnder('Audit')

export const auditRouter = router({
  list: admin
    .meta(rest('GET /admin/audit', 'List the events of the audit log'))
    .input(compiled(ListAudit))
    .output(compiled(AuditEvent.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listAudit(ctx, input))),
  listOfProject: caller('manage')
    .meta(rest('GET /projects/{id}/audit', 'List the events of a project in the audit log'))
    .input(compiled(ListProjectAudit))
    .output(compiled(AuditEvent.array()))
    .query(async ({ ctx, input }) => sendPage(ctx, await listProjectAudit(ctx, input))),
})
