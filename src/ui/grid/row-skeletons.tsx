import { Skeleton } from '@mantine/core'
import grid from './grid.module.css'

const ROWS = 16

/** Rows of a grid before they are known: of the same heights, so that nothing shifts. */
export function RowSkeletons({ hasHead = false }) {
  return (
    <div aria-hidden className={grid.late}>
      {hasHead && (
        <div className={`${grid.head} ${grid.skeleton}`}>
          <Skeleton h={12} w={160} />
        </div>
      )}
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={`${grid.row} ${grid.skeleton}`}>
          <Skeleton h={12} w={28} />
          <Skeleton h={12} w={`${30 + ((row * 7) % 30)}%`} />
        </div>
      ))}
    </div>
  )
}
