import { Skeleton } from '@mantine/core'
import { ColumnHeads } from './column-heads.tsx'
import classes from './grid-skeleton.module.css'
import grid from './run-grid.module.css'

const ROWS = 16

/** The grid before its results are known: the same heads and heights, so that nothing shifts. */
export function GridSkeleton() {
  return (
    <div role="grid" aria-label="Results" aria-busy className={grid.grid}>
      <ColumnHeads />
      <div aria-hidden className={classes.rows}>
        <div className={classes.head}>
          <Skeleton h={12} w={160} />
        </div>
        {Array.from({ length: ROWS }, (_, row) => (
          <div key={row} className={classes.row}>
            <Skeleton h={12} w={28} />
            <Skeleton h={12} w={`${30 + ((row * 7) % 30)}%`} />
          </div>
        ))}
      </div>
    </div>
  )
}
