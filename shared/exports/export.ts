import { z } from 'zod'
import { id, optionalQueryFlag } from '../fields.ts'

/** Download formats of a run: for spreadsheets, programs, CTRF and JUnit readers, and people. */
export const EXPORT_FORMATS = ['csv', 'json', 'ctrf', 'junit', 'html'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const ExportRun = z.object({
  testRunId: id('testRunId'),
  format: z
    .enum(EXPORT_FORMATS, { error: `format must be one of ${EXPORT_FORMATS.join(', ')}` })
    .meta({ description: 'What kind of file', examples: ['csv'] }),
})
export type ExportRun = z.infer<typeof ExportRun>

/** The formats of cases. An import reads each of them back. */
export const CASE_EXPORT_FORMATS = ['csv', 'markdown', 'json'] as const
export type CaseExportFormat = (typeof CASE_EXPORT_FORMATS)[number]

export const ExportCases = z.object({
  id: id('id'),
  format: z
    .enum(CASE_EXPORT_FORMATS, { error: `format must be one of ${CASE_EXPORT_FORMATS.join(', ')}` })
    .meta({ description: 'What kind of file', examples: ['csv'] }),
  safe: optionalQueryFlag('safe'),
})
export type ExportCases = z.infer<typeof ExportCases>
