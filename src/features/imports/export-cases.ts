import type { CaseExportFormat } from '#shared/exports/export.ts'
import { download } from '#src/lib/download.ts'

export const CASE_EXPORTS: readonly [format: CaseExportFormat, label: string, extension: string][] = [
  ['csv', 'CSV', 'csv'],
  ['markdown', 'Markdown', 'md'],
  ['json', 'JSON', 'json'],
]

export const exportCases = (projectId: string, format: CaseExportFormat, extension: string) =>
  download({
    path: `/projects/${encodeURIComponent(projectId)}/test-cases/export?format=${format}`,
    name: `cases.${extension}`,
    failure: 'Failed to export the test cases',
  })
