import { useMediaQuery } from '@mantine/hooks'
import { useImperativeHandle, useMemo, useRef } from 'react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import grid from '#src/ui/grid/grid.module.css'
import { Layout } from '#src/ui/grid/layout.ts'
import { RowSkeletons } from '#src/ui/grid/row-skeletons.tsx'
import { useVirtualLines } from '#src/ui/grid/use-virtual-lines.ts'
import { type ResultPosition, usePagesAhead } from '../store/result-pages.ts'
import { columns } from './columns.tsx'
import { ResultRow } from './result-row.tsx'
import classes from './run-grid.module.css'
import { useRunList } from './run-list.tsx'
import { SuiteRow } from './suite-row.tsx'

const SIZES = { head: 28, row: 36 }
const PHONE_SIZES = { head: 36, row: 72 }

/** The results of a run: heads that stay in the window, and a row for each result. */
export function RunGrid() {
  const { run, suites: listed, isEditable, filter, rowAt, positionOf, toggleSuite, scroller } = useRunList()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const body = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => new Layout(listed), [listed])
  const { suites, height, scrollTo, measure, onFocus } = useVirtualLines(layout, isPhone ? PHONE_SIZES : SIZES, body)
  useImperativeHandle(scroller, () => scrollTo)
  const rowOf = (suiteId: string, position: number) => rowAt({ suiteId, position }) ?? 0
  const rendered = suites.flatMap(({ suite, rows }) => rows.map(({ position }) => rowOf(suite.id, position)))
  usePagesAhead(run.id, positionOf, rendered[0] ?? 0, rendered.at(-1) ?? 0)
  const byId = useMemo(() => new Map(run.suites.map((suite) => [suite.id, suite])), [run.suites])
  return (
    <div
      role="grid"
      aria-label="Results"
      aria-rowcount={layout.length + 1}
      aria-colcount={columns.count}
      aria-multiselectable
      className={`${grid.grid} ${classes.grid}`}
      onFocus={onFocus}
    >
      <columns.Heads />
      <div ref={body} role="presentation" className={grid.body} style={{ height }}>
        {suites.map(({ suite: { id, isOpen }, line, start, size, rows }) => {
          const suite = byId.get(id) as TestRunOverview['suites'][number]
          return (
            <div key={id} role="rowgroup" className={grid.suite} style={{ top: start, height: size }}>
              <SuiteRow suite={suite} isOpen={isOpen} index={line} onToggle={toggleSuite} />
              {rows.map(({ key, position, line, start }) => (
                <ResultRow
                  key={key}
                  testRunId={run.id}
                  projectId={run.projectId}
                  runName={run.description}
                  filter={filter}
                  hasHistory={!isPhone}
                  row={rowOf(id, position)}
                  index={line}
                  start={start}
                  position={positionOf(rowOf(id, position)) as ResultPosition}
                  number={`${suite.number}.${position + 1}`}
                  isEditable={isEditable}
                  measure={measure}
                />
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The grid before its results are known. */
export function RunGridSkeleton() {
  return (
    <div role="grid" aria-label="Results" aria-busy className={`${grid.grid} ${classes.grid}`}>
      <columns.Heads />
      <RowSkeletons hasHead />
    </div>
  )
}
