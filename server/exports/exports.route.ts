import { create as dispositionOf } from 'content-disposition'
import type { Request, Response, Router } from 'express'
import { ExportCases, ExportRun } from '#shared/exports/export.ts'
import { callerOf } from '../authorize.ts'
import type { ActorContext, Services } from '../context.ts'
import { createContext } from '../http/request.ts'
import { preparePieces, sendPieces } from '../http/send-pieces.ts'
import { identifyCaller, inputOf } from '../trpc.ts'
import { exportCases } from './cases/export-cases.ts'
import { type ExportedFile, exportRun } from './exports.service.ts'

/* Files of any length. Procedures build their answers as a whole, so this is a route. */

export const EXPORT_PATH = '/test-runs/{testRunId}/export'

export const CASE_EXPORT_PATH = '/projects/{id}/test-cases/export'

export const EXPORT_ROUTES = [
  { method: 'GET', path: EXPORT_PATH },
  { method: 'GET', path: CASE_EXPORT_PATH },
]

/** A browser that opens the HTML file gives it no origin, runs nothing and loads nothing. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

export function addExportRoute(api: Router, services: Services): void {
  api.get('/test-runs/:testRunId/export', async (req, res) => {
    const make = (ctx: ActorContext) => exportRun(ctx, inputOf(ExportRun, { ...req.query, ...req.params }))
    await sendExport(services, req, res, make)
  })
  api.get('/projects/:id/test-cases/export', async (req, res) => {
    const make = (ctx: ActorContext) => exportCases(ctx, inputOf(ExportCases, { ...req.query, ...req.params }))
    await sendExport(services, req, res, make)
  })
}

type Make = (ctx: ActorContext) => Promise<ExportedFile>

async function sendExport(services: Services, req: Request, res: Response, make: Make): Promise<void> {
  const ctx = createContext(services, req)
  const actor = await identifyCaller(ctx, 'read')
  const caller = callerOf(actor)
  const { name, type, pieces, count } = await preparePieces(res, caller, () => make({ ...ctx, actor }))
  res.set({
    'Content-Type': type,
    'Content-Disposition': dispositionOf(name, { type: 'attachment' }),
    'Content-Security-Policy': POLICY,
    ...(count !== undefined && { 'X-Total-Count': String(count) }),
  })
  if (req.method === 'HEAD') return void res.end()
  await sendPieces(res, pieces, { caller, isText: true })
}
