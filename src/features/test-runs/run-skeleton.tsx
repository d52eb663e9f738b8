import { Skeleton } from '@mantine/core'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'

/** As high as a run's card and the first of its rows. */
export function RunSkeleton() {
  return (
    <>
      <Skeleton h={166} mb="md" aria-hidden />
      <RowsSkeleton rows={6} height={45} />
    </>
  )
}
