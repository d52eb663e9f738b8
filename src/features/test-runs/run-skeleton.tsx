import { Box } from '@mantine/core'
import { RunGridSkeleton } from '../test-results/list/run-grid.tsx'

/** A run that is loading: its heads, and rows where they will be. */
export function RunSkeleton() {
  return (
    <>
      <Box h="var(--filter-bar-height)" />
      <Box mx="calc(-1 * var(--page-padding))">
        <RunGridSkeleton />
      </Box>
    </>
  )
}
