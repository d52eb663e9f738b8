import { Box, Group, Button, UnstyledButton } from '@mantine/core'
import { IconListDetails, IconFilterOff } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { messageOf } from '#src/lib/errors.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { CasePanel } from '../panel/case-panel.tsx'
import { useAttention } from '../store/use-attention.ts'
import { FilterBar } from './filter-bar.tsx'
import { RunGrid, RunGridSkeleton } from './run-grid.tsx'
import { useRunList } from './run-list.tsx'
import { SuiteRail } from './suite-rail.tsx'
import { NO_FILTER } from '../store/run-filter.ts'
import { StripNotice } from '#src/ui/status-strip.tsx'
import { cursorRow, moveCursor } from '../../keys/cursor.ts'

/** The results of a run: filters, search, and the grid. Needs a `RunListProvider`. */
export function ResultList() {
  const { run, isOutdated } = useRunList()
  const isWide = useMediaQuery('(min-width: 100em)', false, { getInitialValueInEffect: false })
  const attention = useAttention(run.id)
  return (
    <>
      <FilterBar attention={attention} />
      {run.summary.total === 0 ? (
        <EmptyState
          icon={IconListDetails}
          title="This run has no test cases"
          hint="The project had none when it started. Add test cases, then start another run."
        />
      ) : (
        <Group gap={0} wrap="nowrap" align="stretch" mx="calc(-1 * var(--page-padding))">
          {isWide && <SuiteRail />}
          <Box flex={1} miw={0}>
            <Results />
          </Box>
          <CasePanel />
        </Group>
      )}
      {isOutdated && <OutdatedNotice />}
    </>
  )
}

function Results() {
  const { snapshot, suites, filterError, applyFilter } = useRunList()
  if (filterError)
    return <ErrorState message={messageOf(filterError, 'Failed to fetch project data')} onRetry={applyFilter} />
  if (snapshot === undefined) return <RunGridSkeleton />
  return suites.length === 0 ? <NoMatch /> : <RunGrid />
}

function NoMatch() {
  const { setFilter } = useRunList()
  return (
    <EmptyState icon={IconFilterOff} title="No case matches" hint="The run has results that the filters leave out.">
      <Button variant="default" onClick={() => setFilter(NO_FILTER)}>
        Clear filters
      </Button>
    </EmptyState>
  )
}

/** Says in the strip, so that no row moves, that others recorded results that may match the filter. */
function OutdatedNotice() {
  const { applyFilter } = useRunList()
  const readAgain = () => {
    applyFilter()
    // The focused button disappears with the notice.
    moveCursor(cursorRow() ?? 0, { focus: true })
  }
  return (
    <StripNotice>
      <span>Results have been recorded meanwhile.</span>
      <UnstyledButton mih={24} td="underline" onClick={readAgain}>
        Read again
      </UnstyledButton>
    </StripNotice>
  )
}
