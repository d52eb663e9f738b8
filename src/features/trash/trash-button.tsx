import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

const TrashDialog = lazy(() => import('./trash-dialog.tsx'))

type Props = { projectId: string; role: string | null; className?: string | undefined }

/** Opens the trash of a project. */
export function TrashButton({ projectId, role, className }: Props) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button
        variant="default"
        className={className}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Trash
      </Button>
      {/* Its code loads at the first press. */}
      {isOpen !== null && (
        <Suspense>
          <TrashDialog projectId={projectId} role={role} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
