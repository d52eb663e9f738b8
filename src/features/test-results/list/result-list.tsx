import { Box, Button, Group, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilterOff, IconListDetails } from '@tabler/icons-react'
import { memo } from 'react'
import { failingOf } from '#shared/test-runs/summary.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { messageOf } from '#src/lib/errors.ts'
import { formatNumber } from '#src/lib/format.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { StripNotice } from '#src/ui/status-strip.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { useVisibleHeight } from '#src/ui/use-visible-height.ts'
import { cursorRow, moveCursor } from '../../keys/cursor.ts'
import { CasePanel } from '../panel/case-panel.tsx'
import { NO_FILTER } from '../store/result-filter.ts'
import { useAttention } from '../store/use-attention.ts'
import { FilterBar } from './filter-bar.tsx'
import { RunGrid, RunGridSkeleton } from './run-grid.tsx'
import { useLatestRunList, useRunList } from './run-list.tsx'
import grid from '#src/ui/grid/grid.module.css'
import classes from './suite-rail.module.css'

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

type Suite = TestRunOverview['suites'][number]

/** On wide screens, lists the suites with their recorded results and failures. A click scrolls to a suite. */
function SuiteRail() {
  const { run, suites } = useRunList()
  const latest = useLatestRunList()
  const rail = useVisibleHeight()
  const byId = new Map(run.suites.map((suite) => [suite.id, suite]))
  const show = (index: number) => {
    const { suites, rowAt, toggleSuite, scrollTo } = latest()
    const suite = suites[index]
    if (!suite) return
    const go = () => {
      const row = rowAt({ suiteId: suite.id, position: 0 })
      if (row === undefined) return
      scrollTo(row, 'start')
      moveCursor(row, { focus: true })
    }
    if (suite.isOpen) return go()
    toggleSuite(suite.id)
    // Its rows are there after the next rendering.
    requestAnimationFrame(go)
  }
  return (
    <nav ref={rail} aria-label="Suites" className={classes.rail}>
      <ul className="plain-list">
        {suites.map(({ id }, index) => {
          const suite = byId.get(id)
          return suite && <RailSuite key={id} suite={suite} index={index} onShow={show} />
        })}
      </ul>
    </nav>
  )
}

type Props = { suite: Suite; index: number; onShow: (index: number) => void }

const RailSuite = memo(function RailSuite({ suite: { number, name, summary }, index, onShow }: Props) {
  const failures = failingOf(summary)
  const recorded = summary.total - summary.pending
  return (
    <li>
      <UnstyledButton className={`sinks ${classes.suite}`} onClick={() => onShow(index)}>
        <Box component="span" className={grid.number} miw={20} fz={12}>
          {number}
        </Box>
        <Box component="span" className="one-line" flex={1} dir="auto" title={name}>
          {name}
        </Box>
        {failures > 0 && (
          <Group
            component="span"
            gap={3}
            wrap="nowrap"
            display="inline-flex"
            flex="none"
            fz="sm"
            title="failed or error"
          >
            <StatusMark status="failed" size={12} />
            {formatNumber(failures)}
          </Group>
        )}
        <Box component="span" flex="none" c="dimmed" fz="sm" title="recorded of all">
          {formatNumber(recorded)}/{formatNumber(summary.total)}
        </Box>
      </UnstyledButton>
    </li>
  )
})
