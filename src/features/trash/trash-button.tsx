import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyDialog } from '#src/ui/lazy-part.tsx'

const TrashDialog = lazyDialog(() => import('./trash-dialog.tsx'))

export function TrashButton({ projectId, role }: { projectId: string; role: string | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        className="icon-on-phone"
        variant="default"
        flex="none"
        ml="auto"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Trash
      </Button>
      <TrashDialog projectId={projectId} role={role} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
