import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { TRASH_DAYS } from '#shared/deletions/trash-days.ts'
import { messageOf } from '#src/lib/errors.ts'
import { trpc } from '#src/lib/trpc.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { ImportItem } from './import-item.tsx'
import { openImport } from './import-request.ts'

type Props = { projectId: string; canWrite: boolean; isOpen: boolean; onClose: () => void }

/** The imports of a project in the last 30 days. */
export function ImportListDialog({ projectId, canWrite, isOpen, onClose }: Props) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Imports" size={640}>
      <Imports projectId={projectId} canWrite={canWrite} />
    </Dialog>
  )
}

const PAGE = 30
const RUNNING_MS = 1_000

function Imports({ projectId, canWrite }: Pick<Props, 'projectId' | 'canWrite'>) {
  const [limit, setLimit] = useState(PAGE)
  const {
    data: imports,
    error,
    refetch,
    isPlaceholderData,
  } = trpc.imports.list.useQuery(
    { id: projectId, limit },
    {
      placeholderData: (previous) => previous,
      refetchInterval: ({ state }) => (state.data?.some(({ isDone }) => !isDone) ? RUNNING_MS : false),
    },
  )
  if (error && !imports)
    return <ErrorState message={messageOf(error, 'Failed to read the imports')} onRetry={() => void refetch()} />
  if (!imports) return <RowsSkeleton rows={4} height={56} />
  if (imports.length === 0)
    return (
      <EmptyState
        icon={IconFileImport}
        title={`No imports in the last ${TRASH_DAYS} days`}
        hint="Each import is listed here, and can be undone."
      >
        {canWrite && <Button onClick={openImport}>Import Cases</Button>}
      </EmptyState>
    )
  return (
    <>
      <ul className="plain-list" aria-label="Imports">
        {imports.map((made) => (
          <ImportItem key={made.id} projectId={projectId} canWrite={canWrite} made={made} />
        ))}
      </ul>
      {(imports.length === limit || isPlaceholderData) && (
        <BusyButton variant="default" fullWidth isBusy={isPlaceholderData} onClick={() => setLimit(limit + PAGE)}>
          Show older
        </BusyButton>
      )}
    </>
  )
}
