import { IconFileDownload, IconFileImport, IconHistory } from '@tabler/icons-react'
import { useEffect } from 'react'
import { can } from '#shared/permissions.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useCommands } from '../palette/commands.ts'
import { CASE_EXPORTS, exportCases } from './export-cases.ts'
import { closeImports, openImport, openImportList, useOpenDialog } from './import-request.ts'

const ImportDialog = lazyDialog(() => import('./import-dialog.tsx'))
const ImportListDialog = lazyDialog(() => import('./import-list-dialog.tsx'))

/** The dialogs of imports on a project's page, and what the palette offers of them. */
export function ImportDialogs({ projectId, role }: { projectId: string; role: string | null }) {
  const open = useOpenDialog()
  const canWrite = can(role, 'case.write')
  useEffect(() => closeImports, [projectId])
  useCommands([
    ...(canWrite ? [{ id: 'import', label: 'Import cases', icon: IconFileImport, run: openImport }] : []),
    { id: 'imports', label: 'Recent imports', icon: IconHistory, run: openImportList },
    ...CASE_EXPORTS.map(([format, label, extension]) => ({
      id: `export ${format}`,
      label: `Export cases as ${label}`,
      icon: IconFileDownload,
      run: () => void exportCases(projectId, format, extension),
    })),
  ])
  return (
    <>
      <ImportDialog projectId={projectId} isOpen={open === 'import'} onClose={closeImports} />
      <ImportListDialog projectId={projectId} canWrite={canWrite} isOpen={open === 'list'} onClose={closeImports} />
    </>
  )
}
