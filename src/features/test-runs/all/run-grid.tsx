import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLayoutEffect, useRef } from 'react'
import grid from '#src/ui/grid.module.css'
import { scrollToItem } from '#src/ui/scroll-to-item.ts'
import { useFlatVirtualizer } from '#src/ui/use-flat-virtualizer.ts'
import { useProjectView } from '../../projects/use-project-view.ts'
import { COLUMNS, columnIndex } from './columns.ts'
import { RunRow } from './run-row.tsx'
import classes from './run-rows.module.css'
import { useAllRuns } from './all-runs.tsx'
import { useNewFailures } from './use-new-failures.ts'

const ROW = 36
const PHONE_ROW = 76
/** How many rows before the end the next page is read. */
const AHEAD = 40
const SKELETONS = 16

/** The runs of a project, newest first. */
export function RunGrid() {
  const { projectId, runs, isOld, hasMore, loadMore, attachScroll } = useAllRuns()
  const { hrefs } = useProjectView(projectId)
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const body = useRef<HTMLDivElement>(null)
  const { items, height, placeOf, onFocus } = useFlatVirtualizer({
    count: runs.length,
    size: isPhone ? PHONE_ROW : ROW,
    keyOf: (row) => runs[row]?.id ?? row,
    body,
  })
  useLayoutEffect(() => attachScroll((row) => scrollToItem(body.current, placeOf(row))))
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
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
      aria-colcount={COLUMNS.length}
      aria-multiselectable
      aria-busy={isOld}
      className={`${grid.grid} ${classes.grid}`}
      onFocus={onFocus}
    >
      <Heads />
      <div ref={body} role="rowgroup" className={grid.body} style={{ height }}>
        {items.map(({ index, start }) => {
          const run = runs[index]
          return (
            run && (
              <div
                key={run.id}
                role="presentation"
                data-index={index}
                className={grid.place}
                style={{ transform: `translateY(${start}px)` }}
              >
                <RunRow
                  run={run}
                  row={index}
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

function Heads() {
  return (
    <div role="row" aria-rowindex={1} className={`${grid.columns} ${classes.columns} ${grid.heads} ${classes.heads}`}>
      {COLUMNS.map(({ key, title }) => (
        <div key={key} role="columnheader" aria-colindex={columnIndex(key)} data-column={key}>
          {title}
        </div>
      ))}
    </div>
  )
}

/** The same heads and heights before the runs are known, so that nothing shifts. */
export function RunGridSkeleton() {
  return (
    <div role="grid" aria-label="Runs" aria-busy className={`${grid.grid} ${classes.grid}`}>
      <Heads />
      <div aria-hidden className={grid.late}>
        {Array.from({ length: SKELETONS }, (_, row) => (
          <div key={row} className={`${grid.row} ${classes.skeleton}`}>
            <Skeleton h={12} w={44} />
            <Skeleton h={12} w={`${20 + ((row * 7) % 30)}%`} />
          </div>
        ))}
      </div>
    </div>
  )
}
