import type { Request, RequestHandler, Response, Router } from 'express'
import { DomainError } from '#shared/errors.ts'
import { UploadReport } from '#shared/test-reports/test-report.ts'
import type { Services } from '../context.ts'
import { createContext } from '../http/request.ts'
import { sendDomainError } from '../http/errors.ts'
import { identifyCaller, inputOf } from '../trpc.ts'
import { checkReport } from './check-report.ts'
import { reportBytes } from './report-body.ts'
import { uploadReport } from './test-reports.service.ts'

/* The gateway cannot stream a raw body of any content type to a procedure, so this route is mounted before it. */

export const REPORT_PATH = '/test-runs/project/{projectId}/report'

export const REPORT_CHECK_PATH = `${REPORT_PATH}/check`

export const REPORT_ROUTES = [REPORT_PATH, REPORT_CHECK_PATH].flatMap((path) => [
  { method: 'PUT', path },
  { method: 'POST', path },
])

export function addReportRoutes(api: Router, services: Services): void {
  const handlers = { [REPORT_PATH]: answerUpload, [REPORT_CHECK_PATH]: answerCheck }
  for (const [path, answer] of Object.entries(handlers)) {
    const handle: RequestHandler = (req, res, next) =>
      void answer(services, req, res).catch((error: unknown) => {
        if (isLostUpload(error)) res.destroy()
        else if (error instanceof DomainError) sendDomainError(res, error)
        else next(error)
      })
    const route = path.replace('{projectId}', ':projectId')
    api.route(route).put(handle).post(handle)
  }
}

async function answerUpload(services: Services, req: Request, res: Response): Promise<void> {
  const ctx = createContext(services, req)
  const actor = await identifyCaller(ctx, 'record')
  const input = inputOf(UploadReport, { ...req.query, projectId: req.params['projectId'] })
  refuseForm(req)
  const chunks = reportBytes(req, services.config.REPORT_MAX_MB * 1024 * 1024)
  const { answer, isNew } = await uploadReport({ ...ctx, actor }, input, chunks, whileConnected(res))
  if (ctx.reply.isRepeated) res.set('Idempotency-Replayed', 'true')
  res.status(isNew ? 201 : 200).json(answer)
}

/** Aborted when the client goes away before its answer. */
function whileConnected(res: Response): AbortSignal {
  const connection = new AbortController()
  const gone = Object.assign(new Error('The client went away'), { code: 'ECONNRESET' })
  res.once('close', () => res.writableFinished || connection.abort(gone))
  return connection.signal
}

async function answerCheck(services: Services, req: Request, res: Response): Promise<void> {
  const ctx = createContext(services, req)
  const actor = await identifyCaller(ctx, 'record')
  const { projectId } = inputOf(UploadReport.pick({ projectId: true }), { projectId: req.params['projectId'] })
  refuseForm(req)
  const chunks = reportBytes(req, services.config.REPORT_MAX_MB * 1024 * 1024)
  res.json(await checkReport({ ...ctx, actor }, projectId, chunks))
}

function refuseForm(req: Request): void {
  if (req.is('multipart/form-data'))
    throw new DomainError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the file itself, not a form: curl -T report.xml, or --data-binary @report.xml',
    )
}

/** Whether the error is a lost connection, so there is nobody to answer. */
function isLostUpload(error: unknown): boolean {
  return (
    !(error instanceof DomainError) &&
    ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '')
  )
}
