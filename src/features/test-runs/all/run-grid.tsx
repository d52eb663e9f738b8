import { useMediaQuery } from '@mantine/hooks'
import { useImperativeHandle, useLayoutEffect, useRef } from 'react'
import grid from '#src/ui/grid/grid.module.css'
import { RowSkeletons } from '#src/ui/grid/row-skeletons.tsx'
import { useVirtualLines } from '#src/ui/grid/use-virtual-lines.ts'
import { useProjectView } from '../../projects/use-project-view.ts'
import { useAllRuns } from './all-runs.tsx'
import { columns } from './columns.tsx'
import classes from './run-grid.module.css'
import { RunRow } from './run-row.tsx'
import { useNewFailures } from './use-new-failures.ts'

const SIZES = { head: 0, row: 36 }
const PHONE_SIZES = { head: 0, row: 76 }
/** How many rows before the end the next page is read. */
const AHEAD = 40

/** The runs of a project, newest first. */
export function RunGrid() {
  const { projectId, runs, layout, isOld, hasMore, loadMore, scroller } = useAllRuns()
  const { hrefs } = useProjectView(projectId)
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const body = useRef<HTMLDivElement>(null)
  const { suites, height, scrollTo, onFocus } = useVirtualLines(layout, isPhone ? PHONE_SIZES : SIZES, body)
  useImperativeHandle(scroller, () => scrollTo)
  const rows = suites[0]?.rows ?? []
  const first = rows[0]?.line ?? 0
  const last = rows.at(-1)?.line ?? 0
  const newFailures = useNewFailures(projectId, runs, first, last)
  const isNearEnd = hasMore && last >= runs.length - AHEAD
  useLayoutEffect(() => {
    if (isNearEnd) loadMore()
  })
  return (
    <div
      role="grid"
      aria-label="Runs"
      aria-rowcount={hasMore ? -1 : runs.length + 1}
      aria-colcount={columns.count}
      aria-multiselectable
      aria-busy={isOld}
      className={`${grid.grid} ${classes.grid}`}
      onFocus={onFocus}
    >
      <columns.Heads />
      <div ref={body} role="rowgroup" className={grid.body} style={{ height }}>
        {rows.map(({ line, start }) => {
          const run = runs[line]
          return (
            run && (
              <div
                key={run.id}
                role="presentation"
                data-index={line}
                className={grid.place}
                style={{ transform: `translateY(${start}px)` }}
              >
                <RunRow
                  run={run}
                  row={line}
                  newFailures={newFailures.get(run.id)}
                  href={hrefs.run(run.id)}
                  compareHref={hrefs.compare(null, run.id)}
                />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

/** The grid before the runs are known. */
export function RunGridSkeleton() {
  return (
    <div role="grid" aria-label="Runs" aria-busy className={`${grid.grid} ${classes.grid}`}>
      <columns.Heads />
      <RowSkeletons />
    </div>
  )
}
