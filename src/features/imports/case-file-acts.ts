import { type Icon, IconDownload, IconHistory, IconUpload } from '@tabler/icons-react'
import type { CaseExportFormat } from '#shared/exports/export.ts'
import { can } from '#shared/permissions.ts'
import { download } from '#src/lib/download.ts'
import { openImport, openImportList } from './import-request.ts'

export type CaseFileAct = { label: string; icon: Icon; run: () => void }

const EXPORTS: [format: CaseExportFormat, label: string][] = [
  ['csv', 'CSV'],
  ['markdown', 'Markdown'],
  ['json', 'JSON'],
]

/** What can be done with cases as files, in the menu and in the palette. */
export function caseFileActs(projectId: string, role: string | null) {
  const imports: CaseFileAct[] = [
    ...(can(role, 'case.write') ? [{ label: 'Import cases…', icon: IconUpload, run: openImport }] : []),
    { label: 'Recent imports', icon: IconHistory, run: openImportList },
  ]
  const exports = EXPORTS.map(([format, label]): CaseFileAct => ({
    label: `Export as ${label}`,
    icon: IconDownload,
    run: () => void exportCases(projectId, format),
  }))
  return { imports, exports }
}

const exportCases = (projectId: string, format: CaseExportFormat) =>
  download({
    path: `/projects/${projectId}/test-cases/export?format=${format}`,
    name: `cases.${format === 'markdown' ? 'md' : format}`,
    failure: 'Failed to export the test cases',
  })
