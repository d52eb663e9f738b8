import { Box } from '@mantine/core'
import { RunGridSkeleton } from '../test-results/list/run-grid.tsx'

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
