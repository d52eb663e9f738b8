import { create as dispositionOf } from 'content-disposition'
import type { Request, Response, Router } from 'express'
import { ExportRun } from '#shared/exports/export.ts'
import { callerOf } from '../authorize.ts'
import type { Services } from '../context.ts'
import { createContext } from '../http/request.ts'
import { preparePieces, sendPieces } from '../http/send-pieces.ts'
import { identifyCaller, inputOf } from '../trpc.ts'
import { exportRun } from './exports.service.ts'

/* Files of any length. Procedures build their answers as a whole, so this is a route. */

export const EXPORT_PATH = '/test-runs/{testRunId}/export'

export const EXPORT_ROUTES = [{ method: 'GET', path: EXPORT_PATH }]

/** A browser that opens the HTML file gives it no origin, runs nothing and loads nothing. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

export function addExportRoute(api: Router, services: Services): void {
  api.get('/test-runs/:testRunId/export', async (req, res) => await sendExport(services, req, res))
}

async function sendExport(services: Services, req: Request, res: Response): Promise<void> {
  const ctx = createContext(services, req)
  const actor = await identifyCaller(ctx, 'read')
  const input = inputOf(ExportRun, { ...req.query, testRunId: req.params['testRunId'] })
  const caller = callerOf(actor)
  const { name, type, pieces } = await preparePieces(res, caller, () => exportRun({ ...ctx, actor }, input))
  res.set({
    'Content-Type': type,
    'Content-Disposition': dispositionOf(name, { type: 'attachment' }),
    'Content-Security-Policy': POLICY,
  })
  if (req.method === 'HEAD') return void res.end()
  await sendPieces(res, pieces, { caller, isText: true })
}
