import { ExportAudit } from '#shared/audit/audit-event.ts'
import { IdInput } from '#shared/fields.ts'
import { headerRefs } from '../openapi/headers.ts'
import { AUDIT_EXPORT, PROJECT_AUDIT_EXPORT } from './audit.route.ts'

const DESCRIPTION = `The events that match, newest first. \`csv\` has one row for each, with cells that no spreadsheet
runs. \`ndjson\` has one JSON object a line, as the list answers it. The export is an event of the log itself.`

/** Documents the downloads of the audit log, which are not procedures. Refusals are references to responses. */
export function auditPaths(
  refusals: Record<string, object>,
  { ofAdmin, ofProject }: Record<'ofAdmin' | 'ofProject', object[]>,
): Record<string, object> {
  const read = (operationId: string, summary: string, security: object[]) => ({
    operationId,
    summary,
    description: DESCRIPTION.replaceAll('\n', ' '),
    tags: ['Audit'],
    security,
    responses: {
      200: {
        description: 'The file',
        headers: headerRefs(['X-Request-Id', 'Content-Disposition']),
        content: { 'text/csv': { schema: { type: 'string' } }, 'application/x-ndjson': { schema: { type: 'string' } } },
      },
      ...refusals,
    },
  })
  const all = read('audit_export', 'Download the audit log', ofAdmin)
  const one = read('audit_exportOfProject', 'Download the audit log of a project', ofProject)
  return {
    [AUDIT_EXPORT]: { get: { ...all, requestParams: { query: ExportAudit } } },
    [PROJECT_AUDIT_EXPORT]: { get: { ...one, requestParams: { path: IdInput, query: ExportAudit } } },
  }
}
