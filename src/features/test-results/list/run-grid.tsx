import { useMemo, memo } from 'react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { Grid, GridSkeleton } from '#src/ui/grid/grid.tsx'
import { Layout } from '#src/ui/grid/layout.ts'
import { useVirtualLines } from '#src/ui/grid/use-virtual-lines.ts'
import { type ResultPosition, usePagesAhead } from '../store/result-pages.ts'
import { columns, ResultRow } from './result-row.tsx'
import classes from './run-grid.module.css'
import { useRunList } from './run-list.tsx'
import { ActionIcon, Group } from '@mantine/core'
import { Chevron } from '#src/ui/chevron.tsx'
import grid from '#src/ui/grid/grid.module.css'
import { StatusCounts } from '#src/ui/status-counts.tsx'

const SIZES = { head: 28, row: 36, phone: { head: 36, row: 72 } }
const LOOK = { label: 'Results', columns, className: classes.grid }

export function RunGrid() {
  const { run, suites: listed, isEditable, filter, rowAt, positionOf, toggleSuite, scroller } = useRunList()
  const layout = useMemo(() => new Layout(listed), [listed])
  const lines = useVirtualLines(layout, SIZES, scroller)
  const rowOf = (suiteId: string, position: number) => rowAt({ suiteId, position }) ?? 0
  const rendered = lines.suites.flatMap(({ suite, rows }) => rows.map(({ position }) => rowOf(suite.id, position)))
  usePagesAhead(run.id, positionOf, rendered[0] ?? 0, rendered.at(-1) ?? 0)
  const byId = useMemo(() => new Map(run.suites.map((suite) => [suite.id, suite])), [run.suites])
  const suiteOf = (id: string) => byId.get(id) as TestRunOverview['suites'][number]
  return (
    <Grid
      {...LOOK}
      lines={lines}
      rowCount={layout.length + 1}
      renderHead={({ id, isOpen }, line) => (
        <SuiteRow suite={suiteOf(id)} isOpen={isOpen} index={line} onToggle={toggleSuite} />
      )}
      renderRow={({ id }, { position, line }) => (
        <ResultRow
          testRunId={run.id}
          projectId={run.projectId}
          runName={run.description}
          filter={filter}
          hasHistory={!lines.isPhone}
          row={rowOf(id, position)}
          index={line}
          position={positionOf(rowOf(id, position)) as ResultPosition}
          number={`${suiteOf(id).number}.${position + 1}`}
          isEditable={isEditable}
        />
      )}
    />
  )
}

/** The grid before its results are known. */
export const RunGridSkeleton = () => <GridSkeleton {...LOOK} hasHead />

type Props = {
  suite: TestRunOverview['suites'][number]
  isOpen: boolean
  /** For `aria-rowindex` and the virtualizer. */
  index: number
  onToggle: (suiteId: string) => void
}

const SuiteRow = memo(function SuiteRow({ suite, isOpen, index, onToggle }: Props) {
  return (
    <div role="row" aria-rowindex={index + 2} data-index={index} className={grid.head}>
      <div role="gridcell" aria-colspan={columns.count}>
        <Group
          role="group"
          aria-label={`${suite.number} ${suite.name}`}
          wrap="nowrap"
          gap={6}
          h="calc(var(--suite-head-height) - 1px)"
          pl={4}
          pr={8}
        >
          <ActionIcon
            size={24}
            aria-label={isOpen ? 'Collapse results' : 'Expand results'}
            aria-expanded={isOpen}
            onClick={() => onToggle(suite.id)}
          >
            <Chevron isOpen={isOpen} />
          </ActionIcon>
          <Group component="h3" flex={1} gap={8} wrap="nowrap" className={grid.title}>
            <span className={grid.number}>{suite.number}</span>
            <span className="one-line" dir="auto" title={suite.name}>
              {suite.name}
            </span>
          </Group>
          <StatusCounts isLine summary={suite.summary} />
        </Group>
      </div>
    </div>
  )
})
