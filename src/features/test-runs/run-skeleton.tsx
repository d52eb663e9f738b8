import { GridSkeleton } from '../test-results/list/grid-skeleton.tsx'
import classes from './run-skeleton.module.css'

/** A run that is loading: its heads, and rows where they will be. */
export function RunSkeleton() {
  return (
    <>
      <div className={classes.filters} />
      <GridSkeleton />
    </>
  )
}
