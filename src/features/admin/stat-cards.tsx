import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { AdminStats } from '#shared/admin/admin.ts'
import { formatNumber } from '#src/lib/format.ts'
import classes from './stat-cards.module.css'

const CARDS: [label: string, field: keyof AdminStats][] = [
  ['Total Users', 'totalUsers'],
  ['Active Users', 'activeUsers'],
  ['Admin Users', 'adminUsers'],
  ['Total Projects', 'totalProjects'],
]

export function StatCards({ stats }: { stats: AdminStats | undefined }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
      {CARDS.map(([label, field]) => (
        <Paper key={field} component="dl" withBorder m={0} px="md" py="sm">
          <Text component="dt" c="dimmed" size="sm">
            {label}
          </Text>
          <dd className={classes.value}>{stats ? formatNumber(stats[field]) : <Skeleton h={28} w={48} />}</dd>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
