import { Skeleton, Stack } from '@mantine/core'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'

/** Has the height of the loaded page, so that the layout does not shift. */
export function ProjectSkeleton() {
  return (
    <Stack gap="xs" aria-busy aria-label="Loading the project" role="status">
      <Skeleton h={27} w={240} />
      <Skeleton h={20} w="min(480px, 100%)" mb="lg" />
      <Skeleton h={38} w="min(420px, 100%)" mb="xs" />
      <RowsSkeleton rows={4} height={48} />
    </Stack>
  )
}
