import { Button, Group, Text } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useRef } from 'react'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ResultGroups } from './result-groups.tsx'
import { useFilterSnapshot } from './store/filter-snapshot.ts'
import { positionAt } from './store/result-pages.ts'

type Props = { run: TestRunOverview; status: ResultStatus; isEditable: boolean; onShowAll: () => void }

/** The results of one status. Rows stay until the list is read again, even when their status changes. */
export function FilteredResults({ run, status, isEditable, onShowAll }: Props) {
  const { filter, counts, isOutdated, apply } = useFilterSnapshot(run, status)
  const list = useRef<HTMLDivElement>(null)
  const reapply = () => {
    apply()
    // The focused button disappears with the notice; without this, the focus would return to the top of the page.
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {/* The line is reserved, so that the notice does not move the rows below. */}
      <Group gap="xs" mb="xs" mih={26} role="status">
        {isOutdated && (
          <>
            <Text size="sm">Results have been recorded meanwhile.</Text>
            <Button size="compact-sm" variant="default" onClick={reapply}>
              Read again
            </Button>
          </>
        )}
      </Group>
      <div ref={list} tabIndex={-1} style={{ outline: 'none' }}>
        {counts.length === 0 ? (
          <EmptyState icon={IconFilterOff} title={`No ${status} results`} hint="The run has results at other statuses.">
            <Button variant="default" onClick={onShowAll}>
              Show all results
            </Button>
          </EmptyState>
        ) : (
          <ResultGroups
            key={filter.appliedAt}
            run={run}
            counts={counts}
            positionAt={(suiteId, position) => positionAt(suiteId, position, filter)}
            isEditable={isEditable}
          />
        )}
      </div>
    </>
  )
}
