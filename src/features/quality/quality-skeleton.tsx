import { Group, Skeleton, Stack } from '@mantine/core'
import classes from './quality-page.module.css'

/** Has the sizes of the loaded screen, so that nothing shifts. */
export function QualitySkeleton() {
  return (
    <Stack gap={12} pt={12} style={{ paddingTop: 0 }} role="status" aria-busy aria-label="Loading the overview">
      <Group gap={12} wrap="nowrap" align="start" h={100}>
        <Skeleton h={40} w={40} style={{ flex: 'none' }} />
        <div style={{ width: '100%' }}>
          <Skeleton h={24} w="min(480px, 100%)" mb={8} />
          <Skeleton h={16} w="min(360px, 100%)" />
        </div>
      </Group>
      <div className={classes.top}>
        <Skeleton h={229} />
        <Skeleton h={229} />
      </div>
      <Skeleton h={200} />
    </Stack>
  )
}
