import { ExportCases, ExportRun } from '#shared/exports/export.ts'
import { callerOf } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { PlainRoute } from '../http/plain-routes.ts'
import { createContext } from '../http/request.ts'
import { sendDownload } from '../http/send-pieces.ts'
import { identifyCaller, inputOf } from '../trpc.ts'
import { exportCases } from './cases/export-cases.ts'
import { type ExportedFile, exportRun } from './exports.service.ts'

export const EXPORT_PATH = '/test-runs/{testRunId}/export'

export const CASE_EXPORT_PATH = '/projects/{id}/test-cases/export'

export const EXPORT_ROUTES: PlainRoute[] = [
  { method: 'GET', path: EXPORT_PATH, answer: send((ctx, given) => exportRun(ctx, inputOf(ExportRun, given))) },
  {
    method: 'GET',
    path: CASE_EXPORT_PATH,
    answer: send((ctx, given) => exportCases(ctx, inputOf(ExportCases, given))),
  },
]

/** A browser that opens the HTML file gives it no origin, runs nothing and loads nothing. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

function send(make: (ctx: ActorContext, given: object) => Promise<ExportedFile>): PlainRoute['answer'] {
  return async (services, req, res) => {
    const ctx = createContext(services, req)
    const actor = await identifyCaller(ctx, 'read')
    const file = () => make({ ...ctx, actor }, { ...req.query, ...req.params })
    await sendDownload(res, callerOf(actor), file, { 'Content-Security-Policy': POLICY })
  }
}
