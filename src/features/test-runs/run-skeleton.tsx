import { Skeleton } from '@mantine/core'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'

/** Has the height of a run card and the first rows. */
export function RunSkeleton() {
  return (
    <>
      <Skeleton h={166} mb="md" aria-hidden />
      <RowsSkeleton rows={6} height={45} />
    </>
  )
}
