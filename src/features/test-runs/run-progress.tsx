import { Group, Progress, Text } from '@mantine/core'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import type { Summary } from '#shared/test-runs/summary.ts'
import { StatusCounts } from '#src/ui/status-counts.tsx'
import { recordedText } from './run-label.ts'

/** The progress bar of a run, with its counts. */
export function RunProgress({ summary }: { summary: Summary }) {
  return (
    <>
      <Progress.Root size={6} mb={8} aria-hidden>
        {RESULT_STATUSES.filter((status) => status !== 'pending').map((status) => (
          <Progress.Section
            key={status}
            value={summary.total === 0 ? 0 : (summary[status] / summary.total) * 100}
            color={`var(--status-${status})`}
          />
        ))}
      </Progress.Root>
      <Group justify="space-between" gap="xs">
        <StatusCounts summary={summary} />
        <Text size="sm" c="dimmed">
          {recordedText(summary)}
        </Text>
      </Group>
    </>
  )
}
