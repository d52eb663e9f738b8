import { z } from 'zod'
import { NAME_MAX } from '#shared/limits.ts'
import { Import, ImportCases, ImportPreview } from '#shared/imports/import.ts'
import { FILE_CONTENT } from '../openapi/file-content.ts'
import { headerRefs, IDEMPOTENCY_KEY } from '../openapi/headers.ts'
import { verbOf } from '../openapi/operation.ts'
import { IMPORT_PATH } from './imports.route.ts'

const DESCRIPTION = `The body is the file itself: a CSV file or a workbook of Assay, TestRail, Qase, UnitTCMS or any
other tool, the JSON of an export or of Qase, Markdown, the XML of TestRail or TestLink, or a Gherkin feature or a zip file of them. The
format is detected from the content, and the columns of a table from their headers. A
case is found again by its external key, then by ref, automation key, and suite and name; only fields of the file
change, and nothing is deleted. A number such as C22475 stays where it is free. An import of 1,000 cases or more is
answered before it is applied; \`Location\` says how far it is.`

/** Documents the import of cases, which is no procedure. */
export function importPaths(refusals: Record<string, object>, security: object[]): Record<string, object> {
  const { name, format } = ImportCases.shape
  const headers = headerRefs(['X-Request-Id', 'Idempotency-Replayed'])
  const content = { 'application/json': { schema: Import } }
  const post = {
    operationId: 'imports_create',
    summary: 'Import cases from a file',
    description: DESCRIPTION.replaceAll('\n', ' '),
    tags: ['Imports'],
    ...verbOf('write'),
    security,
    parameters: [IDEMPOTENCY_KEY],
    requestParams: {
      path: ImportCases.pick({ id: true }),
      query: ImportCases.pick({ name: true, format: true, dryRun: true, skipRefused: true, ignoreRefs: true }).extend({
        name: name.meta({ description: `The name of the file, up to ${NAME_MAX} characters`, examples: ['cases.csv'] }),
        format: format.meta({ description: 'Omitted: detected', examples: ['csv'] }),
        mapping: z
          .string()
          .optional()
          .meta({
            description: 'What columns become, as JSON: a field or null for each column',
            examples: ['{"Titel":"name","Owner":null}'],
          }),
      }),
    },
    requestBody: { required: true, content: FILE_CONTENT },
    responses: {
      200: {
        description: 'Counted only',
        headers: headerRefs(['X-Request-Id']),
        content: { 'application/json': { schema: ImportPreview } },
      },
      201: { description: 'Imported', headers, content },
      202: { description: 'Goes on', headers: { ...headers, ...headerRefs(['Location']) }, content },
      ...refusals,
    },
  }
  return { [IMPORT_PATH]: { post } }
}
