import { Box, Group } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { messageOf } from '#src/lib/errors.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { CasePanel } from '../panel/case-panel.tsx'
import { useAttention } from '../store/use-attention.ts'
import { FilterBar } from './filter-bar.tsx'
import { NoMatch } from './no-match.tsx'
import { OutdatedNotice } from './outdated-notice.tsx'
import { RunGrid, RunGridSkeleton } from './run-grid.tsx'
import { useRunList } from './run-list.tsx'
import { SuiteRail } from './suite-rail.tsx'

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
