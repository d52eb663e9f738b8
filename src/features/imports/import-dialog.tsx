import { useIsPhone } from '#src/ui/use-is-phone.ts'
import { useEffect } from 'react'
import { Dialog } from '#src/ui/dialog.tsx'
import { endSession, startSession } from './import-session.ts'
import { ImportSteps } from './import-steps.tsx'

type Props = { projectId: string; isOpen: boolean; onClose: () => void }

/** Imports cases from a file: choose it, see what would happen, import, undo. */
export function ImportDialog({ projectId, isOpen, onClose }: Props) {
  const isPhone = useIsPhone()
  useEffect(() => {
    if (isOpen) startSession(projectId)
  }, [isOpen, projectId])
  return (
    <Dialog
      title="Import Cases"
      size={800}
      isAtTop
      fullScreen={isPhone}
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={endSession}
    >
      <ImportSteps onClose={onClose} />
    </Dialog>
  )
}
