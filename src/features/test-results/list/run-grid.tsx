import { useMemo, memo } from 'react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { Grid, GridSkeleton, SuiteName } from '#src/ui/grid/grid.tsx'
import { Layout } from '#src/ui/grid/layout.ts'
import { useVirtualLines } from '#src/ui/grid/use-virtual-lines.ts'
import { scroller } from '../../keys/shown-list.ts'
import { type ResultPosition, usePagesAhead } from '../store/result-pages.ts'
import { columns, ResultRow } from './result-row.tsx'
import { useRunList } from './run-list.tsx'
import { ActionIcon, Group } from '@mantine/core'
import { useIsPhone } from '#src/ui/use-is-phone.ts'
import { Chevron } from '#src/ui/chevron.tsx'
import grid from '#src/ui/grid/grid.module.css'
import { StatusCounts } from '#src/ui/status-counts.tsx'

const LOOK = { label: 'Results', columns, heights: { wide: 36, phone: 72 } }

export function RunGrid() {
  const { run, suites: listed, refusal, filter, rowAt, positionOf, toggleSuite } = useRunList()
  const { id, projectId, description } = run
  const facts = useMemo(() => ({ id, projectId, description }), [id, projectId, description])
  const isPhone = useIsPhone()
  const layout = useMemo(() => new Layout(listed), [listed])
  const lines = useVirtualLines(layout, LOOK.heights, scroller)
  const rowOf = (suiteId: string, position: number) => rowAt({ suiteId, position }) ?? 0
  const rendered = lines.suites.flatMap(({ suite, rows }) => rows.map(({ position }) => rowOf(suite.id, position)))
  usePagesAhead(id, positionOf, rendered[0] ?? 0, rendered.at(-1) ?? 0)
  const byId = useMemo(() => new Map(run.suites.map((suite) => [suite.id, suite])), [run.suites])
  const suiteOf = (suiteId: string) => byId.get(suiteId) as TestRunOverview['suites'][number]
  return (
    <Grid
      {...LOOK}
      lines={lines}
      rowCount={layout.length + 1}
      renderHead={(suite, line) => (
        <SuiteRow suite={suiteOf(suite.id)} isOpen={suite.isOpen} index={line} onToggle={toggleSuite} />
      )}
      renderRow={(suite, { position, line }) => {
        const row = rowOf(suite.id, position)
        return (
          <ResultRow
            run={facts}
            hasHistory={!isPhone}
            index={line}
            position={positionOf(row) as ResultPosition}
            number={`${suiteOf(suite.id).number}.${position + 1}`}
            isEditable={refusal === null}
            {...{ row, filter }}
          />
        )
      }}
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
            <SuiteName {...suite} />
          </Group>
          <StatusCounts isLine summary={suite.summary} />
        </Group>
      </div>
    </div>
  )
})
