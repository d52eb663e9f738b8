import { create as dispositionOf } from 'content-disposition'
import type { Request, Response, Router } from 'express'
import { ExportAudit } from '#shared/audit/audit-event.ts'
import { IdInput } from '#shared/fields.ts'
import { type Actor, callerOf } from '../authorize.ts'
import type { Context, Services } from '../context.ts'
import { createContext } from '../http/request.ts'
import { preparePieces, sendPieces } from '../http/send-pieces.ts'
import { identifyAdmin, identifyCaller, inputOf } from '../trpc.ts'
import type { AuditFile } from './audit-file.ts'
import { exportAudit, exportProjectAudit } from './audit.service.ts'

/* Files of any length. Procedures build their answers as a whole, so these are routes. */

export const AUDIT_EXPORT = '/admin/audit/export'
export const PROJECT_AUDIT_EXPORT = '/projects/{id}/audit/export'

export const AUDIT_ROUTES = [AUDIT_EXPORT, PROJECT_AUDIT_EXPORT].map((path) => ({ method: 'GET', path }))

export function addAuditRoutes(api: Router, services: Services): void {
  api.get('/admin/audit/export', async (req, res) => {
    await sendFile(services, { req, res, identify: identifyAdmin }, (ctx) => exportAudit(ctx, inputOfQuery(req)))
  })
  api.get('/projects/:id/audit/export', async (req, res) => {
    const file = (ctx: Context & { actor: Actor }) =>
      exportProjectAudit(ctx, { ...inputOfQuery(req), ...inputOf(IdInput, { id: req.params['id'] }) })
    await sendFile(services, { req, res, identify: (ctx) => identifyCaller(ctx, 'manage') }, file)
  })
}

type Call<A extends Actor> = { req: Request; res: Response; identify: (ctx: Context) => Promise<A> }

async function sendFile<A extends Actor>(
  services: Services,
  { req, res, identify }: Call<A>,
  file: (ctx: Context & { actor: A }) => Promise<AuditFile>,
): Promise<void> {
  const ctx = createContext(services, req)
  const actor = await identify(ctx)
  const caller = callerOf(actor)
  const { name, type, pieces } = await preparePieces(res, caller, () => file({ ...ctx, actor }))
  res.set({ 'Content-Type': type, 'Content-Disposition': dispositionOf(name, { type: 'attachment' }) })
  if (req.method === 'HEAD') return void res.end()
  await sendPieces(res, pieces, { caller, isText: true })
}

/** A single value of a list is a text in the query. */
function inputOfQuery({ query }: Request): ExportAudit {
  const { action } = query
  return inputOf(ExportAudit, { ...query, ...(action !== undefined && { action: [action].flat() }) })
}
