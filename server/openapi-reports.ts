import { z } from 'zod'
import { NAME_MAX } from '#shared/fields.ts'
import { ReportAnswer, UploadReport } from '#shared/test-reports/test-report.ts'
import { REPORT_ROUTES } from './test-reports/test-reports.route.ts'

/** The header of calls that are safe to repeat. */
export const IDEMPOTENCY_KEY = {
  in: 'header' as const,
  name: 'Idempotency-Key',
  description: 'Makes the call safe to repeat: with the same key it is done once, and the first answer comes again, with Idempotency-Replayed: true',
  schema: { type: 'string' as const, maxLength: NAME_MAX },
}

const { projectId, ...query } = UploadReport.shape

const upload = {
  summary: 'Record a test report',
  description: 'JUnit XML, CTRF, Playwright or Jest JSON, or TAP; the format is told by the content, whatever its type, gzip too.',
  tags: ['Test results'],
  security: [{ token: [] }, { project: [] }],
  parameters: [IDEMPOTENCY_KEY],
  requestParams: { path: z.object({ projectId }), query: z.object(query) },
  requestBody: {
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } },
  },
  responses: {
    200: { description: 'These very bytes were recorded in the run before; this is the answer of then', content: { 'application/json': { schema: ReportAnswer } } },
    201: { description: 'Recorded: all of it', content: { 'application/json': { schema: ReportAnswer } } },
    400: { $ref: '#/components/responses/BadRequest' },
    401: { $ref: '#/components/responses/Unauthorized' },
    403: { $ref: '#/components/responses/Forbidden' },
    404: { $ref: '#/components/responses/NotFound' },
    409: { $ref: '#/components/responses/Conflict' },
  },
}

/** The upload of a report, for the document: a route of its own, since no procedure takes a body of any type. */
export const reportPaths: Record<string, Record<string, object>> = {}
for (const [index, { method, path }] of REPORT_ROUTES.entries()) (reportPaths[path] ??= {})[method.toLowerCase()] = operation(index)

function operation(index: number) {
  if (index === 0) return { ...upload, operationId: 'testReports_upload' }
  return { ...upload, operationId: `testReports_upload_${index + 1}`, summary: `${upload.summary} (second method)` }
}
