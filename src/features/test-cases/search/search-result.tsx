import { Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconFilterOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { messageOf } from '#src/lib/errors.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { useCaseList } from '../list/case-list.tsx'
import type { CaseSearch } from './use-found-cases.ts'

export function SearchResult({ search: { found, isOld, error, retry, loadMore } }: { search: CaseSearch }) {
  const { filter, setFilter } = useCaseList()
  if (filter === '') return null
  if (error)
    return (
      <EmptyState
        icon={IconAlertTriangle}
        title="The search failed"
        hint={messageOf(error, 'Failed to fetch project data')}
      >
        <Button variant="default" onClick={retry}>
          Try again
        </Button>
      </EmptyState>
    )
  if (found?.groups.length === 0 && !isOld)
    return (
      <EmptyState icon={IconFilterOff} title="No case matches" hint="The project has cases that the search leaves out.">
        <Button variant="default" onClick={() => setFilter('')}>
          Clear filters
        </Button>
      </EmptyState>
    )
  return found?.isMore ? <MoreMatches onNear={loadMore} /> : null
}

function MoreMatches({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onNear)
  useEffect(() => {
    latest.current = onNear
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '600px',
    })
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  })
  return (
    <Group ref={end} gap={0} wrap="nowrap" align="stretch" justify="center" py={12}>
      <Button variant="default" onClick={onNear}>
        Show more cases
      </Button>
    </Group>
  )
}
