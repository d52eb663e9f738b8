import type { Request, Response } from 'express'
import { UploadReport } from '#shared/test-reports/test-report.ts'
import type { Services } from '../context.ts'
import { createContext } from '../http/request.ts'
import { type PlainRoute, refuseForm } from '../http/plain-routes.ts'
import { identifyCaller, inputOf } from '../trpc.ts'
import { checkReport } from './check-report.ts'
import { reportBytes } from './report-body.ts'
import { uploadReport } from './test-reports.service.ts'

export const REPORT_PATH = '/test-runs/project/{projectId}/report'

export const REPORT_CHECK_PATH = `${REPORT_PATH}/check`

const body: PlainRoute['body'] = { noun: 'report', maxMb: ({ REPORT_MAX_MB }) => REPORT_MAX_MB }

export const REPORT_ROUTES: PlainRoute[] = [
  { method: 'PUT', path: REPORT_PATH, answer: answerUpload, body },
  { method: 'POST', path: REPORT_PATH, answer: answerUpload, body },
  { method: 'PUT', path: REPORT_CHECK_PATH, answer: answerCheck, body },
  { method: 'POST', path: REPORT_CHECK_PATH, answer: answerCheck, body },
]

const CURL = 'curl -T report.xml, or --data-binary @report.xml'

async function answerUpload(services: Services, req: Request, res: Response): Promise<void> {
  const ctx = createContext(services, req)
  const actor = await identifyCaller(ctx, 'record')
  const input = inputOf(UploadReport, { ...req.query, projectId: req.params['projectId'] })
  refuseForm(req, CURL)
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
  refuseForm(req, CURL)
  const chunks = reportBytes(req, services.config.REPORT_MAX_MB * 1024 * 1024)
  res.json(await checkReport({ ...ctx, actor }, projectId, chunks))
}
