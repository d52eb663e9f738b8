import type { Request } from 'express'
import { ExportAudit } from '#shared/audit/audit-event.ts'
import { IdInput } from '#shared/fields.ts'
import { type Actor, callerOf } from '../authorize.ts'
import type { Context } from '../context.ts'
import type { PlainRoute } from '../http/plain-routes.ts'
import { createContext } from '../http/request.ts'
import { sendDownload } from '../http/send-pieces.ts'
import { identifyAdmin, identifyCaller, inputOf } from '../trpc.ts'
import type { AuditFile } from './audit-file.ts'
import { exportAudit, exportProjectAudit } from './audit.service.ts'

export const AUDIT_EXPORT = '/admin/audit/export'
export const PROJECT_AUDIT_EXPORT = '/projects/{id}/audit/export'

export const AUDIT_ROUTES: PlainRoute[] = [
  {
    method: 'GET',
    path: AUDIT_EXPORT,
    answer: send(identifyAdmin, (ctx, req) => exportAudit(ctx, inputOfQuery(req))),
  },
  {
    method: 'GET',
    path: PROJECT_AUDIT_EXPORT,
    answer: send(
      (ctx) => identifyCaller(ctx, 'manage'),
      (ctx, req) => exportProjectAudit(ctx, { ...inputOfQuery(req), ...inputOf(IdInput, { id: req.params['id'] }) }),
    ),
  },
]

function send<A extends Actor>(
  identify: (ctx: Context) => Promise<A>,
  file: (ctx: Context & { actor: A }, req: Request) => Promise<AuditFile>,
): PlainRoute['answer'] {
  return async (services, req, res) => {
    const ctx = createContext(services, req)
    const actor = await identify(ctx)
    await sendDownload(res, callerOf(actor), () => file({ ...ctx, actor }, req))
  }
}

/** A single value of a list is a text in the query. */
function inputOfQuery({ query }: Request): ExportAudit {
  const { action } = query
  return inputOf(ExportAudit, { ...query, ...(action !== undefined && { action: [action].flat() }) })
}
