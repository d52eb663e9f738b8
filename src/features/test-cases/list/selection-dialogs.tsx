import { MoveDialog } from './move-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'

export type SelectionDialog = 'move' | 'tag'

type Props = { isOpen: boolean; kind: SelectionDialog; onClose: () => void }

export default function SelectionDialogs({ isOpen, kind, onClose }: Props) {
  return (
    <>
      <MoveDialog isOpen={isOpen && kind === 'move'} onClose={onClose} />
      <TagDialog isOpen={isOpen && kind === 'tag'} onClose={onClose} />
    </>
  )
}
