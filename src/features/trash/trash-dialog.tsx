import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { TRASH_DAYS } from '#shared/deletions/trash-days.ts'
import { messageOf } from '#src/lib/errors.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useNextPage } from '#src/lib/use-next-page.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { DeletionItem } from './deletion-item.tsx'

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

type DeletionListProps = { projectId: string; role: string | null; search: string }

const PAGE = 30
const FAILURE = 'Failed to read the trash'

function DeletionList({ projectId, role, search }: DeletionListProps) {
  const list = useRef<HTMLUListElement>(null)
  const restored = useRef<{ id: string; index: number }>(undefined)
  const query = trpc.deletions.list.useInfiniteQuery(
    { id: projectId, limit: PAGE, ...(search && { q: search }) },
    {
      getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
      placeholderData: (previous) => previous,
    },
  )
  const { data, error, refetch, hasNextPage } = query
  const { isLoading, load } = useNextPage(query, FAILURE)
  const deletions = data?.pages.flat()
  useEffect(() => {
    const { current } = restored
    if (!current || !deletions || deletions.some(({ id }) => id === current.id)) return
    restored.current = undefined
    focusNext(list.current, current.index)
  }, [deletions])
  if (error && !data) return <ErrorState message={messageOf(error, FAILURE)} onRetry={() => void refetch()} />
  if (!deletions) return <RowsSkeleton rows={4} height={56} />
  if (deletions.length === 0)
    return search ? (
      <EmptyState icon={IconTrash} title="No deletion matches" hint="Try fewer words." />
    ) : (
      <EmptyState
        icon={IconTrash}
        title="The trash is empty"
        hint={`Deleted test cases and suites stay here for ${TRASH_DAYS} days.`}
      />
    )
  return (
    <>
      <ul ref={list} className="plain-list" aria-label="Deletions">
        {deletions.map((deletion, index) => (
          <DeletionItem
            key={deletion.id}
            projectId={projectId}
            role={role}
            deletion={deletion}
            onLeave={() => (restored.current = { id: deletion.id, index })}
          />
        ))}
      </ul>
      {hasNextPage && (
        <BusyButton variant="default" fullWidth isBusy={isLoading} onClick={load}>
          Show older
        </BusyButton>
      )}
    </>
  )
}

/** The pressed button disappears with its deletion: the next one gets the focus, or else the search. */
function focusNext(list: HTMLElement | null, index: number): void {
  const buttons = list?.querySelectorAll<HTMLElement>('[data-restore]') ?? []
  const next = buttons[Math.min(index, buttons.length - 1)]
  const search = document.querySelector<HTMLElement>('[data-trash-search]')
  ;(next ?? search)?.focus()
}
