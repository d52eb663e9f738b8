import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '#src/ui/dialog.tsx'
import { DeletionList } from './deletion-list.tsx'

type Props = { projectId: string; role: string | null; isOpen: boolean; onClose: () => void }

const SEARCH_MS = 150

export default function TrashDialog({ projectId, role, isOpen, onClose }: Props) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Trash" size={640}>
      <Trash projectId={projectId} role={role} />
    </Dialog>
  )
}

/** Mounted at each opening, so that the search starts empty. */
function Trash({ projectId, role }: Pick<Props, 'projectId' | 'role'>) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, SEARCH_MS)
  return (
    <>
      <TextInput
        type="search"
        aria-label="Search the trash"
        placeholder="Search the trash"
        data-autofocus
        data-trash-search
        mb="sm"
        maxLength={255}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <DeletionList projectId={projectId} role={role} search={search.trim()} />
    </>
  )
}
