import { Skeleton, Stack } from '@mantine/core'

export function RowsSkeleton({ rows, height }: { rows: number; height: number }) {
  return (
    <Stack gap={10} aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} h={height} />
      ))}
    </Stack>
  )
}
