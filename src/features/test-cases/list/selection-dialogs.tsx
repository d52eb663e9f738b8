import { selectedIds, useSelectedCount } from '../../keys/selection.ts'
import { StartRunDialog } from '../../test-runs/start-run-dialog.tsx'
import { useCaseList } from './case-list.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'

export type SelectionDialog = 'run' | 'move' | 'tag'

type Props = { open: SelectionDialog | null; onClose: () => void; onShowRun: (runId: string) => void }

/** The dialogs of the selection. Their code loads at the first press. */
export default function SelectionDialogs({ open, onClose, onShowRun }: Props) {
  const { project } = useCaseList()
  const count = useSelectedCount()
  return (
    <>
      <StartRunDialog
        projectId={project.id}
        caseCount={count}
        testCaseIds={() => [...selectedIds()]}
        isOpen={open === 'run'}
        onClose={onClose}
        onStarted={onShowRun}
      />
      <MoveDialog isOpen={open === 'move'} onClose={onClose} />
      <TagDialog isOpen={open === 'tag'} onClose={onClose} />
    </>
  )
}
