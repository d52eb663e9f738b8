import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'

/** The first rows of a run that is loading. */
export function RunSkeleton() {
  return <RowsSkeleton rows={16} height={26} />
}
