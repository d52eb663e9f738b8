import { Group, Paper, SimpleGrid, Text } from '@mantine/core'
import type { ImportPreview } from '#shared/imports/import.ts'
import { formatNumber } from '#src/lib/format.ts'

type Counts = Pick<ImportPreview, 'created' | 'updated' | 'unchanged' | 'refusedCount'>

const TILES: [field: keyof Counts, label: string, color?: string][] = [
  ['created', 'New'],
  ['updated', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['refusedCount', 'Refused', 'var(--mantine-color-error)'],
]

export function ImportCounts({ counts }: { counts: Counts }) {
  return (
    <SimpleGrid cols={4} spacing="sm">
      {TILES.map(([field, label, color]) => (
        <Paper key={field} component="dl" withBorder m={0} px={{ base: 'sm', sm: 'md' }} py={6}>
          <Text component="dt" c="dimmed" size="sm">
            {label}
          </Text>
          <Group component="dd" m={0} fz="lg" fw={600} {...(color && counts[field] > 0 && { c: color })}>
            {formatNumber(counts[field])}
          </Group>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
