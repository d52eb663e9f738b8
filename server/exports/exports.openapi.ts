import { ExportCases, ExportRun } from '#shared/exports/export.ts'
import { headerRefs } from '../openapi/headers.ts'
import { verbOf } from '../openapi/operation.ts'
import { CASE_EXPORT_PATH, EXPORT_PATH } from './exports.route.ts'

const DESCRIPTION = `A file of the run with its results. \`csv\` has one row for each result, with cells that no
spreadsheet runs. \`json\` is the run as \`GET /test-runs/{testRunId}\` answers it. \`ctrf\` and \`junit\` are for other
tools, and can be uploaded again. \`html\` is a page that stands alone. The file is sent while it is read: one of a run
that is running may show results of different moments.`

const CASES = `All cases in order, with their suites. An import reads each format back, exactly. Empty suites are left
out.`

const CASES_QUERY = ExportCases.pick({ format: true }).extend({
  safe: ExportCases.shape.safe.meta({
    description: 'For csv only: guards cells that a spreadsheet could run as formulas. An import removes the guards',
  }),
})

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
  const cases = {
    operationId: 'exports_cases',
    summary: 'Download the cases of a project as a file',
    description: CASES.replaceAll('\n', ' '),
    tags: ['Test cases'],
    ...verbOf('read'),
    security,
    requestParams: { path: ExportCases.pick({ id: true }), query: CASES_QUERY },
    responses: {
      200: {
        description: 'The file',
        headers: headerRefs(['X-Request-Id', 'Content-Disposition', 'X-Total-Count']),
        content: {
          'text/csv': text,
          'text/markdown': text,
          'application/json': { schema: { description: 'The cases with their suites, as a list' } },
        },
      },
      ...refusals,
    },
  }
  return { [EXPORT_PATH]: { get: read }, [CASE_EXPORT_PATH]: { get: cases } }
}
