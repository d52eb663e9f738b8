import { z } from 'zod'
import { id } from '../fields.ts'

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
