import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyDialog } from '#src/ui/lazy-part.tsx'

const TrashDialog = lazyDialog(() => import('./trash-dialog.tsx'))

type Props = { projectId: string; role: string | null; className?: string | undefined }

export function TrashButton({ projectId, role, className }: Props) {
  const [isOpen, setOpen] = useState(false)
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
      <TrashDialog projectId={projectId} role={role} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
