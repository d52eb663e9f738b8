import { ExportRun } from '#shared/exports/export.ts'
import { headerRefs } from '../openapi/headers.ts'
import { verbOf } from '../openapi/operation.ts'
import { EXPORT_PATH } from './exports.route.ts'

const DESCRIPTION = `A file of the run with its results. \`csv\` has one row for each result, with cells that no
spreadsheet runs. \`json\` is the run as \`GET /test-runs/{testRunId}\` answers it. \`ctrf\` and \`junit\` are for other
tools, and can be uploaded again. \`html\` is a page that stands alone. The file is sent while it is read: one of a run
that is running may show results of different moments.`

export function exportPaths(refusals: Record<string, object>, security: object[]): Record<string, object> {
  const text = { schema: { type: 'string' } }
  const read = {
    operationId: 'exports_read',
    summary: 'Download a run as a file',
    description: DESCRIPTION.replaceAll('\n', ' '),
    tags: ['Test runs'],
    ...verbOf('read'),
    security,
    requestParams: { path: ExportRun.pick({ testRunId: true }), query: ExportRun.pick({ format: true }) },
    responses: {
      200: {
        description: 'The file',
        headers: headerRefs(['X-Request-Id', 'Content-Disposition']),
        content: {
          'text/csv': text,
          'application/json': { schema: { description: 'A run, or a CTRF report' } },
          'application/xml': text,
          'text/html': text,
        },
      },
      ...refusals,
    },
  }
  return { [EXPORT_PATH]: { get: read } }
}
