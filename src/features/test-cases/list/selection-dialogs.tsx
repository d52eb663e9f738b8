import { MoveDialog } from './move-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'

export type SelectionDialog = 'move' | 'tag'

type Props = { open: SelectionDialog | null; onClose: () => void }

/** The dialogs of the selection. Their code loads at the first press. */
export default function SelectionDialogs({ open, onClose }: Props) {
  return (
    <>
      <MoveDialog isOpen={open === 'move'} onClose={onClose} />
      <TagDialog isOpen={open === 'tag'} onClose={onClose} />
    </>
  )
}
