import { useEffect } from 'react'
import { can } from '#shared/permissions.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useCommands } from '../palette/commands.ts'
import { caseFileActs } from './case-file-acts.ts'
import { closeImports, useOpenDialog } from './import-request.ts'

const ImportDialog = lazyDialog(() => import('./import-dialog.tsx'))
const ImportListDialog = lazyDialog(() => import('./import-list-dialog.tsx'))

type Props = { projectId: string; role: string | null }

/** The dialogs of imports on a project's page, and what the palette offers of them. */
export function ImportDialogs({ projectId, role }: Props) {
  const open = useOpenDialog()
  useEffect(() => closeImports, [])
  const { imports, exports } = caseFileActs(projectId, role)
  useCommands([...imports, ...exports].map((act) => ({ ...act, description: 'Test cases' })))
  return (
    <>
      <ImportDialog projectId={projectId} isOpen={open === 'import'} onClose={closeImports} />
      <ImportListDialog
        projectId={projectId}
        canWrite={can(role, 'case.write')}
        isOpen={open === 'list'}
        onClose={closeImports}
      />
    </>
  )
}
