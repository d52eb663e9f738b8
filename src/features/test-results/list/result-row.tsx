import { Skeleton } from '@mantine/core'
import { memo, type RefCallback } from 'react'
import { messageOf } from '#src/lib/errors.ts'
import { RowError } from '#src/ui/row-error.tsx'
import { leftFilter } from '../store/filter-match.ts'
import { type ResultPosition, useResultAt } from '../store/result-pages.ts'
import grid from '#src/ui/grid/grid.module.css'
import { columns } from './columns.tsx'
import { LoadedRow } from './loaded-row.tsx'
import classes from './run-grid.module.css'
import type { RunFilter } from '../store/run-filter.ts'

type Props = {
  testRunId: string
  projectId: string
  runName: string | null
  filter: RunFilter
  /** Whether the list has room for the column. */
  hasHistory: boolean
  /** Counted over open suites. */
  row: number
  /** For `aria-rowindex` and the virtualizer. */
  index: number
  /** Pixels from the top of its suite. */
  start: number
  /** Where its result is stored: the same object as long as that stays. */
  position: ResultPosition
  /** Suite and row number, shown until the result is loaded. */
  number: string
  isEditable: boolean
  measure: RefCallback<HTMLElement>
}

/** Memoized: the grid renders again at each change of the counts and while it scrolls. */
export const ResultRow = memo(function ResultRow({ testRunId, row, index, start, position, ...rest }: Props) {
  const { projectId, number, isEditable, measure, runName, filter, hasHistory } = rest
  const { result, error, isSuccess, refetch } = useResultAt(testRunId, position)
  // A run only grows, so a missing row is still loading. A filtered list may lose results that were deleted.
  const isGone = isSuccess && position.ids !== undefined
  return (
    <div
      ref={measure}
      className={grid.place}
      role="presentation"
      data-index={index}
      data-row={row}
      style={{ transform: `translateY(${start}px)` }}
    >
      {result ? (
        <LoadedRow
          key={result.id}
          projectId={projectId}
          result={result}
          row={row}
          index={index}
          isEditable={isEditable}
          hasLeft={leftFilter(filter, result)}
          history={hasHistory ? position : undefined}
          runName={runName}
        />
      ) : (
        <div role="row" aria-rowindex={index + 2} aria-busy={!isGone && !error} className={grid.row}>
          {error ? (
            <div role="gridcell">
              <RowError message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
            </div>
          ) : (
            <div role="presentation" className={`${columns.row} ${classes.cells}`}>
              <columns.Cell column="number">
                <span className={grid.select}>{number}</span>
              </columns.Cell>
              <columns.Cell column="case">
                {isGone ? (
                  <span className={grid.none}>No longer here</span>
                ) : (
                  <Skeleton className={grid.late} h={12} w="60%" />
                )}
              </columns.Cell>
            </div>
          )}
        </div>
      )}
    </div>
  )
})
