import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { NO_FILTER } from '../store/run-filter.ts'
import { useRunList } from './run-list.tsx'

export function NoMatch() {
  const { setFilter } = useRunList()
  return (
    <EmptyState icon={IconFilterOff} title="No case matches" hint="The run has results that the filters leave out.">
      <Button variant="default" onClick={() => setFilter(NO_FILTER)}>
        Clear filters
      </Button>
    </EmptyState>
  )
}
